// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryEgress

@Suite struct AddressClassTests {
    @Test(
        arguments: [
            (
                .public,
                [
                    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255",
                    "100.128.0.0", "126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17",
                    "169.253.255.255", "169.255.0.0",
                    "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
                    "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
                    "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0",
                    "223.255.255.255", "1.0.0.0", "2606:4700:4700::1111", "2001:200::1",
                    "2001:db7:ffff::", "2001:db9::", "2400::1", "3ffe::1", "3fff:1000::",
                    "2620:4f:8000::1",
                ]
            ),
            (
                .loopback,
                ["127.0.0.0", "127.0.0.1", "127.0.0.53", "127.255.255.255", "::1"]
            ),
            (
                .private,
                [
                    "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200",
                    "100.127.255.255", "172.16.0.0",
                    "172.31.255.255", "192.168.0.0", "192.168.255.255", "fc00::", "fd12:3456::1",
                    "fdff:ffff::", "fd00:ec2::254", "fec0::1", "feff::1", "64:ff9b:1::1",
                    "64:ff9b:1:ffff::8.8.8.8",
                ]
            ),
            (
                .linkLocal,
                [
                    "168.63.129.16", "169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1",
                    "febf:ffff::",
                ]
            ),
            (.multicast, ["224.0.0.0", "224.0.0.251", "239.255.255.255", "ff00::", "ff02::fb"]),
            (.unspecified, ["0.0.0.0", "::"]),
            (.broadcast, ["255.255.255.255"]),
            (
                .reserved,
                [
                    "0.0.0.1", "0.255.255.255", "192.0.0.0", "192.0.0.170", "192.0.2.1",
                    "192.88.99.1", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.9",
                    "240.0.0.0", "255.255.255.254", "::2", "::127.0.0.1", "::8.8.8.8", "100::1",
                    "2001::1", "2001:0:7f00:1::", "2001:2::1", "2001:1ff:ffff::", "2001:db8::1",
                    "3fff::1", "3fff:fff:ffff::", "4000::1", "5f00::1", "1fff::1", "fe00::1",
                    "fbff::1", "64:ff9a::8.8.8.8", "64:ff9b:0:1::1", "0:0:0:0:ffff:0:8.8.8.8",
                ]
            ),
        ] as [(AddressClass, [String])]
    )
    func `puts addresses into classes`(expected: AddressClass, addresses: [String]) throws {
        for text in addresses {
            let address = try #require(IPAddress(text), "\(text)")
            #expect(address.addressClass == expected, "\(text)")
        }
    }

    @Test(arguments: [
        ("8.8.8.8", AddressClass.public), ("127.0.0.1", .loopback), ("10.1.2.3", .private),
        ("169.254.169.254", .linkLocal), ("224.0.0.1", .multicast), ("0.0.0.0", .unspecified),
        ("255.255.255.255", .broadcast), ("203.0.113.1", .reserved),
    ])
    func `sees through IPv6 to the IPv4 address within`(
        text: String,
        expected: AddressClass
    ) throws {
        let inner = try #require(IPAddress(text))
        let mapped = try #require(IPAddress("::ffff:\(text)"))
        let translated = try #require(IPAddress("64:ff9b::\(text)"))
        let sixToFour = try #require(
            IPAddress(bytes: [0x20, 0x02] + inner.bytes + [UInt8](repeating: 0x11, count: 10))
        )
        #expect(mapped.addressClass == expected)
        #expect(mapped.mappedV4 == inner)
        #expect(translated.addressClass == expected)
        #expect(translated.mappedV4 == nil)
        #expect(sixToFour.addressClass == expected)
    }

    @Test func `calls public nothing outside of global unicast`() throws {
        for first in UInt8.min...UInt8.max where first >> 5 != 0b001 {
            let bytes = [first] + [UInt8](repeating: 0x5a, count: 15)
            let address = try #require(IPAddress(bytes: bytes))
            #expect(address.addressClass != .public, "\(address)")
        }
    }
}
