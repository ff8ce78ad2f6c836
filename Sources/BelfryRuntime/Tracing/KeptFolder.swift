// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryEgress

/// What was in a directory that outlives workers.
package struct KeptFolder: Sendable, Equatable, Codable {
    /// `data`, `group` or `keychain`.
    package var kind: String
    package var identifier: String

    /// Directories before what is in them.
    package var entries: [Entry]

    /// Most directories of one bundle, and most entries that are kept of one.
    package static let limit = 256
    package static let entryLimit = 1024

    /// How many entries there were that are not kept.
    package var omittedCount: Int

    package init(kind: String, identifier: String, entries: [Entry] = [], omittedCount: Int = 0) {
        self.kind = kind
        self.identifier = identifier
        self.entries = entries
        self.omittedCount = omittedCount
    }

    /// A file or a directory.
    package struct Entry: Sendable, Equatable, Codable {
        /// Where it is in the directory.
        package var path: String

        /// A file's content; nil for a directory.
        package var content: KeptBytes?

        /// When it was changed last, in nanoseconds of UNIX time.
        package var modified: Int64

        package init(path: String, content: KeptBytes?, modified: Int64) {
            self.path = path
            self.content = content
            self.modified = modified
        }

        /// Whether the path stays in the directory, whoever has written it.
        package var isValid: Bool {
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            return names.count <= 16
                && names.allSatisfy { name in
                    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
                        && !name.utf8.contains(0)
                }
        }
    }
}
