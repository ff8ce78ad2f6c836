// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySandbox
import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// A worker's other side: its process, its socket, and what its zygote knows of it.
final class SimulatedWorker {
    let number: UInt64

    /// Which of the bundles it is of.
    let kind: Int

    /// The host's side of it, until its zygote has forgotten it.
    var worker: Worker?
    let process: SimulatedProcess
    let socket = SimulatedSocket()
    var stage = Stage.wanted

    /// What has forked it; nil where nothing has.
    var zygote: SimulatedZygote?

    /// Whether its socket is open though it has ended, as its zygote keeps its end.
    var isHeldOpen = false

    /// The size of private writable memory to which the host has its zygote hold it.
    var dataLimit: UInt64?

    /// Whether it has said that its extension is loaded.
    var hasLoaded = false

    /// What has become of it.
    enum Stage {
        /// Its zygote has been asked for it or is about to be.
        case wanted
        case forked
        /// It has ended, and its zygote has not told.
        case ended
        case gone
    }

    init(_ number: UInt64, _ kind: Int, _ disk: SimulatedDisk, _ clock: SimulatedClock) {
        self.number = number
        self.kind = kind
        process = SimulatedProcess(disk, clock)
    }

    /// Whether another run of its bundle may have to wait for it, as of the last look.
    var isInTheWay = false

    /// Which library there was as it was made.
    var mark = 0

    /// The run that it was sent last and has not answered.
    var request: UInt64? { socket.requests.last }

    /// Whether it serves a run or an open notification that is not decided, and can do so now.
    var worksAtRun: Bool {
        guard process.stoppedAt == nil, let lease = worker?.client?.lease else { return false }
        return lease.verdict == nil
    }

    /// Whether its zygote can tell what becomes of it.
    var hasZygote: Bool { zygote.map { $0.isAlive && !$0.isKilled } ?? false }

    /// Whether its zygote is about to tell that it has ended.
    var isAboutToBeTold: Bool { stage == .ended && hasZygote && zygote?.isStopped == false }

    /// Whether the host has asked it to end, in whichever way.
    var mustEnd: Bool { process.isKilled || socket.isToldToStop }
}

/// A process without a kernel.
final class SimulatedProcess: WorkerProcess {
    var number: Int32 { 1 }
    var hasEnded = false
    var isKilled = false
    var cpuNanoseconds: UInt64? { hasEnded ? nil : cpu }
    private(set) var cpu: UInt64 = 0
    var stillness: Stillness? { nil }
    var alarm: UInt64?
    private var handler: () -> Void = {}
    var byteCount = firstByteCount

    /// The memory that each has at first.
    static let firstByteCount: UInt64 = 1 << 20

    /// Since when it is stopped, until the host lets it go on.
    private(set) var stoppedAt: MonotonicTime?

    /// What it has written, as far as the kernel counts that and as far as it does not.
    private(set) var written: UInt64 = 0
    private(set) var uncounted: UInt64 = 0

    /// What of it the kernel counts and is in its bundle's own directory.
    private(set) var kept: UInt64 = 0
    private let disk: SimulatedDisk
    private let clock: SimulatedClock

    init(_ disk: SimulatedDisk, _ clock: SimulatedClock) {
        self.disk = disk
        self.clock = clock
    }

    func kill() {
        isKilled = true
    }

    func stop() {
        stoppedAt = clock.now
    }

    func letContinue() {
        stoppedAt = nil
    }

    /// Uses CPU time, in nanoseconds.
    func compute(_ time: UInt64) {
        cpu += time
    }

    func whenAlarmRings(_ handler: @escaping () -> Void) {
        self.handler = handler
    }

    func ringAlarmIfDue() {
        guard !hasEnded, isAlarmDue else { return }
        alarm = nil
        handler()
    }

    /// Writes to a directory.
    ///
    /// - Parameters:
    ///   - byteCount: How much.
    ///   - fileCount: In how many files.
    ///   - folder: The directory.
    ///   - isCounted: Whether the kernel counts it.
    ///   - isNamed: Whether the files have names.
    func write(
        _ byteCount: UInt64,
        fileCount: Int,
        to folder: StorageFolder,
        isCounted: Bool,
        isNamed: Bool
    ) {
        // No core is faster: who has not computed has made nothing.
        compute(byteCount / DiskWatch.bytesPerNanosecond + UInt64(fileCount) * 2_000)
        if isCounted {
            written += byteCount
            if isNamed, folder.kind == .data { kept += byteCount }
        } else {
            uncounted += byteCount
        }
        disk.write(byteCount, fileCount: fileCount, to: folder.path, isNamed: isNamed)
    }

    func setAlarm(at nanoseconds: UInt64) {
        alarm = nanoseconds
        // The kernel rings at once where the time has passed (man 2 timer_settime).
        guard nanoseconds <= cpu else { return }
        _ = clock.call(at: clock.now) { [weak self] in self?.ringAlarmIfDue() }
    }

    /// Whether its alarm is about to ring.
    var isAlarmDue: Bool { alarm.map { $0 <= cpu } ?? false }

    var footprint: ProcessMeter.Footprint? {
        guard !hasEnded else { return nil }
        return ProcessMeter.Footprint(
            byteCount: byteCount,
            residentByteCount: byteCount,
            residentPeakByteCount: byteCount,
            filePageByteCount: 0,
            dataByteCount: byteCount,
            threadCount: 6
        )
    }

    func measure(
        at cpu: UInt64
    ) -> (footprint: ProcessMeter.Footprint, statistics: ProcessMeter.Statistics)? {
        guard let footprint, let statistics = statistics(at: cpu) else { return nil }
        return (footprint, statistics)
    }

    func statistics(at cpu: UInt64?) -> ProcessMeter.Statistics? {
        guard !hasEnded else { return nil }
        return ProcessMeter.Statistics(
            minorFaults: 0,
            majorFaults: 0,
            userNanoseconds: self.cpu,
            systemNanoseconds: 0,
            threadCount: 6,
            virtualByteCount: byteCount,
            residentPageCount: byteCount / 4096
        )
    }

    var descriptorCount: Int? { 8 }
    var filterCount: Int? { 3 }
    var dataLimit: UInt64?
    var firstThread: ProcessMeter.FirstThread { hasEnded ? .endsWithProcess : .lives }
    var readsFirstThread: Bool { true }
    var isTraced: Bool { false }
    func loadAddress(of path: String) -> UInt64? { nil }
    var groupMemoryKill: GroupMemoryKill? { nil }
    func attempt(_ lock: LockCall) -> LockCall.Outcome { .answer(errno: ENOLCK) }
    func makeDiskMeter(
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit
    ) -> DiskMeter? {
        let first = DiskWatch.Reading(written: 0, room: disk.room)
        return DiskMeter(self, from: first, folders, limit: limit, at: clock.now)
    }
}

extension SimulatedProcess: DiskCounting {
    var reading: DiskWatch.Reading? {
        DiskWatch.Reading(written: written, passed: written, faulted: uncounted, room: disk.room)
    }
}

extension WorkerClient {
    /// The run that its worker is leased for.
    var run: Run? { lease as? Run }
}
