// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What one worker's process has written to the disk, as the kernel counts it (man 5 proc, `io`).
///
/// The kernel counts a page when it has to be written back: after `write`, after a copy, and after a
/// store into a mapped file, of which holes become blocks.
final class DiskMeter {
    private let counters: Descriptor?
    private let directory: Descriptor

    /// How the worker is watched.
    var watch: DiskWatch

    /// Whether its directories are being looked at.
    var isLooking = false

    /// Begins to measure.
    ///
    /// - Parameters:
    ///   - process: The worker's process.
    ///   - folders: Directories that it may write to, with what is in them.
    /// - Throws: ``SystemError`` when the first of them cannot be opened.
    init(_ process: SpawnedProcess, _ folders: [(path: String, size: TreeSize)]) throws(SystemError)
    {
        directory = try Descriptor.openDirectory(folders.first?.path ?? "/")
        let counters = try? Descriptor.open("/proc/\(process.meter.process)/io", O_RDONLY)
        let sizes = Dictionary(folders) { first, _ in first }
        let room = try directory.fileSystemRoom()
        let reading = DiskWatch.Reading(written: counters == nil ? nil : 0, room: room)
        self.counters = counters
        watch = DiskWatch(sizes, reading, at: .now)
    }

    /// The counts now; nil when the file system does not answer.
    var reading: DiskWatch.Reading? {
        guard let room = try? directory.fileSystemRoom() else { return nil }
        return DiskWatch.Reading(written: writtenByteCount, room: room)
    }

    /// Bytes that were written; nil where this process may not know.
    private var writtenByteCount: UInt64? {
        guard let text = try? counters?.read(at: 0, upTo: 1024) else { return nil }
        return ProcessFile.number(after: "write_bytes:", in: text)
    }
}
