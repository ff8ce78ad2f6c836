// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a push of another kind than a notification is for.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the kind.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A call.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// A change of a file provider's.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
    /// A change of a complication.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
}

/// A push of another kind than a notification; a service extension is given none.
open class PKPushPayload: NSObject {
    /// The kind.
    open var type: PKPushType { .voIP }
    /// The push as it came.
    open var dictionaryPayload: [AnyHashable: Any] { [:] }
}
