// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySandbox
internal import BelfrySystem

/// What a worker can have put on the disk since somebody looked, from counts that cost little.
///
/// It is pure: the host reads the counts and looks at directories. What a directory holds is at most
/// what it held at the last look and what was written since, so that it is looked at only when that
/// is too much.
struct DiskWatch {
    /// The kernel's counts at one moment.
    struct Reading: Equatable {
        /// Bytes that the worker's process has written in its life, whatever became of them; nil where
        /// that cannot be read.
        ///
        /// Only a file system that writes back to a disk counts them.
        var written: UInt64?

        /// Bytes that it has passed to `write` and its like in its life, to sockets and pipes too.
        var passed: UInt64 = 0

        /// Bytes that it can have brought in its life by other ways than are counted: by page faults,
        /// with which a mapped file grows, where files are memory; by all of its CPU time where its
        /// counts cannot be read; 0 elsewhere.
        var faulted: UInt64 = 0

        /// What the file system has free.
        var room: FileSystemRoom
    }

    /// What a directory may hold.
    struct Limit: Equatable {
        let byteCount: UInt64
        let fileCount: UInt64

        /// One that outlives workers.
        static let storage = Limit(
            byteCount: StorageLimit.byteCount,
            fileCount: UInt64(StorageLimit.fileCount)
        )

        /// A container that is on disk: as much as one in memory.
        static let container = Limit(
            byteCount: ContainerFolder.byteLimit,
            fileCount: ContainerFolder.inodeLimit
        )

        /// Whether a directory holds more.
        func isExceeded(by size: TreeSize) -> Bool {
            size.isPartial || size.byteCount > byteCount || size.fileCount > Int(fileCount)
        }
    }

    /// Why a run is ended.
    enum Fault: Equatable {
        /// One of its directories holds too much, or cannot be counted: which, and why.
        case directory(String)
        /// Its container on disk holds too much, or cannot be counted.
        case container(TreeSize.Gap?)
        /// One that other bundles fill too holds twice as much, or cannot be counted: which, and why.
        /// Who did it is unknown.
        case shared(String)
        /// It has written more than a run may.
        case written
        /// The file system has lost more than a run may write, and the worker can be why: nothing
        /// counts what is stored into mapped files where files are memory, nor what is written by a
        /// worker that the host is not let into.
        case uncounted
        /// The disk is nearly full, and would not be without what the run has written.
        case reserve
        /// The disk is nearly full, and would be without what the run has written.
        case shortage

        /// Whether other programs or bundles can have caused it, so that it is the host's lack.
        var isHostResource: Bool {
            switch self {
            case .shared, .shortage, .uncounted: true
            case .directory, .container, .written, .reserve: false
            }
        }

        /// Whether the kernel's counts, or those of the directories, show that the run itself did it.
        var isOwn: Bool { !isHostResource && !isContainers }

        /// Whether it is about the container, which goes with the worker.
        var isContainers: Bool {
            if case .container = self { true } else { false }
        }

        /// Whether it is about what a directory holds, and not about what the run has written in all.
        var isDirectorys: Bool {
            switch self {
            case .directory, .shared, .uncounted: true
            case .container, .written, .reserve, .shortage: false
            }
        }
    }

    /// What is to be done after a reading.
    enum Step: Equatable {
        case none
        /// Its directories are looked at while it works: that is due from time to time.
        case look
        /// One of them can hold too much by now: it is stopped until somebody has looked.
        case stopAndLook
        case end(Fault)
    }

    private let limit: Limit

    /// What each directory held, and the counts right before it was looked at.
    private var sizes: [String: TreeSize]
    private var looked: Reading

    /// The counts when the run began.
    private var run: (number: UInt64, reading: Reading)?

    /// The counts before the worker wrote anything.
    private let first: Reading

    /// When directories are looked at next, whatever the counts say: not every file system has them.
    private var nextLook: MonotonicTime

    private static let lookInterval = Duration.seconds(1)

    /// A watch over directories.
    ///
    /// - Parameters:
    ///   - sizes: What is in each.
    ///   - reading: The counts right before those were looked at, or earlier ones.
    ///   - limit: What each may hold.
    ///   - time: Now.
    init(
        _ sizes: [String: TreeSize],
        _ reading: Reading,
        limit: Limit = .storage,
        at time: MonotonicTime
    ) {
        self.limit = limit
        self.sizes = sizes
        looked = reading
        first = reading
        nextLook = time + Self.lookInterval
    }

    /// What a run has written, as far as is known.
    func written(in number: UInt64, _ reading: Reading) -> UInt64 {
        let base = run?.number == number ? run?.reading : nil
        return reading.written(since: base ?? reading)
    }

    /// What the worker has written in its life, as far as is known.
    func writtenInLife(_ reading: Reading) -> UInt64 { reading.taken(since: first) }

