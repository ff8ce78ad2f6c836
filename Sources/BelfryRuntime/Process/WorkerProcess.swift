// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// A process whose end the host sees by the kernel's word.
protocol EndingProcess: AnyObject {
    /// Whether it has ended, reaped or not.
    var hasEnded: Bool { get }
}

/// A worker's process as its ``Worker`` holds it.
///
/// The host's own is ``SpawnedProcess``. The simulation has one without a process.
protocol WorkerProcess: ProcessReadings {
    /// Kills it; it cannot object.
    func kill()

    /// Stops all its threads, by nothing that it could notice or refuse, until ``letContinue()``.
    func stop()

    /// Lets it go on; one that was killed meanwhile ends.
    func letContinue()

    /// Says what is called when the alarm rings.
    func whenAlarmRings(_ handler: @escaping () -> Void)

    /// Has the alarm ring once its CPU clock has come to a reading.
    func setAlarm(at nanoseconds: UInt64)

    /// Has the alarm ring where the CPU clock has come to its reading, and the kernel has not noticed.
    ///
    /// The kernel looks at CPU timers when its tick meets a thread at work, so it never finds one that
    /// sleeps at each tick.
    func ringAlarmIfDue()

    /// Takes a lock that one of its threads has asked the kernel for.
    func attempt(_ lock: LockCall) -> LockCall.Outcome

    /// What measures what it writes to directories that may hold so much.
    func makeDiskMeter(
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit
    ) -> DiskMeter?
}

/// What is measured of a worker's process: the kernel's word, never the worker's.
///
/// Who reads it can do nothing to the process.
protocol ProcessReadings: EndingProcess {
    /// The process as this host counts it.
    var number: Int32 { get }

    /// CPU time of all its threads since it was forked, in nanoseconds; nil when it has ended.
    var cpuNanoseconds: UInt64? { get }

    /// Its memory and threads; nil when it has ended, or when no thread of it can be read.
    var footprint: ProcessMeter.Footprint? { get }

    /// Its footprint and its counters together, where its CPU clock is at a reading.
    func measure(
        at cpu: UInt64
    ) -> (footprint: ProcessMeter.Footprint, statistics: ProcessMeter.Statistics)?

    /// Its counters, by a reading of its CPU clock; by none, as of now.
    func statistics(at cpu: UInt64?) -> ProcessMeter.Statistics?

    /// What its threads have done, where all of them sleep; nil where one does not.
    var stillness: Stillness? { get }

    /// How many descriptors it has open.
    var descriptorCount: Int? { get }

    /// How many seccomp filters it is under; nil where the kernel does not say.
    var filterCount: Int? { get }

    /// The limit of private writable memory that is in force.
    var dataLimit: UInt64? { get }

    /// What has become of its first thread, and whether the last footprint was read from it.
    var firstThread: ProcessMeter.FirstThread { get }
    var readsFirstThread: Bool { get }

    /// Whether a debugger is attached to all its threads.
    var isTraced: Bool { get }

    /// Where a file's first byte is mapped.
    func loadAddress(of path: String) -> UInt64?

    /// Whether the kernel has killed it for the memory of its control group, and what filled that.
    var groupMemoryKill: GroupMemoryKill? { get }
}

extension ProcessReadings {
    /// Whether its first thread is ending or has ended.
    var isExiting: Bool { firstThread != .lives }

    /// What it holds now; nil when it has ended.
    var holdings: WorkerHoldings? {
        footprint.map { WorkerHoldings($0, descriptorCount: descriptorCount) }
    }
}

/// A process that was killed for the memory of its control group.
struct GroupMemoryKill: Equatable {
    /// What filled the group, as the rest of a sentence; nil unless most of it were files.
    let sentence: String?
}

/// A worker's process of the kernel's.
final class SpawnedProcess: WorkerProcess {
    private let pidfd: Descriptor
    private let meter: ProcessMeter

    /// Rings at the host when the worker has used a certain CPU time.
    private let alarm: CPUAlarm
    private let ring: Ring

    /// Its control group, where the host has one to divide.
    private var group: ControlGroupLeaf?

    /// What an alarm calls, made before the process that it belongs to.
    fileprivate final class Ring {
        private let meter: ProcessMeter
        private var setting = CPUAlarmSetting()

        /// The alarm, which calls this for as long as it is there.
        private unowned var alarm: CPUAlarm?
        private var handler: () -> Void = {}

        init(_ meter: ProcessMeter) {
            self.meter = meter
        }

        /// Says which alarm calls it.
        func belong(to alarm: CPUAlarm) {
            self.alarm = alarm
        }

        /// Says what it calls.
        func whenItRings(_ handler: @escaping () -> Void) {
            self.handler = handler
        }

        /// Sets the alarm to a reading of the clock.
        func set(to reading: UInt64) {
            perform(setting.set(to: reading))
        }

        /// The kernel's timer rings.
        func timerRang() {
            guard let cpu = meter.cpuNanoseconds else { return }
            perform(setting.timerRang(at: cpu))
        }

        /// Rings where that is due.
        func ringIfDue() {
            guard let cpu = meter.cpuNanoseconds else { return }
            perform(setting.look(at: cpu))
        }

        private func perform(_ step: CPUAlarmSetting.Step) {
            switch step {
            case .none: break
            case .ring: handler()
            case .arm(let reading): alarm?.set(to: reading)
            }
        }
    }

