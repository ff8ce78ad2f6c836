// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

/// Files that are written around their holes.
struct HolesTests {
    @Test(arguments: [0, 1, 4095, 4096, 4097, 20_000])
    func `what is read is what was written`(zeroCount: Int) throws {
        let folder = try TemporaryFolder()
        let zeros = [UInt8](repeating: 0, count: zeroCount)
        let bytes = [1, 2, 3] + zeros + [4] + zeros
        let file = try Descriptor.open(folder("file"), O_CREAT | O_RDWR)

        try file.writeSparsely(bytes, at: 0)
        try file.writeSparsely(bytes, at: 65_536)
        try file.setByteCount(UInt64(65_536 + bytes.count))

        let between = [UInt8](repeating: 0, count: 65_536 - bytes.count)
        #expect(try file.read(at: 0, count: 1 << 20) == bytes + between + bytes)
    }

    @Test func `zeros take no room`() throws {
        let folder = try TemporaryFolder()
        let file = try Descriptor.open(folder("file"), O_CREAT | O_RDWR)
        try file.writeSparsely([UInt8](repeating: 0, count: 1 << 20), at: 0)
        try file.setByteCount(1 << 20)
        #expect(try file.byteCount() == 1 << 20)
        #expect(try file.status().st_blocks == 0)
    }
}
