// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryWire

/// The parts of a crash record that are worth attacking, one behind the other.
///
/// The whole is mostly zeros: an input of its length would hardly ever hit what is read.
enum CrashSeed {
    /// Where the parts lie in the record.
    private static let parts = [
        0..<512,
        CrashRecord.moduleOffset..<CrashRecord.moduleOffset + 2 * CrashRecord.moduleByteCount,
        CrashRecord.stackOffset..<CrashRecord.stackOffset + 512,
    ]

    /// The length of all parts.
    static let byteLimit = parts.reduce(0) { $0 + $1.count }

    /// The parts of a record with one module and two frames.
    static var bytes: [UInt8] { parts.flatMap { memory[$0] } }

    /// The record with an input in place of the parts' first bytes.
    static func memory(under input: [UInt8]) -> [UInt8] {
        var memory = memory
        var rest = input[...]
        for part in parts {
            let piece = rest.prefix(part.count)
            memory.replaceSubrange(part.lowerBound..<part.lowerBound + piece.count, with: piece)
            rest = rest.dropFirst(part.count)
        }
        return memory
    }

    private static let stackAddress: UInt64 = 0x7fff_0000
    private static let code: UInt64 = 0x40_0000

    /// A record as the signal handler leaves it after a bad access.
    private static let memory: [UInt8] = {
        var memory = [UInt8](repeating: 0, count: CrashRecord.byteCount)
        let put = { (bytes: [UInt8], offset: Int) in
            memory.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        let word = { (value: UInt64) in
            (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let half = { (value: UInt32) in Array(word(UInt64(value)).prefix(4)) }
        put(half(CrashRecord.magic) + half(2) + half(11) + half(1) + word(0x10), 0)
        put(half(CrashRecord.Machine.identifier), 28)
        put(Array("belfry-work".utf8), 32)
        put(half(UInt32(CrashRecord.Machine.registerCount)) + half(1), 48)
        put(word(stackAddress - 0x1000) + word(stackAddress) + half(512), 56)
        put(word(code) + word(code + 0x2000), CrashRecord.moduleOffset)
        put(Array("/srv/A.appex/A".utf8), CrashRecord.moduleOffset + 16)
        for (register, value) in [
            (CrashRecord.Machine.programCounter, code + 0x1139),
            (CrashRecord.Machine.stackPointer, stackAddress),
            (CrashRecord.Machine.framePointer, stackAddress + 0x20),
        ] {
            put(word(value), 80 + 8 * register)
        }
        put(word(0) + word(code + 0x100), CrashRecord.stackOffset + 0x20)
        return memory
    }()
}
