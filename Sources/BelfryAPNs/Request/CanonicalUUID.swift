// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// UUIDs as APNs writes them: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
enum CanonicalUUID {
    /// A UUID with its letters in lower case; nil for a text that is not one.
    static func lowercased(_ text: String) -> String? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
        else { return nil }
        return text.lowercased()
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
