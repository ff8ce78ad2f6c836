// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// What one worker has written to directories that may hold so much, and how that is watched.
final class DiskMeter {
    private let counter: any DiskCounting

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
    ///   - counter: What counts what the worker's process writes.
    ///   - first: Its counts before the process wrote anything.
    ///   - folders: Directories that it may write to, with what is in them.
    ///   - limit: What each of them may hold.
    ///   - time: Now.
    init(
        _ counter: any DiskCounting,
        from first: DiskWatch.Reading,
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit,
        at time: MonotonicTime
    ) {
        self.counter = counter
        paths = folders.map(\.path)
        let sizes = Dictionary(folders) { first, _ in first }
        watch = DiskWatch(sizes, first, limit: limit, at: time)
    }

    /// The counts now; nil when the file system does not answer.
    var reading: DiskWatch.Reading? { counter.reading }
}

/// What counts what a worker's process writes.
///
/// The host's own is ``DiskCounter``. The simulation has one without a disk.
protocol DiskCounting: AnyObject {
    /// The counts now; nil when the file system does not answer.
    var reading: DiskWatch.Reading? { get }
}
