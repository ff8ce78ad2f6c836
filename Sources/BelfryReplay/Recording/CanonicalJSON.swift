// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Values as JSON in the one way in which equal values are equal bytes.
enum CanonicalJSON {
    /// On one line, keys sorted.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, [])
    }

    /// Over several lines, for people too.
    static func pretty(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, .prettyPrinted) + [UInt8(ascii: "\n")]
    }

    private static func encode(
        _ value: some Encodable,
        _ formatting: JSONEncoder.OutputFormatting
    ) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return Array(try encoder.encode(value))
    }
}
