// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// An IPv4 or IPv6 address as a number, so that a rule about it is arithmetic.
package enum IPAddress: Hashable, Sendable {
    /// The 32 bits of an IPv4 address.
    case v4(UInt32)

    /// The 128 bits of an IPv6 address.
    case v6(UInt128)

    /// Reads the one usual spelling: four decimal numbers, or IPv6 without brackets and zone.
    ///
    /// The spellings of man 3 inet_aton (`0x7f.1`, `127.1`, `2130706433`, `0177.0.0.1`) are not
    /// addresses here: what one reader takes for a name and another for an address is a way round.
    package init?(_ text: String) {
        if let value = Self.fourDecimals(text) {
            self = .v4(value)
        } else if let value = Self.colonHexadecimal(text) {
            self = .v6(value)
        } else {
            return nil
        }
    }

    /// Takes an address in network byte order; nil unless there are 4 or 16 bytes.
    init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: self = .v6(bytes.reduce(0) { $0 << 8 | UInt128($1) })
        default: return nil
        }
    }

    /// The address in network byte order, 4 or 16 bytes.
    var bytes: [UInt8] {
        switch self {
        case .v4(let value):
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        case .v6(let value):
            stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
    }

    private static func fourDecimals(_ text: String) -> UInt32? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            let isPlain = part.count == 1 || part.first != UInt8(ascii: "0")
            guard isPlain, part.allSatisfy(\.isDigit), let byte = UInt8(String(Substring(part)))
            else { return nil }
            value = value << 8 | UInt32(byte)
        }
        return value
    }

    private static func colonHexadecimal(_ text: String) -> UInt128? {
        let isPlausible = text.utf8.allSatisfy {
            $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        guard isPlausible else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual spelling (man 3 inet_ntop), without brackets.
    package var description: String {
        let family = if case .v4 = self { AF_INET } else { AF_INET6 }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let capacity = socklen_t(text.count)
        guard unsafe inet_ntop(family, bytes, &text, capacity) != nil else { return "" }
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }
}
