// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// An object of the system's that knows what a notification is about, such as an
/// `INSendMessageIntent`.
///
/// As on Apple's systems, a class of an extension's own can say that it conforms, and is refused.
public protocol UNNotificationContentProviding: NSObjectProtocol {
    /// Puts into a content what the object knows; Apple's protocol hides as much.
    ///
    /// - Parameter content: The content to change.
    /// - Throws: An `NSError` of `UNErrorDomain`, which `updating(from:)` throws on.
    func belfryProvide(_ content: UNMutableNotificationContent) throws
}

extension UNNotificationContentProviding {
    /// Refuses, since the object is none of the system's.
    public func belfryProvide(_ content: UNMutableNotificationContent) throws {
        throw UNError(.contentProvidingObjectNotAllowed).foundation
    }
}
