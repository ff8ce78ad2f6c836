// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

/// Records as a worker could write them, field by field.
@Suite struct ContentRecordTests {
    /// Reads a record out of its five parts, each empty unless given.
    private func read(
        texts: [(UInt32, [UInt8])] = [],
        integers: [(UInt32, Int64)] = [],
        reals: [(UInt32, Double)] = [],
        cleared: [UInt32] = [],
        hasAttachments: UInt8 = 0
    ) throws(WireError) -> ContentRecord {
        var writer = FrameWriter()
        writer.write(all: texts) {
            $0.write($1.0)
            $0.write($1.1)
        }
        writer.write(all: integers) {
            $0.write($1.0)
            $0.write($1.1)
        }
        writer.write(all: reals) {
            $0.write($1.0)
            $0.write($1.1)
        }
        writer.write(all: cleared) { $0.write($1) }
        writer.write(hasAttachments)
        var reader = FrameReader(writer.bytes)
        let record = try ContentRecord(from: &reader)
        try reader.finish()
        return record
    }

    @Test(arguments: [0, 13, 0x100, 0x200, .max] as [UInt32])
    func `refuses an unknown text key`(key: UInt32) {
        #expect(throws: WireError.self) { try read(texts: [(key, [])]) }
    }

    @Test func `refuses a text key twice`() {
        #expect(throws: WireError.self) { try read(texts: [(1, [1]), (1, [1])]) }
    }

    @Test func `refuses an integer key twice`() {
        let key = ContentKey.badge
        #expect(throws: WireError.self) { try read(integers: [(key, 1), (key, 2)]) }
    }

    @Test func `refuses a real key twice`() {
        let key = ContentKey.soundVolume
        #expect(throws: WireError.self) { try read(reals: [(key, 1), (key, 0)]) }
    }

    @Test func `refuses to clear a field twice`() {
        #expect(throws: WireError.self) { try read(cleared: [3, 3]) }
    }

    @Test(arguments: [0, 13, 0xff, 0x104, 0x1ff, 0x202, .max] as [UInt32])
    func `refuses to clear an unknown field`(key: UInt32) {
        #expect(throws: WireError.self) { try read(cleared: [key]) }
    }

    @Test func `refuses to set a field and clear it as well`() {
        #expect(throws: WireError.self) { try read(texts: [(1, [1])], cleared: [1]) }
        #expect(throws: WireError.self) { try read(integers: [(0x100, 1)], cleared: [0x100]) }
        #expect(throws: WireError.self) { try read(reals: [(0x200, 1)], cleared: [0x200]) }
    }

    @Test(
        arguments: [
            (ContentKey.badge, [-1, 1 << 31, .max, .min]),
            (ContentKey.interruptionLevel, [-1, 4, .max]),
            (ContentKey.summaryArgumentCount, [0, -1, .max]),
            (ContentKey.sound, [-1, 7, .min]),
            (ContentKey.title, [0]), (ContentKey.relevanceScore, [0]), (0x104, [0]), (0, [0]),
        ] as [(UInt32, [Int64])]
    )
    func `refuses an integer out of its range`(key: UInt32, values: [Int64]) {
        for value in values {
            #expect(throws: WireError.self, "\(value)") { try read(integers: [(key, value)]) }
        }
    }

    @Test(
        arguments: [.nan, .signalingNaN, .infinity, -.infinity, -0.001, 1.001] as [Double]
    )
    func `refuses a real out of its range`(value: Double) {
        for key in ContentKey.reals {
            #expect(throws: WireError.self) { try read(reals: [(key, value)]) }
        }
    }

    @Test func `takes the ends of every range`() throws {
        let record = try read(
            texts: [(ContentKey.title, []), (ContentKey.userInfo, [0xff])],
            integers: [(ContentKey.badge, Int64(Int32.max)), (ContentKey.sound, 6)],
            reals: [(ContentKey.relevanceScore, 1), (ContentKey.soundVolume, 0)],
            cleared: [ContentKey.body, ContentKey.summaryArgumentCount]
        )
        #expect(record.texts[ContentKey.userInfo] == [0xff])
        #expect(record.integers[ContentKey.badge] == Int64(Int32.max))
        #expect(record.cleared == [ContentKey.body, ContentKey.summaryArgumentCount])
        #expect(record.attachments == nil)
    }

    @Test(arguments: [2, 127, 255] as [UInt8])
    func `refuses a truth value that is neither`(value: UInt8) {
        #expect(throws: WireError.self) { try read(hasAttachments: value) }
    }

    @Test func `refuses text that is not UTF-8`() {
        for bytes: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] {
            var writer = FrameWriter()
            writer.write(UInt8(5))
            writer.write(UInt32(0))
            writer.write(bytes)
            #expect(throws: WireError.self) { _ = try WorkerEvent(frame: writer.bytes) }
        }
    }
}
