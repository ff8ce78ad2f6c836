// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The domain of the errors of user notifications.
public let UNErrorDomain: String = "UNErrorDomain"

/// An error of user notifications.
///
/// What this module throws is an `NSError` of `UNErrorDomain`, because on Linux `catch let error as
/// NSError` matches only an error that is one. Casts go both ways: a thrown `NSError` of the domain
/// is caught `as UNError`, and a thrown `UNError` is caught `as NSError`.
public struct UNError: Error {
    /// What went wrong.
    public let code: Code
    /// The error as Foundation has it.
    let foundation: NSError

    /// Creates an error; without `NSLocalizedDescriptionKey` the code's own sentence describes it.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        let description = [NSLocalizedDescriptionKey: code.summary]
        foundation = NSError(
            domain: UNErrorDomain,
            code: code.rawValue,
            userInfo: userInfo.merging(description) { own, _ in own }
        )
    }

    /// Takes an error for one of user notifications, if it is of their domain and a known code.
    init?(foundation: NSError) {
        guard foundation.domain == UNErrorDomain, let code = Code(rawValue: foundation.code) else {
            return nil
        }
        self.code = code
        self.foundation = foundation
    }

    /// What the error says beyond its code.
    public var userInfo: [String: Any] { foundation.userInfo }

    /// The sentence that describes the error.
    public var localizedDescription: String { foundation.localizedDescription }
}

extension UNError {
    /// The user has not allowed the app's notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The attachment's URL is not that of a readable local file.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's type is not one that notifications can show.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The attachment is larger than its type allows.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The attachment is not in the data store of attachments.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The attachment could not be moved into the data store of attachments.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The attachment's bytes are not of its type.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The notification has no date on which it could be delivered.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The notification has nothing to deliver.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The object may not provide a notification's content.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The object cannot provide a notification's content.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The badge count is not one that can be shown.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
