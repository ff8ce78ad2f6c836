// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// Values as JSON for machines: keys sorted, so that two runs can be compared.
///
/// Every command writes its JSON here. What an extension, a payload or a bundle says is in it, and
/// nothing of that can move the cursor of the terminal that it is printed on.
package enum JSONText {
    /// Over several lines, for people too.
    package static func pretty(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return EscapedJSON.text(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
    }

    /// On one line.
    package static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return EscapedJSON.text(text) + "\n"
    }
}
