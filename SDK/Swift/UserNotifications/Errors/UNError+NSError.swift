// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UNError: CustomNSError {
    /// The domain of every such error.
    public static var errorDomain: String { UNErrorDomain }

    /// The code as a number.
    public var errorCode: Int { foundation.code }

    /// What the error says beyond its code.
    public var errorUserInfo: [String: Any] { foundation.userInfo }
}

extension UNError: Hashable {
    /// Whether the two errors are equal as Foundation has them.
    public static func == (first: Self, second: Self) -> Bool {
        first.foundation.isEqual(second.foundation)
    }

    /// Feeds the error to the hasher as Foundation has it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(foundation)
    }
}

// The one door the runtime has for `as` between a struct and a class. Without it neither `catch let
// error as UNError` matches the NSError that is thrown nor `catch let error as NSError` a UNError.
// The names with an underscore are the standard library's.
// swift-format-ignore: NoLeadingUnderscores
extension UNError: _ObjectiveCBridgeable {
    /// Gives the error as Foundation has it.
    public func _bridgeToObjectiveC() -> NSError {
        foundation
    }

    /// Takes over an error that a forced cast says is one of user notifications.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout UNError?) {
        result = UNError(foundation: source)
    }

    /// Takes over an error if it is one of user notifications.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout UNError?
    ) -> Bool {
        result = UNError(foundation: source)
        return result != nil
    }

    /// Takes over an error that is known to be one of user notifications.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> UNError {
        guard let error = source.flatMap(UNError.init(foundation:)) else {
            preconditionFailure("An error that is not of \(UNErrorDomain) cannot be a UNError.")
        }
        return error
    }
}
