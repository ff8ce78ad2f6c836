// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker's signal handler left in the memory it shares with the host
/// (`struct belfry_crash_record`).
///
/// The extension can write there too, and at any time: the bytes are a copy, every count and offset
/// is checked, and what does not add up is refused as a whole. None of it decides a verdict,
/// but for ``error``, which tells one failure from another.
package struct CrashRecord: Equatable, Sendable {
    /// A file that was mapped with code.
    package struct Module: Equatable, Sendable {
        /// Where its first byte was mapped, and where its last mapping ended.
        package var begin: UInt64
        package var end: UInt64

        /// Its path inside the sandbox; without its first part when it was very long.
        package var path: String
    }

    /// The signal, its `si_code` and `si_addr` (man 2 sigaction).
    package var signal: Int32
    package var code: Int32
    package var address: UInt64

    /// The thread's error number (man 3 errno), such as that of memory it had been refused.
    package var error: Int32

    /// The thread's name; empty when it is not text.
    package var threadName: String

    /// In DWARF's order: x86-64 rax to r15 and rip, AArch64 x0 to x30, sp and pc.
    package var registers: [UInt64]

    /// The files with code, lowest first as the kernel lists them.
    package var modules: [Module]

    /// Where the mapping of the thread's stack begins; 0 when that is not known.
    package var stackBottom: UInt64

    /// The stack from its lowest used byte on, and that byte's address.
    package var stackAddress: UInt64
    package var stack: [UInt8]

    /// Reads a record from a copy of the shared memory.
    ///
    /// - Throws: ``WireError`` when it is not whole or not one of ours.
    package init(copy bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.byteCount else { throw WireError("crash record's length") }
        var frame = FrameReader(bytes)
        guard try frame.read(UInt32.self) == Self.magic, try frame.read(UInt32.self) == 2 else {
            throw WireError("no whole crash record")
        }
        signal = try frame.read()
        code = try frame.read()
        address = try frame.read()
        _ = try frame.read(Int32.self)
        guard try frame.read(UInt32.self) == Machine.identifier else {
            throw WireError("crash record of another machine")
        }
        threadName = Self.text(bytes[32..<48]) ?? ""
        _ = (try frame.read(UInt64.self), try frame.read(UInt64.self))
        let registerCount = try frame.read(UInt32.self)
        let moduleCount = try frame.read(UInt32.self)
        stackBottom = try frame.read()
        stackAddress = try frame.read()
        let stackByteCount = try frame.read(UInt32.self)
        error = try frame.read()
        guard registerCount == Machine.registerCount, moduleCount <= Self.moduleLimit,
            stackByteCount <= Self.stackLimit,
            stackAddress <= UInt64.max - UInt64(stackByteCount)
        else { throw WireError("crash record's counts") }
        registers = []
        for _ in 0..<registerCount { registers.append(try frame.read()) }
        modules = []
        for index in 0..<Int(moduleCount) { modules.append(try Self.module(index, in: bytes)) }
        stack = Array(bytes[Self.stackOffset..<Self.stackOffset + Int(stackByteCount)])
    }

    private static func module(_ index: Int, in bytes: [UInt8]) throws(WireError) -> Module {
        let start = moduleOffset + index * moduleByteCount
        var frame = FrameReader(Array(bytes[start..<start + 16]))
        let module = Module(
            begin: try frame.read(),
            end: try frame.read(),
            path: text(bytes[start + 16..<start + moduleByteCount]) ?? ""
        )
        guard module.begin < module.end, !module.path.isEmpty else {
            throw WireError("crash record's module \(index)")
        }
        return module
    }

    /// A text that ends with a null inside its bytes; nil for anything else.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let end = bytes.firstIndex(of: 0) else { return nil }
        return String(validating: bytes[..<end], as: UTF8.self)
    }

    // The layout, as `crash.c` asserts it.

    /// How long a whole record is.
    package static let byteCount = 98_816

    /// Where the last run that was handed to the extension is, a little-endian 64-bit number that is
    /// valid without a crash.
    package static let begunRunOffset = 352
    package static let magic: UInt32 = 0x4853_4352
    package static let moduleLimit = 64
    package static let stackLimit = 64 * 1024
    static let moduleOffset = 512
    static let moduleByteCount = 512
    static let stackOffset = 33_280

    /// Where this machine's registers are.
    enum Machine {
        #if arch(x86_64)
        static let identifier: UInt32 = 62
        static let registerCount = 17
        static let framePointer = 6
        static let stackPointer = 7
        static let programCounter = 16
        #elseif arch(arm64)
        static let identifier: UInt32 = 183
        static let registerCount = 33
        static let framePointer = 29
        static let linkRegister = 30
        static let stackPointer = 31
        static let programCounter = 32
        #endif
    }
}
