// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// The memory in which one worker may describe its crash; every byte of it may be a liar's.
final class CrashMemory {
    /// The memory, of which the worker has a mapping.
    let descriptor: Descriptor

    init() throws(SystemError) {
        descriptor = try .sealedMemory("belfry-crash", byteCount: CrashRecord.byteCount)
    }

    /// What a process that has ended says about its end; nil where that is nothing, makes no sense or
    /// is about another signal than the one that ended it.
    func record(of end: ProcessEnd) -> CrashRecord? {
        guard case .signalled(let signal) = end.cause,
            let copy = try? descriptor.read(at: 0, count: CrashRecord.byteCount),
            let record = try? CrashRecord(copy: copy), record.signal == signal
        else { return nil }
        return record
    }

    /// Whether the worker says that a run was the last that it handed to its extension, and that the
    /// extension was not told to end since.
    func hasBegun(_ run: UInt64) -> Bool {
        let bytes = try? descriptor.read(at: UInt64(CrashRecord.begunRunOffset), count: 8)
        guard let bytes, bytes.count == 8 else { return true }
        return bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == run
    }
}
