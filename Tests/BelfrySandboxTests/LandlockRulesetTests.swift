// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfrySandbox

/// Rights by the bits of linux/landlock.h.
@Suite struct LandlockRulesetTests {
    @Test(
        arguments: [
            (1, 0x1fff), (2, 0x3fff), (3, 0x7fff), (4, 0x7fff), (5, 0xffff), (6, 0xffff),
            (7, 0xffff), (9, 0xffff),
        ] as [(Int32, UInt64)]
    )
    func `handles every file right its version knows`(version: Int32, rights: UInt64) {
        #expect(LandlockRuleset.fileRights(version: version) == rights)
    }

    @Test func `reading is reading`() {
        #expect(LandlockRuleset.rights(for: .read) == 0b1100)
    }

    @Test func `only code may be executed`() {
        #expect(LandlockRuleset.rights(for: .readAndExecute) == 0b1101)
        for access in [LandlockRuleset.Access.read, .readAndWriteFile, .container] {
            #expect(LandlockRuleset.rights(for: access) & 1 == 0)
        }
    }

    @Test func `a device is read and written, and nothing is made beside it`() {
        #expect(LandlockRuleset.rights(for: .readAndWriteFile) == 0b0110)
    }

    @Test func `a container holds files and directories alone`() {
        let rights = LandlockRuleset.rights(for: .container)
        let made: [(name: String, bit: UInt64)] = [
            ("character device", 6), ("socket", 9), ("fifo", 10), ("block device", 11),
            ("symbolic link", 12), ("ioctl", 15),
        ]
        for (name, bit) in made { #expect(rights & 1 << bit == 0, "\(name)") }
        for bit in [1, 2, 3, 4, 5, 7, 8, 13, 14] as [UInt64] {
            #expect(rights & 1 << bit != 0, "\(bit)")
        }
    }

    @Test func `no access gives a right that no version knows`() {
        for access in [LandlockRuleset.Access.read, .readAndExecute, .readAndWriteFile, .container]
        {
            #expect(LandlockRuleset.rights(for: access) & ~0xffff == 0)
        }
    }
}
