// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Glibc

/// What one worker's process has written to the disk, as the kernel counts it (man 5 proc, `io`).
///
/// The kernel counts a page when it has to be written back: after `write`, after a copy, and after a
/// store into a mapped file, of which holes become blocks. Of a file that is memory it is never: there
/// the bytes passed to `write` and the page faults bound what the worker can have taken.
final class DiskCounter: DiskCounting {
    private let meter: ProcessMeter
    private let counters: Descriptor?
    private let directory: Descriptor
    private let isMemory: Bool

    /// The last counts of the process, and its CPU clock right before.
    private var last: (cpu: UInt64, written: UInt64?, passed: UInt64)?

    /// The counts before the process wrote anything.
    let first: DiskWatch.Reading

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - meter: What measures the worker's process.
    ///   - path: A directory on the file system that it may write to.
    /// - Throws: ``SystemError`` when that cannot be opened.
    init(_ meter: ProcessMeter, at path: String) throws(SystemError) {
        directory = try Descriptor.openDirectory(path)
        isMemory = FileSystemKind(at: path)?.isMemory == true
        let counters = try? Descriptor.open("/proc/\(meter.process)/io", O_RDONLY)
        let room = try directory.fileSystemRoom()
        first = DiskWatch.Reading(written: counters == nil ? nil : 0, room: room)
        self.meter = meter
        self.counters = counters
    }

    var reading: DiskWatch.Reading? {
        guard let room = try? directory.fileSystemRoom() else { return nil }
        var reading = DiskWatch.Reading(written: nil, room: room)
        let cpu = meter.cpuNanoseconds ?? 0
        if let counts = counts(at: cpu) {
            reading.written = counts.written
            reading.passed = counts.passed
        } else {
            // The host is not let into it: its CPU time bounds what it can have brought.
            reading.faulted = cpu.multipliedSaturated(by: DiskWatch.bytesPerNanosecond)
        }
        if isMemory, let faults = meter.statistics?.faultCount {
            let byteCount = faults.multipliedSaturated(by: Self.pageByteCount)
            reading.faulted = max(reading.faulted, byteCount)
        }
        return reading
    }

    /// What the process has written (man 5 proc, `io`), where its CPU clock is at a reading: what has not
    /// run since has written no more.
    ///
    /// - Returns: The counts; nil where the host may not know.
    private func counts(at cpu: UInt64) -> (written: UInt64?, passed: UInt64)? {
        if let last, last.cpu == cpu { return (last.written, last.passed) }
        guard let text = try? counters?.read(at: 0, upTo: 1024) else { return nil }
        let written = ProcessFile.number(after: "write_bytes:", in: text)
        let passed = ProcessFile.number(after: "wchar:", in: text) ?? 0
        last = (cpu, written, passed)
        return (written, passed)
    }

    /// A tmpfs that is mounted with huge pages brings more with a fault, which the memory budget ends.
    private static let pageByteCount = UInt64(sysconf(Int32(_SC_PAGESIZE)))
}
