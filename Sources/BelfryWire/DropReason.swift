// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an extension drops a notification: a code of its own, short and safe to print.
package struct DropReason: Hashable, Sendable {
    /// 1 to 64 letters and digits of ASCII, dots, underscores and hyphens.
    package let code: String

    /// Takes a code; nil for one that is empty, too long or has other characters.
    package init?(_ code: String) {
        guard (1...Self.byteLimit).contains(code.utf8.count),
            code.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        self.code = code
    }

    /// Most bytes of a code.
    package static let byteLimit = 64

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
