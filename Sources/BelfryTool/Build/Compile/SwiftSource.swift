// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A Swift source: as its author wrote it, and as it is compiled.
struct SwiftSource {
    /// The path as it was typed or found.
    let path: String

    /// What the author wrote.
    let bytes: [UInt8]

    let facts: SourceFacts

    /// The members of its classes that are found by name.
    let members: MemberScan

    /// What is compiled in its place; nil when it is compiled as it is.
    private(set) var rewritten: [UInt8]?

    /// The frameworks of Apple's whose imports are left out of that.
    let leftOut: [String]

    /// Far beyond any source that a person wrote.
    static let byteLimit = 16 << 20

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - absent: The frameworks of Apple's that are not here.
    ///   - places: Where it may be.
    /// - Throws: ``ToolFailure`` when it cannot be read.
    init(_ path: String, absent: Set<String>, within places: BuildPlaces) throws(ToolFailure) {
        self.path = path
        bytes = try BuildFile.read(
            path,
            limit: Self.byteLimit,
            within: places,
            wayOut: "check the file"
        )
        let text = SwiftText(bytes)
        facts = SourceFacts(text, path: path)
        members = MemberScan(text)
        let imports = ImportRemoval(text, absent: absent)
        leftOut = imports.modules
        let imported = imports.rewritten.map(SwiftText.init) ?? text
        rewritten = ObjectiveCRemoval.rewrite(imported) ?? imports.rewritten
    }

    /// Has something compiled after what the author wrote.
    mutating func append(_ text: [UInt8]) { rewritten = (rewritten ?? bytes) + text }

    /// What is odd about sources, one line each; a framework that is not here is named once.
    ///
    /// - Parameter sources: The sources that are compiled together.
    /// - Returns: The lines, in the order of the sources.
    static func warnings(of sources: [SwiftSource]) -> [String] {
        var modules: [String] = []
        for module in sources.flatMap(\.leftOut) where !modules.contains(module) {
            modules.append(module)
        }
        return modules.map { module in
            let files = sources.filter { $0.leftOut.contains(module) }.map(\.path)
            let advice = AppleFrameworks.instead[module] ?? "what is used of it will not compile"
            return "\(SourceFiles.described(files)): \(module) is not offered here, so its import "
                + "is left out; \(advice) (`belfry help SwiftSDK`)"
        }
            + sources.flatMap { source in
                source.members.oddities.map { "\(source.path):\($0.line): \($0.message)" }
            }
    }
}