    /// What measures a process; made before its pidfd is taken over, as this is what can fail.
    struct Instruments {
        let meter: ProcessMeter
        fileprivate let alarm: CPUAlarm
        fileprivate let ring: Ring

        /// - Throws: ``SystemError`` when the process cannot be measured.
        init(of pidfd: borrowing Descriptor, _ reactor: Reactor) throws(SystemError) {
            let meter = try ProcessMeter(pidfd: pidfd)
            let ring = Ring(meter)
            alarm = try reactor.alarm(on: meter.clock) { ring.timerRang() }
            ring.belong(to: alarm)
            self.meter = meter
            self.ring = ring
        }
    }

    /// Takes over a process that was just forked.
    init(pidfd: consuming Descriptor, _ instruments: Instruments) {
        self.pidfd = pidfd
        meter = instruments.meter
        alarm = instruments.alarm
        ring = instruments.ring
    }

    /// Moves it into a group of its own.
    ///
    /// It seals itself meanwhile; what it has touched before stays charged to the zygote's group. One
    /// that gets no group, as it has ended meanwhile, say, is held by all other walls.
    func confine(in group: ControlGroup, named name: String, _ limits: ControlGroupLeaf.Limits) {
        guard let leaf = try? ControlGroupLeaf.make(in: group, named: name, limits: limits),
            (try? leaf.add(meter.process)) != nil
        else { return }
        self.group = consume leaf
    }

    var number: Int32 { meter.process }

    var hasEnded: Bool { pidfd.isProcessEnded }

    func kill() {
        pidfd.signalProcess(Signal.kill.number)
    }

    func stop() {
        pidfd.signalProcess(SIGSTOP)
    }

    func letContinue() {
        pidfd.signalProcess(SIGCONT)
    }

    var cpuNanoseconds: UInt64? { meter.cpuNanoseconds }

    func setAlarm(at nanoseconds: UInt64) {
        ring.set(to: nanoseconds)
    }

    func whenAlarmRings(_ handler: @escaping () -> Void) {
        ring.whenItRings(handler)
    }

    func ringAlarmIfDue() {
        ring.ringIfDue()
    }

    var footprint: ProcessMeter.Footprint? { meter.footprint }

    func measure(
        at cpu: UInt64
    ) -> (footprint: ProcessMeter.Footprint, statistics: ProcessMeter.Statistics)? {
        meter.measure(at: cpu)
    }

    func statistics(at cpu: UInt64?) -> ProcessMeter.Statistics? {
        if let cpu { meter.statistics(at: cpu) } else { meter.statistics }
    }

    var stillness: Stillness? { meter.stillness }
    var descriptorCount: Int? { meter.descriptorCount }
    var filterCount: Int? { meter.filterCount }
    var dataLimit: UInt64? { meter.dataLimit }
    var firstThread: ProcessMeter.FirstThread { meter.firstThread }
    var readsFirstThread: Bool { meter.readsFirstThread }
    var isTraced: Bool { meter.isTraced }

    func loadAddress(of path: String) -> UInt64? { meter.loadAddress(of: path) }

    var groupMemoryKill: GroupMemoryKill? {
        guard group?.outOfMemoryKillCount ?? 0 > 0 else { return nil }
        return GroupMemoryKill(sentence: group?.memory?.sentence)
    }

    func makeDiskMeter(
        _ folders: [(path: String, size: TreeSize)],
        limit: DiskWatch.Limit
    ) -> DiskMeter? {
        let path = folders.first?.path ?? "/"
        guard let counter = try? DiskCounter(meter, at: path), !hasEnded else { return nil }
        return DiskMeter(counter, from: counter.first, folders, limit: limit, at: .now)
    }

    func attempt(_ lock: LockCall) -> LockCall.Outcome { lock.attempt(for: pidfd) }
}

extension ControlGroupLeaf.Memory {
    /// What filled a group, as the rest of a sentence; nil unless most of it were files.
    fileprivate var sentence: String? {
        guard fileByteCount > limit / 2 else { return nil }
        let megabyte: UInt64 = 1 << 20
        return "its control group may have \(limit / megabyte) MB, and \(fileByteCount / megabyte) "
            + "MB of that were files on a tmpfs"
    }
}

extension Descriptor {
    /// Whether a pidfd's process has ended, reaped or not: it is readable then.
    var isProcessEnded: Bool {
        var waited = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waited, 1, 0) > 0
    }
}
