// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CABIProbe
import CBelfry
import Testing

/// The macros of `belfry/base.h`, as a C compiler expands them.
@Suite struct MacroTests {
    /// The byte count of bf_service up to and with did_receive.
    static let throughDidReceive: UInt32 = 24

    @Test(arguments: [
        (size: 48 as UInt32, hasStop: true),  // 1.0
        (size: 56, hasStop: true),  // 1.1, grown at its end
        (size: 47, hasStop: false),  // one byte short of the member's end
        (size: throughDidReceive, hasStop: false),
    ])
    func `BF_HAS is true only of a member the table reaches to the end of (ABI-2)`(
        size: UInt32,
        hasStop: Bool
    ) {
        var table = cabi_probe_service(size)
        let found = unsafe (cabi_probe_has_did_receive(&table), cabi_probe_has_stop(&table))
        #expect(found == (1, hasStop ? 1 : 0))
    }

    @Test func `BF_HAS is false of a member that is null`() {
        var table = cabi_probe_service(48)
        unsafe table.stop = nil
        let hasStop = unsafe cabi_probe_has_stop(&table)
        #expect(hasStop == 0)
    }

    @Test func `BF_STRING counts bytes, a zero among them, and not the literal's end (ABI-4)`() {
        let string = unsafe cabi_probe_string()
        let bytes = unsafe UnsafeBufferPointer(start: string.bytes, count: Int(string.count))
        #expect(unsafe Array(bytes) == [0x61, 0x00, 0xC3, 0xA9])
    }

    @Test(arguments: [(1, 0), (1, 7), (0xFFFF, 0xFFFF)] as [(UInt32, UInt32)])
    func `BF_VERSION keeps the major and the minor apart (ABI-9)`(major: UInt32, minor: UInt32) {
        let version = cabi_probe_version(major, minor)
        #expect(cabi_probe_version_major(version) == major)
        #expect(cabi_probe_version_minor(version) == minor)
    }
}
