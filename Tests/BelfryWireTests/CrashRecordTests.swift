// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import Testing

@testable import BelfryWire

@Suite struct CrashRecordTests {
    private typealias Machine = CrashRecord.Machine

    @Test func `a whole record is read`() throws {
        let record = try CrashRecord(copy: CrashMemory().bytes)
        #expect(record.signal == 11 && record.code == 1 && record.address == 0x10)
        #expect(record.threadName == "belfry-work")
        #expect(record.stack.count == 512)
        let module = try #require(record.modules.first)
        #expect(record.modules.count == 1)
        #expect(module.path == "/srv/Name.appex/Name")
        #expect(record.module(at: record.programCounter) == module)
        #expect(record.module(at: module.end) == nil)
        #expect(record.frames == [CrashMemory.code + 0x1139])
        #expect(!record.isStackOverflow)
    }

    /// Where a lie is put, how many bytes of ones, and what it is about.
    @Test(
        arguments: [
            (0, 4, "magic"), (4, 4, "state"), (28, 4, "machine"), (48, 4, "registers"),
            (52, 4, "modules"), (72, 4, "stack"), (64, 8, "stack beyond memory"),
            (528, 496, "path without an end"), (512, 8, "module that ends before it begins"),
            (528, 1, "path that is no text"), (0, CrashRecord.byteCount, "everything"),
        ]
    )
    func `a record that does not add up is refused`(lie: (Int, Int, String)) {
        var memory = CrashMemory()
        for offset in lie.0..<lie.0 + lie.1 { memory.bytes[offset] = 0xff }
        #expect(throws: WireError.self) { try CrashRecord(copy: memory.bytes) }
    }

    @Test(arguments: [0, 1, 79, 512, CrashRecord.byteCount - 1, CrashRecord.byteCount + 1])
    func `memory of another length is refused`(byteCount: Int) {
        var bytes = CrashMemory().bytes
        bytes = Array((bytes + [0]).prefix(byteCount))
        #expect(throws: WireError.self) { try CrashRecord(copy: bytes) }
    }

    @Test func `memory that was never written is no record`() {
        let bytes = [UInt8](repeating: 0, count: CrashRecord.byteCount)
        #expect(throws: WireError.self) { try CrashRecord(copy: bytes) }
    }

    @Test func `a name without an end is none`() throws {
        var memory = CrashMemory()
        memory.put("sixteen bytes ok", at: 32)
        #expect(try CrashRecord(copy: memory.bytes).threadName == "")
    }

    @Test func `frame pointers lead from frame to frame`() throws {
        var memory = CrashMemory()
        let first = CrashMemory.stackAddress + 0x20
        let second = CrashMemory.stackAddress + 0x40
        memory.set(Machine.framePointer, to: first)
        memory.push(second, at: first)
        memory.push(CrashMemory.code + 0x100, at: first + 8)
        memory.push(0, at: second)
        memory.push(CrashMemory.code + 0x200, at: second + 8)
        let frames = try CrashRecord(copy: memory.bytes).frames
        #expect(frames.map { $0 - CrashMemory.code } == [0x1139, 0xff, 0x1ff])
    }

    @Test func `frame pointers that lead in a circle end`() throws {
        var memory = CrashMemory()
        let frame = CrashMemory.stackAddress + 0x20
        memory.set(Machine.framePointer, to: frame)
        memory.push(frame, at: frame)
        memory.push(CrashMemory.code + 0x100, at: frame + 8)
        #expect(try CrashRecord(copy: memory.bytes).frames.count == 2)
    }

    @Test(
        arguments: [
            0, 7, CrashMemory.stackAddress - 8, CrashMemory.stackAddress + 505,
            CrashMemory.stackAddress + 512, UInt64.max, UInt64.max - 7,
        ]
    )
    func `frame pointers out of the stack lead nowhere`(pointer: UInt64) throws {
        var memory = CrashMemory()
        memory.set(Machine.framePointer, to: pointer)
        #expect(try CrashRecord(copy: memory.bytes).frames.count == 1)
    }

    @Test func `no more frames than fit are found`() throws {
        var memory = CrashMemory()
        memory.set(Machine.framePointer, to: CrashMemory.stackAddress)
        // Frames of eight bytes overlap, each return address being the next frame's pointer.
        memory.put(CrashMemory.stackAddress, at: 512)
        memory.put(CrashMemory.stackAddress + 0x2000, at: 520)
        for offset in stride(from: UInt64(0), to: 504, by: 8) {
            let next = CrashMemory.stackAddress + offset + 8
            memory.push(next, at: CrashMemory.stackAddress + offset)
        }
        memory.set(Machine.programCounter, to: CrashMemory.stackAddress)
        #expect(try CrashRecord(copy: memory.bytes).frames.count == CrashRecord.frameLimit)
    }

    @Test func `a call of nothing shows who called`() throws {
        var memory = CrashMemory()
        memory.set(Machine.programCounter, to: 0x4141_4141)
        #if arch(x86_64)
        memory.push(CrashMemory.code + 0x300, at: CrashMemory.stackAddress)
        #elseif arch(arm64)
        memory.set(Machine.linkRegister, to: CrashMemory.code + 0x300)
        #endif
        let frames = try CrashRecord(copy: memory.bytes).frames
        #expect(frames == [0x4141_4141, CrashMemory.code + 0x2ff])
    }

    /// An address by its distance from where the stack's mapping begins, and what it means.
    @Test(
        arguments: [
            (-8, true), (-4096, true), (-65_536, true), (-65_537, false), (0, true),
            (8192, false), (0x10_0000, false),
        ]
    )
    func `a bad access at the end of the stack is an overflow`(place: (Int, Bool)) throws {
        var memory = CrashMemory()
        let bottom = CrashMemory.stackAddress
        memory.put(bottom, at: 56)
        memory.put(UInt64(Int(bottom) + place.0), at: 16)
        #expect(try CrashRecord(copy: memory.bytes).isStackOverflow == place.1)
        // Sent, not met.
        memory.put(Int32(-6), at: 12)
        #expect(try !CrashRecord(copy: memory.bytes).isStackOverflow)
    }

    @Test(arguments: [0, 1, UInt64.max, UInt64.max - 0xffff, 0x8000_0000_0000_0000])
    func `a stack anywhere is looked at without overflow`(bottom: UInt64) throws {
        var memory = CrashMemory()
        memory.put(bottom, at: 56)
        memory.put(UInt64.max, at: 16)
        memory.set(Machine.stackPointer, to: .max)
        #expect(try !CrashRecord(copy: memory.bytes).isStackOverflow)
    }

    @Test func `bytes at random are refused or read, and nothing else`() {
        var generator = SeededGenerator(seed: 28)
        for _ in 0..<300 {
            var memory = CrashMemory()
            for _ in 0..<8 {
                let offset = Int.random(in: 0..<1100, using: &generator)
                memory.bytes[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let record = try? CrashRecord(copy: memory.bytes) else { continue }
            #expect(record.frames.count <= CrashRecord.frameLimit)
            #expect(record.modules.allSatisfy { $0.begin < $0.end })
        }
    }
}
