// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// What a system says of a type.
    struct Declaration: Sendable {
        let identifier: String
        let tags: [UTTagClass: [String]]
        let parents: [String]
        let description: String

        init(
            _ identifier: String,
            extensions: [String] = [],
            mimeTypes: [String] = [],
            kindsOf parents: [String] = [],
            _ description: String
        ) {
            self.identifier = identifier
            let tags = [UTTagClass.filenameExtension: extensions, .mimeType: mimeTypes]
            self.tags = tags.filter { !$0.value.isEmpty }
            self.parents = parents
            self.description = description
        }

        /// All there are.
        ///
        /// Where types share a tag, the first is meant by it.
        static let all = basics + text + images + media + documents
    }

    /// The declarations, to be found by identifier and by tag.
    struct Registry: Sendable {
        static let shared = Registry()

        private let declarations: [String: Declaration]
        private let tags: [UTTagClass: [String: [UTType]]]

        private init() {
            var declarations: [String: Declaration] = [:]
            var tags: [UTTagClass: [String: [UTType]]] = [:]
            for declaration in Declaration.all {
                declarations[declaration.identifier] = declaration
                let type = UTType(declared: declaration.identifier)
                for (tagClass, values) in declaration.tags {
                    for value in values {
                        tags[tagClass, default: [:]][value, default: []].append(type)
                    }
                }
            }
            self.declarations = declarations
            self.tags = tags
        }

        func declaration(of identifier: String) -> Declaration? {
            declarations[identifier] ?? declarations[identifier.lowercased()]
        }

        func types(tag: String, _ tagClass: UTTagClass) -> [UTType] {
            tags[tagClass]?[tag.lowercased()] ?? []
        }
    }
}
