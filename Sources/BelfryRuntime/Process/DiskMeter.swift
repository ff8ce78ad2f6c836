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
    private var watch: DiskWatch
    private var look = Look.none

    /// The reading of the worker's CPU clock before which it cannot have written too much in its life.
    private var unspentUntil: UInt64 = 0

    /// A look at the directories.
    private enum Look {
        case none
        case underWay
        /// The worker is stopped until they have been looked at.
        case withWorkerStopped
    }

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

    /// Judges the counts of a moment.
    ///
    /// - Parameters:
    ///   - run: The run that the worker is at.
    ///   - isFirst: Whether all that the worker has written counts as the run's.
    ///   - reading: The counts.
    ///   - time: Now.
    /// - Returns: What is to be done.
    func judge(
        _ run: UInt64,
        isFirst: Bool,
        _ reading: DiskWatch.Reading,
        at time: MonotonicTime
    ) -> DiskWatch.Step {
        watch.begin(run, isFirst: isFirst, reading)
        return watch.judge(run, reading, at: time)
    }

    /// How long a worker can be left alone that has written so much.
    func room(at reading: DiskWatch.Reading) -> Duration { watch.room(at: reading) }

    /// What a run has written until now, in bytes, as far as is known.
    func written(in run: UInt64) -> UInt64 {
        counter.reading.map { watch.written(in: run, $0) } ?? 0
    }

    /// Whether the worker has written as much in its life as none may that is given another run.
    ///
    /// The kernel's counts are read once the worker has computed for as long as the rest takes to write.
    ///
    /// - Parameter cpu: The worker's CPU clock, in nanoseconds.
    /// - Returns: Whether it has; false where the file system does not answer.
    func isSpent(at cpu: UInt64) -> Bool {
        guard cpu >= unspentUntil, let written = counter.reading.map(watch.writtenInLife) else {
            return false
        }
        let limit = StorageLimit.workerByteCount
        let room = limit - min(limit, written)
        unspentUntil = cpu.addingSaturated(room / DiskWatch.bytesPerNanosecond)
        return written > limit
    }

    // MARK: Looking

    /// Whether the worker is stopped until the directories have been looked at.
    var holdsWorker: Bool { look == .withWorkerStopped }

    /// Notes that the directories are to be looked at.
    ///
    /// - Parameter holdingWorker: Whether the worker is stopped until they have been.
    /// - Returns: Whether they are not being looked at already.
    func beginLook(holdingWorker: Bool) -> Bool {
        let isFirst = look == .none
        if holdingWorker {
            look = .withWorkerStopped
        } else if isFirst {
            look = .underWay
        }
        return isFirst
    }

    /// Takes what was found in the directories.
    ///
    /// - Parameters:
    ///   - sizes: What is in each.
    ///   - reading: The counts right before the look.
    ///   - duration: How long it took.
    ///   - time: Now.
    func endLook(
        _ sizes: [String: TreeSize],
        _ reading: DiskWatch.Reading,
        took duration: Duration,
        at time: MonotonicTime
    ) {
        look = .none
        watch.looked(sizes, reading, took: duration, at: time)
    }
}

/// What counts what a worker's process writes.
///
/// The host's own is ``DiskCounter``. The simulation has one without a disk.
protocol DiskCounting: AnyObject {
    /// The counts now; nil when the file system does not answer.
    var reading: DiskWatch.Reading? { get }
}
