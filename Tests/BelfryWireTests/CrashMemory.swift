// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryWire

/// The memory of a crash record as the signal handler writes it, to be spoilt.
struct CrashMemory {
    var bytes = [UInt8](repeating: 0, count: CrashRecord.byteCount)

    static let stackAddress: UInt64 = 0x7fff_0000
    static let code: UInt64 = 0x40_0000

    /// A whole record: one module, a stack of 512 bytes, a bad access in the module.
    init() {
        put(CrashRecord.magic, at: 0)
        put(UInt32(2), at: 4)
        put(Int32(11), at: 8)
        put(Int32(1), at: 12)
        put(UInt64(0x10), at: 16)
        put(CrashRecord.Machine.identifier, at: 28)
        put("belfry-work", at: 32)
        put(UInt32(CrashRecord.Machine.registerCount), at: 48)
        put(UInt32(1), at: 52)
        put(Self.stackAddress - 0x1000, at: 56)
        put(Self.stackAddress, at: 64)
        put(UInt32(512), at: 72)
        put(Self.code, at: 512)
        put(Self.code + 0x2000, at: 520)
        put("/srv/Name.appex/Name", at: 528)
        set(CrashRecord.Machine.programCounter, to: Self.code + 0x1139)
        set(CrashRecord.Machine.stackPointer, to: Self.stackAddress)
    }

    mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
        var value = value.littleEndian
        unsafe withUnsafeBytes(of: &value) {
            unsafe bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
        }
    }

    mutating func put(_ text: String, at offset: Int) {
        bytes.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }

    /// Gives a register, by its number in DWARF, a value.
    mutating func set(_ register: Int, to value: UInt64) {
        put(value, at: 80 + 8 * register)
    }

    /// Puts a word on the stack.
    mutating func push(_ value: UInt64, at address: UInt64) {
        put(value, at: CrashRecord.stackOffset + Int(address - Self.stackAddress))
    }
}
