// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UserInfo {
    /// A value in `userInfo` that JSON has no form for.
    struct EncodingError: Error {
        /// Where the value is, as in `payment.amount`.
        let path: String
        /// What is wrong with it.
        let reason: String

        var message: String { "userInfo at \"\(path)\": \(reason)" }
    }

    /// Encodes the values as one JSON object.
    ///
    /// Apple's `userInfo` holds property-list values, of which JSON lacks two: a date becomes its
    /// ISO 8601 text with fractional seconds, data its base64 text. A URL and a UUID, which Apple
    /// refuses, become their text.
    ///
    /// - Returns: The JSON text; the host's own where the values are still the host's.
    /// - Throws: `EncodingError` for any other value and for a key that is not a string.
    func encoded() throws -> String {
        if let json { return json }
        let object = try Self.object(values, at: "")
        let data = try JSONSerialization.data(
            withJSONObject: object,
            options: [.withoutEscapingSlashes]
        )
        return String(decoding: data, as: UTF8.self)
    }

    private static func object(
        _ values: [AnyHashable: Any],
        at path: String
    ) throws -> [String: Any] {
        var object: [String: Any] = [:]
        object.reserveCapacity(values.count)
        for (key, value) in values {
            guard let name = key.base as? String else {
                throw EncodingError(path: path, reason: "the key \(key.base) is not a string")
            }
            object[name] = try element(value, at: path.isEmpty ? name : "\(path).\(name)")
        }
        return object
    }

    private static func element(_ value: Any, at path: String) throws -> Any {
        switch value {
        case let text as String: return text
        case let number as NSNumber: return try finite(number, at: path)
        case is NSNull: return NSNull()
        case let date as Date:
            return Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
        case let data as Data: return data.base64EncodedString()
        case let url as URL: return url.absoluteString
        case let identifier as UUID: return identifier.uuidString
        case let list as [Any]:
            return try list.enumerated().map { try element($1, at: "\(path)[\($0)]") }
        case let values as [AnyHashable: Any]: return try object(values, at: path)
        default:
            throw EncodingError(
                path: path,
                reason: "\(type(of: value)) is not a property-list value"
            )
        }
    }

    private static func finite(_ number: NSNumber, at path: String) throws -> NSNumber {
        guard number.doubleValue.isFinite else {
            throw EncodingError(path: path, reason: "\(number) is not a number JSON can hold")
        }
        return number
    }
}
