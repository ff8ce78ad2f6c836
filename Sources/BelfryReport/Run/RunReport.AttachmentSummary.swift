// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    package struct AttachmentSummary: Sendable, Codable {
        package var identifier: String
        package var type: String?
        package var byteCount: Int?
        package var sha256: String?
        package var path: String?
        /// Why it was left out; nil when it was stored.
        package var error: String?
        package var message: String?

        package init(
            identifier: String,
            type: String? = nil,
            byteCount: Int? = nil,
            sha256: String? = nil,
            path: String? = nil,
            error: String? = nil,
            message: String? = nil
        ) {
            self.identifier = identifier
            self.type = type
            self.byteCount = byteCount
            self.sha256 = sha256
            self.path = path
            self.error = error
            self.message = message
        }
    }

    package struct StoreSummary: Sendable, Codable, Equatable {
        /// The paths of older attachments that were removed, the first to go first; 16 at most.
        package var removed: [String]
        package var removedFileCount: Int
        package var removedByteCount: UInt64

        package init(removed: [String], removedFileCount: Int, removedByteCount: UInt64) {
            self.removed = removed
            self.removedFileCount = removedFileCount
            self.removedByteCount = removedByteCount
        }
    }
}
