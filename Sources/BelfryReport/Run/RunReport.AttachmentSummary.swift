// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What became of one file that the extension attached.
    package struct AttachmentSummary: Sendable, Codable {
        /// What names it in the notification.
        package var identifier: String

        /// Its type, such as `public.png`; nil when that is not known.
        package var type: String?

        /// The type that its hint or its name says, where its bytes are of another one.
        package var claimedType: String?

        /// Its size, and its SHA-256 in hexadecimal.
        package var byteCount: Int?
        package var sha256: String?

        /// Where the store keeps it.
        package var path: String?
        /// Why it was left out; nil when it was stored.
        package var error: String?
        package var message: String?

        package init(
            identifier: String,
            type: String? = nil,
            claimedType: String? = nil,
            byteCount: Int? = nil,
            sha256: String? = nil,
            path: String? = nil,
            error: String? = nil,
            message: String? = nil
        ) {
            self.identifier = identifier
            self.type = type
            self.claimedType = claimedType
            self.byteCount = byteCount
            self.sha256 = sha256
            self.path = path
            self.error = error
            self.message = message
        }
    }

    /// What the store removed to make room for this run's attachments.
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
