// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryEgress

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", [127, 0, 0, 1]),
            ("0.0.0.0", [0, 0, 0, 0]),
            ("255.255.255.255", [255, 255, 255, 255]),
            ("203.0.113.9", [203, 0, 113, 9]),
        ] as [(String, [UInt8])]
    )
    func `reads four decimal numbers`(text: String, bytes: [UInt8]) throws {
        let address = try #require(IPAddress(text))
        #expect(address.bytes == bytes)
        #expect(address.description == text)
        #expect(IPAddress(bytes: bytes) == address)
    }

    @Test(arguments: [
        ("::1", "::1"), ("2001:DB8::0:1", "2001:db8::1"), ("::", "::"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
    ])
    func `reads IPv6 and writes its usual spelling`(text: String, usual: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.bytes.count == 16)
        #expect(address.description == usual)
        #expect(IPAddress(bytes: address.bytes) == address)
    }

    @Test(arguments: [
        "", "127.1", "127.0.1", "2130706433", "0x7f.0.0.1", "0x7f000001", "0177.0.0.1",
        "127.0.0.01", "127.0.0.1.", "127.0.0.256", "1.2.3.4.5", " 127.0.0.1", "127.0.0.1 ",
        "127.0.0.-1", "127.0.0.+1", "127..0.1", "fe80::1%eth0", "[::1]", "::1\u{0}", ":::",
        "12345::", "1:2:3:4:5:6:7", "::1/64", "１２７.0.0.1",
    ])
    func `knows no other spelling`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [0, 1, 3, 5, 15, 17])
    func `is made of 4 or 16 bytes only`(count: Int) {
        #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
}
