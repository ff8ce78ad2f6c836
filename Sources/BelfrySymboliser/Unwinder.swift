// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfrySymbols

/// A file that was mapped where the crash was; its descriptor is taken over by the ``Unwinder``.
struct LoadedFile {
    let begin: UInt64
    let name: String
    let file: Int32
}

/// Finds and names the frames of a crash with libdwfl (`symbols.c`).
enum Unwinder {
    /// The frames of a crash, each with what its file says about it.
    ///
    /// - Parameters:
    ///   - files: The files with code.
    ///   - registers: In DWARF's order.
    ///   - stackAddress: The address of the stack's first byte.
    ///   - stack: The stack from there on.
    /// - Returns: The frames, none when they cannot be found.
    static func frames(
        files: [LoadedFile],
        registers: [UInt64],
        stackAddress: UInt64,
        stack: [UInt8]
    ) -> SymbolicFrames {
        unsafe registers.withUnsafeBufferPointer { registers in
            unsafe stack.withUnsafeBufferPointer { stack in
                guard
                    let symbols = unsafe belfry_symbols_new(
                        registers.baseAddress,
                        registers.count,
                        stackAddress,
                        stack.baseAddress,
                        stack.count
                    )
                else { return SymbolicFrames([]) }
                defer { unsafe belfry_symbols_free(symbols) }
                for file in files {
                    unsafe belfry_symbols_add(symbols, file.name, file.file, file.begin)
                }
                return unsafe SymbolicFrames(unwind(symbols).map { unsafe name($0, symbols) })
            }
        }
    }

    private static func unwind(_ symbols: OpaquePointer) -> [UInt64] {
        unsafe [UInt64](unsafeUninitializedCapacity: CrashRecord.frameLimit) { buffer, count in
            count = unsafe belfry_symbols_unwind(symbols, buffer.baseAddress, buffer.count)
        }
    }

    private static func name(
        _ address: UInt64,
        _ symbols: OpaquePointer
    ) -> SymbolicFrames.Frame {
        var found = belfry_symbol()
        unsafe belfry_symbols_find(symbols, address, &found)
        return SymbolicFrames.Frame(
            address: address,
            function: unsafe withUnsafeBytes(of: found.function) { unsafe text($0) },
            file: unsafe withUnsafeBytes(of: found.file) { unsafe text($0) },
            line: UInt32(clamping: found.line)
        )
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
