// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What the run could keep, and what was removed of it.
    package struct StorageSummary: Sendable, Codable {
        /// The directories it was given, its own first.
        package var folders: [Folder]
        /// Why it was given less than it asks for.
        package var shortfall: String?
        /// What the host removed of what the run wrote; nil where it removed nothing.
        package var removals: [Removal]?

        /// What was removed from one directory.
        package struct Removal: Sendable, Codable, Equatable {
            /// The directory, as in `folders`.
            package var kind: String
            package var identifier: String
            /// What was removed.
            package var byteCount: UInt64
            package var fileCount: Int

            package init(kind: String, identifier: String, byteCount: UInt64, fileCount: Int) {
                self.kind = kind
                self.identifier = identifier
                self.byteCount = byteCount
                self.fileCount = fileCount
            }
        }

        /// One directory that outlives the worker.
        package struct Folder: Sendable, Codable {
            /// `data`, `group` or `keychain`.
            package var kind: String
            package var identifier: String
            /// Whether it could be written to; one that is over its limit can be read and emptied.
            package var isWritable: Bool
            /// True where nothing in it could be read either, before the device's first unlock; else nil.
            package var isClosed: Bool?
            /// What is in it after the run.
            package var byteCount: UInt64
            package var fileCount: Int
            /// Why it held too much as the run ended, or cannot be counted, and what to do; nil where it
            /// holds little enough.
            package var excess: String?

            package init(
                kind: String,
                identifier: String,
                isWritable: Bool,
                isClosed: Bool? = nil,
                byteCount: UInt64,
                fileCount: Int,
                excess: String? = nil
            ) {
                self.kind = kind
                self.identifier = identifier
                self.isWritable = isWritable
                self.isClosed = isClosed
                self.byteCount = byteCount
                self.fileCount = fileCount
                self.excess = excess
            }
        }

        package init(folders: [Folder], shortfall: String? = nil, removals: [Removal]? = nil) {
            self.folders = folders
            self.shortfall = shortfall
            self.removals = removals
        }
    }
}
