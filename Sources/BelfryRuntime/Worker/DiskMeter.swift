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
final class DiskMeter {
    private let meter: ProcessMeter
    private let counters: Descriptor?
    private let directory: Descriptor
    private let isMemory: Bool

    /// The directories.
    let paths: [String]

    /// How the worker is watched.
    var watch: DiskWatch

    /// Whether its directories are being looked at.
    var isLooking = false

    /// Whether the worker is stopped until they have been looked at.
    var holdsWorker = false

    /// Begins to measure.
    ///
    /// - Parameters:
    ///   - meter: What measures the worker's process.
    ///   - folders: Directories that it may write to, with what is in them.
    ///   - limit: What each of them may hold.
    /// - Throws: ``SystemError`` when the first of them cannot be opened.
    init(
        _ meter: ProcessMeter,
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit
    ) throws(SystemError) {
        let path = folders.first?.path ?? "/"
        directory = try Descriptor.openDirectory(path)
        isMemory = FileSystemKind(at: path)?.isMemory == true
        let counters = try? Descriptor.open("/proc/\(meter.process)/io", O_RDONLY)
        let sizes = Dictionary(folders) { first, _ in first }
        let room = try directory.fileSystemRoom()
        let reading = DiskWatch.Reading(written: counters == nil ? nil : 0, room: room)
        self.meter = meter
        self.counters = counters
        paths = folders.map(\.path)
        watch = DiskWatch(sizes, reading, limit: limit, at: .now)
    }

    /// The counts now; nil when the file system does not answer.
    var reading: DiskWatch.Reading? {
        guard let room = try? directory.fileSystemRoom() else { return nil }
        var reading = DiskWatch.Reading(written: nil, room: room)
        if let text = try? counters?.read(at: 0, upTo: 1024) {
            reading.written = ProcessFile.number(after: "write_bytes:", in: text)
            reading.passed = ProcessFile.number(after: "wchar:", in: text) ?? 0
        } else {
            // The host is not let into it: its CPU time bounds what it can have brought.
            reading.faulted = (meter.cpuNanoseconds ?? 0)
                .multipliedSaturated(by: DiskWatch.bytesPerNanosecond)
        }
        if isMemory, let faults = meter.statistics?.faultCount {
            let byteCount = faults.multipliedSaturated(by: Self.pageByteCount)
            reading.faulted = max(reading.faulted, byteCount)
        }
        return reading
    }

    /// A tmpfs that is mounted with huge pages brings more with a fault, which the memory budget ends.
    private static let pageByteCount = UInt64(sysconf(Int32(_SC_PAGESIZE)))
}
