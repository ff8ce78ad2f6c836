// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNError {
    /// What went wrong; the numbers are Apple's.
    public enum Code: Int, Sendable {
        /// The user has not allowed the app's notifications.
        case notificationsNotAllowed = 1
        /// The attachment's URL is not that of a readable local file.
        case attachmentInvalidURL = 100
        /// The attachment's type is not one that notifications can show.
        case attachmentUnrecognizedType = 101
        /// The attachment is larger than its type allows.
        case attachmentInvalidFileSize = 102
        /// The attachment is not in the data store of attachments.
        case attachmentNotInDataStore = 103
        /// The attachment could not be moved into the data store of attachments.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment's bytes are not of its type.
        case attachmentCorrupt = 105
        /// The notification has no date on which it could be delivered.
        case notificationInvalidNoDate = 1400
        /// The notification has nothing to deliver.
        case notificationInvalidNoContent = 1401
        /// The object may not provide a notification's content.
        case contentProvidingObjectNotAllowed = 1500
        /// The object cannot provide a notification's content.
        case contentProvidingInvalid = 1501
        /// The badge count is not one that can be shown.
        case badgeInputInvalid = 1600

        /// The sentence that `localizedDescription` gives when the error brings none of its own.
        var summary: String {
            switch self {
            case .notificationsNotAllowed: "Notifications are not allowed for this application"
            case .attachmentInvalidURL: "Invalid attachment file URL"
            case .attachmentUnrecognizedType: "Unrecognized attachment file type"
            case .attachmentInvalidFileSize: "Invalid attachment file size"
            case .attachmentNotInDataStore: "Attachment is not in the data store"
            case .attachmentMoveIntoDataStoreFailed:
                "Attachment could not be moved into the data store"
            case .attachmentCorrupt: "Attachment file is corrupt"
            case .notificationInvalidNoDate: "Notification has no date to be delivered on"
            case .notificationInvalidNoContent: "Notification has no content"
            case .contentProvidingObjectNotAllowed: "Content providing object is not allowed"
            case .contentProvidingInvalid: "Content providing object is invalid"
            case .badgeInputInvalid: "Badge count is invalid"
            }
        }

        /// Whether an error is of this code: what `catch UNError.attachmentCorrupt` asks.
        ///
        /// - Parameters:
        ///   - code: The code of the pattern.
        ///   - error: The error that was thrown.
        /// - Returns: Whether the error is a `UNError` of the code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? UNError)?.code == code
        }
    }
}
