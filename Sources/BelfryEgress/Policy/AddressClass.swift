// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What kind of place an address is, in the view of somebody who lets a stranger connect to it.
///
/// Follows IANA's registries of special-purpose addresses (RFC 6890 and updates). Whatever is not
/// known to be public is not public. An IPv6 address that carries an IPv4 address within (mapped,
/// NAT64, 6to4) is what the IPv4 address is.
enum AddressClass: String, Sendable, Codable, CaseIterable {
    /// Reachable by everybody: the only kind a name may lead to.
    case `public`

    /// This machine: 127.0.0.0/8, ::1.
    case loopback

    /// A private network: RFC 1918, shared space 100.64.0.0/10, fc00::/7.
    case `private`

    /// The local link: 169.254.0.0/16 with the metadata services of clouds, fe80::/10.
    case linkLocal

    /// Groups: 224.0.0.0/4, ff00::/8.
    case multicast

    /// No address at all, which Linux connects to this machine: 0.0.0.0, ::.
    case unspecified

    /// Everybody on the link: 255.255.255.255.
    case broadcast

    /// Documentation, benchmarks, protocols, the future: nothing to talk to.
    case reserved

    /// Whether such an address can be the end of a connection at all.
    var isUnicast: Bool {
        switch self {
        case .public, .loopback, .private, .linkLocal, .reserved: true
        case .multicast, .unspecified, .broadcast: false
        }
    }

    /// The words for a sentence, such as `a loopback address`.
    var phrase: String {
        switch self {
        case .public: "a public address"
        case .loopback: "a loopback address"
        case .private: "an address of a private network"
        case .linkLocal: "a link-local address"
        case .multicast: "a multicast address"
        case .unspecified: "the unspecified address"
        case .broadcast: "the broadcast address"
        case .reserved: "a reserved address"
        }
    }
}

extension IPAddress {
    /// The kind of place it is.
    var addressClass: AddressClass {
        switch self {
        case .v4(let value): Self.addressClass(v4: value)
        case .v6(let value): Self.addressClass(v6: value)
        }
    }

    /// The IPv4 address written as IPv6 (`::ffff:127.0.0.1`), if this is one.
    var mappedV4: IPAddress? {
        guard case .v6(let value) = self, value >> 32 == 0xffff else { return nil }
        return .v4(UInt32(truncatingIfNeeded: value))
    }

    private static func addressClass(v4 value: UInt32) -> AddressClass {
        let block = v4Blocks.first { value >> (32 - $0.length) == $0.prefix >> (32 - $0.length) }
        return block?.addressClass ?? .public
    }

    private static func addressClass(v6 value: UInt128) -> AddressClass {
        // Prefixes in front of an IPv4 address: mapped, NAT64 (RFC 6052), 6to4 (RFC 3056).
        if value >> 32 == 0xffff || value >> 32 == 0x0064_ff9b << 64 {
            return addressClass(v4: UInt32(truncatingIfNeeded: value))
        }
        if value >> 112 == 0x2002 {
            return addressClass(v4: UInt32(truncatingIfNeeded: value >> 80))
        }
        let block = v6Blocks.first {
            value >> (128 - $0.length) == (UInt128($0.prefix) << 64) >> (128 - $0.length)
        }
        if let block { return block.addressClass }
        // Global unicast is 2000::/3 (RFC 4291 2.4); two addresses stand alone.
        return switch value {
        case 0: .unspecified
        case 1: .loopback
        default: value >> 125 == 0b001 ? .public : .reserved
        }
    }

    private static let v4Blocks: [(prefix: UInt32, length: Int, addressClass: AddressClass)] = [
        (0x0000_0000, 32, .unspecified),
        (0x0000_0000, 8, .reserved),  // 0.0.0.0/8, RFC 791
        (0x0a00_0000, 8, .private),  // 10.0.0.0/8, RFC 1918
        (0x6440_0000, 10, .private),  // 100.64.0.0/10, RFC 6598
        (0x7f00_0000, 8, .loopback),  // 127.0.0.0/8, RFC 1122
        (0xa9fe_0000, 16, .linkLocal),  // 169.254.0.0/16, RFC 3927
        (0xac10_0000, 12, .private),  // 172.16.0.0/12, RFC 1918
        (0xa83f_8110, 32, .linkLocal),  // 168.63.129.16, Azure's agent of the machine beneath
        (0xc000_0000, 24, .reserved),  // 192.0.0.0/24, RFC 6890
        (0xc000_0200, 24, .reserved),  // 192.0.2.0/24, RFC 5737
        (0xc058_6300, 24, .reserved),  // 192.88.99.0/24, RFC 7526
        (0xc0a8_0000, 16, .private),  // 192.168.0.0/16, RFC 1918
        (0xc612_0000, 15, .reserved),  // 198.18.0.0/15, RFC 2544
        (0xc633_6400, 24, .reserved),  // 198.51.100.0/24, RFC 5737
        (0xcb00_7100, 24, .reserved),  // 203.0.113.0/24, RFC 5737
        (0xe000_0000, 4, .multicast),  // 224.0.0.0/4, RFC 5771
        (0xffff_ffff, 32, .broadcast),  // RFC 919
        (0xf000_0000, 4, .reserved),  // 240.0.0.0/4, RFC 1112
    ]

    /// The upper 64 bits of each block.
    private static let v6Blocks: [(prefix: UInt64, length: Int, addressClass: AddressClass)] = [
        (0x0064_ff9b_0001_0000, 48, .private),  // 64:ff9b:1::/48, local NAT64, RFC 8215
        (0x2001_0000_0000_0000, 23, .reserved),  // 2001::/23 with Teredo, RFC 2928, RFC 4380
        (0x2001_0db8_0000_0000, 32, .reserved),  // 2001:db8::/32, RFC 3849
        (0x3fff_0000_0000_0000, 20, .reserved),  // 3fff::/20, RFC 9637
        (0xfc00_0000_0000_0000, 7, .private),  // fc00::/7, RFC 4193
        (0xfe80_0000_0000_0000, 10, .linkLocal),  // fe80::/10, RFC 4291
        (0xfec0_0000_0000_0000, 10, .private),  // fec0::/10, RFC 3879
        (0xff00_0000_0000_0000, 8, .multicast),  // ff00::/8, RFC 4291
    ]
}
