// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation

/// The rows of `SDK/C/abi/views.def`.
struct ViewDefinition {
    /// A property: its constant without `BF_VIEW_`, number, type, and names in Swift and in JSON.
    struct Key: Sendable {
        let constant: String
        let number: UInt32
        let type: String
        let name: String
        /// The path of the member; empty where only layout reads the property.
        let word: String
    }

    /// A word for a number that an integer property holds, or for one of its bits.
    struct Value: Sendable {
        let key: Key
        let number: Int64
        let word: String
    }

    let keys: [Key]
    let values: [Value]
    let flags: [Value]

    init() throws {
        let file = Workshop.root.appendingPathComponent("SDK/C/abi/views.def")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        func rows(_ macro: String, _ count: Int) -> [[String]] {
            lines.filter { $0.hasPrefix(macro + "(") }.map {
                $0.dropFirst(macro.count + 1).dropLast().replacing("\"", with: "")
                    .components(separatedBy: ", ")
            }
            .filter { $0.count == count }
        }
        let keys = rows("VIEW_KEY", 5).map {
            Key(
                constant: $0[0],
                number: $0[1].hasPrefix("0x")
                    ? UInt32($0[1].dropFirst(2), radix: 16) ?? 0 : UInt32($0[1]) ?? 0,
                type: $0[2],
                name: $0[3],
                word: $0[4]
            )
        }
        func words(_ macro: String) -> [Value] {
            rows(macro, 3).compactMap { row in
                guard let key = keys.first(where: { $0.constant == row[0] }) else { return nil }
                return Int64(row[1]).map { Value(key: key, number: $0, word: row[2]) }
            }
        }
        self.keys = keys
        values = words("VIEW_VALUE")
        flags = words("VIEW_FLAG")
    }
}
