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
                return unsafe SymbolicFrames(named(unwind(symbols), symbols))
            }
        }
    }

    private static func unwind(_ symbols: OpaquePointer) -> [UInt64] {
        unsafe [UInt64](unsafeUninitializedCapacity: CrashRecord.frameLimit) { buffer, count in
            count = unsafe belfry_symbols_unwind(symbols, buffer.baseAddress, buffer.count)
        }
    }

    /// The frames at these addresses; calls that the compiler replaced by code have one each.
    private static func named(
        _ addresses: [UInt64],
        _ symbols: OpaquePointer
    ) -> [SymbolicFrames.Frame] {
        var frames: [SymbolicFrames.Frame] = []
        var found = [belfry_symbol](repeating: belfry_symbol(), count: CrashRecord.frameLimit)
        for address in addresses where frames.count < CrashRecord.frameLimit {
            let room = CrashRecord.frameLimit - frames.count
            let count = unsafe found.withUnsafeMutableBufferPointer {
                unsafe belfry_symbols_find(symbols, address, $0.baseAddress, room)
            }
            for symbol in found.prefix(count) { frames.append(frame(symbol, at: address)) }
        }
        return frames
    }

    private static func frame(
        _ symbol: belfry_symbol,
        at address: UInt64
    ) -> SymbolicFrames.Frame {
        let name = unsafe withUnsafeBytes(of: symbol.function) { unsafe text($0) }
        return SymbolicFrames.Frame(
            address: address,
            function: RustSymbol.demangled(name) ?? name,
            file: unsafe withUnsafeBytes(of: symbol.file) { unsafe text($0) },
            line: UInt32(clamping: symbol.line)
        )
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
