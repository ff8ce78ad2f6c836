// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryEgress

/// A second opinion on addresses, byte by byte where the policy shifts numbers.
enum AddressOracle {
    /// 127.0.0.0/8 and ::1, mapped or not.
    static func isThisMachine(_ address: IPAddress) -> Bool {
        let bytes = plain(address)
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// Private, link-local, multicast and unspecified addresses, of both families.
    static func isInternal(_ address: IPAddress) -> Bool {
        let bytes = plain(address)
        if bytes.count == 16 {
            return bytes[0] & 0xfe == 0xfc || bytes[0] == 0xff || bytes[0] == 0
                || (bytes[0] == 0xfe && bytes[1] & 0x80 == 0x80)
        }
        return switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (224..., _): true
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168): true
        default: false
        }
    }

    /// The IPv4 address in the dress of IPv6: mapped, NAT64, 6to4.
    private static func plain(_ address: IPAddress) -> [UInt8] {
        let bytes = address.bytes
        let zeros = Array(repeating: UInt8(0), count: 8)
        guard bytes.count == 16 else { return bytes }
        if bytes.starts(with: zeros + [0, 0, 0xff, 0xff]) { return Array(bytes.suffix(4)) }
        if bytes.starts(with: [0, 0x64, 0xff, 0x9b] + zeros) { return Array(bytes.suffix(4)) }
        if bytes.starts(with: [0x20, 0x02]) { return Array(bytes[2..<6]) }
        return bytes
    }
}