    /// Begins to count for a run.
    ///
    /// - Parameters:
    ///   - number: The run.
    ///   - isFirst: Whether all that the process has written counts as the run's.
    ///   - reading: The counts now.
    mutating func begin(_ number: UInt64, isFirst: Bool, _ reading: Reading) {
        guard run?.number != number else { return }
        var base = reading
        if isFirst {
            base = Reading(written: 0, room: first.room)
            let written = reading.written(since: base)
            base.room.freeByteCount = max(
                first.room.freeByteCount,
                reading.room.freeByteCount &+ written
            )
        }
        run = (number, base)
    }

    /// Judges the counts of a moment.
    mutating func judge(_ number: UInt64, _ reading: Reading, at time: MonotonicTime) -> Step {
        let base = run?.number == number ? run?.reading ?? reading : reading
        let written = reading.written(since: base)
        let taken = reading.taken(since: base)
        if written > StorageLimit.runByteCount { return .end(.written) }
        // What is being passed right now is counted a moment later.
        if taken > StorageLimit.runByteCount + StorageLimit.roomByteCount {
            return .end(.uncounted)
        }
        if reading.room.freeByteCount < reading.room.reserve,
            taken >= StorageLimit.reserveShareByteCount
        {
            return .end(hasTakenReserve(written, reading.room) ? .reserve : .shortage)
        }
        if sizes.values.contains(where: { mayExceed($0, reading) }) { return .stopAndLook }
        return time >= nextLook ? .look : .none
    }

    /// Whether the disk had its reserve when the run began, and would have it now without the run.
    private func hasTakenReserve(_ written: UInt64, _ room: FileSystemRoom) -> Bool {
        let reserve = room.reserve
        let before = run?.reading.room.freeByteCount ?? room.freeByteCount
        return before >= reserve && room.freeByteCount >= reserve - min(reserve, written)
    }

    /// What a core writes at most.
    static let bytesPerNanosecond: UInt64 = 4

    /// How long a directory takes at least to hold too much: a core makes a file in two microseconds.
    func room(at reading: Reading) -> Duration {
        let most = sizes.values.map { mostNow($0, reading) }
        let bytes = most.map(\.byteCount).max() ?? 0
        let files = most.map(\.fileCount).max() ?? 0
        let byteRoom = limit.byteCount - min(limit.byteCount, bytes)
        let fileRoom = limit.fileCount - min(limit.fileCount, files)
        let byteTime = byteRoom / Self.bytesPerNanosecond
        return .nanoseconds(Int64(clamping: min(byteTime, fileRoom * 2_000)))
    }

    /// Whether a directory of a size can hold too much by now.
    private func mayExceed(_ size: TreeSize, _ reading: Reading) -> Bool {
        let most = mostNow(size, reading)
        return most.byteCount > limit.byteCount || most.fileCount > limit.fileCount
    }

    /// The most that a directory can hold by now which held a certain size.
    private func mostNow(
        _ size: TreeSize,
        _ reading: Reading
    ) -> (byteCount: UInt64, fileCount: UInt64) {
        let before = looked.room.freeFileCount
        let lost = reading.room.lost(since: looked.room)
        let made = before - min(before, reading.room.freeFileCount)
        return (
            size.byteCount + max(lost, reading.written(since: looked)),
            UInt64(clamping: size.fileCount) + made
        )
    }

    /// Takes what was found in the directories.
    ///
    /// - Parameters:
    ///   - found: What is in each.
    ///   - reading: The counts right before the look.
    ///   - duration: How long it took.
    ///   - time: Now.
    mutating func looked(
        _ found: [String: TreeSize],
        _ reading: Reading,
        took duration: Duration,
        at time: MonotonicTime
    ) {
        sizes = found
        looked = reading
        nextLook = time + max(Self.lookInterval, duration * 20)
    }
}

extension DiskWatch.Reading {
    /// What was written between two readings.
    ///
    /// What the kernel counts for the disk; and what the file system has lost, as far as the process has
    /// passed as much to it: where files are memory, or another machine's, the kernel counts nothing.
    fileprivate func written(since base: Self) -> UInt64 {
        let counted = (written ?? 0).less(base.written ?? 0)
        return max(counted, min(room.lost(since: base.room), passed.less(base.passed)))
    }

    /// The same with what can have come by page faults.
    fileprivate func taken(since base: Self) -> UInt64 {
        let brought =
            passed.less(base.passed)
            .addingSaturated(faulted.less(base.faulted))
        return max(written(since: base), min(room.lost(since: base.room), brought))
    }
}

extension FileSystemRoom {
    /// Bytes that are no longer free.
    fileprivate func lost(since base: Self) -> UInt64 {
        base.freeByteCount.less(freeByteCount)
    }
}

extension UInt64 {
    /// The difference; 0 where it would be less.
    fileprivate func less(_ other: UInt64) -> UInt64 { self - Swift.min(self, other) }
}
