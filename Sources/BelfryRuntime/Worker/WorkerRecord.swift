// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A worker as the host keeps it.
final class WorkerRecord {
    let number: UInt64
    let bundle: ExtensionBundle
    let budget: Budget

    /// The origins it may reach; nil when it has no network at all.
    let origins: [String]?

    /// What it has that outlives it.
    let storage: [StorageFolder]

    let requestedAt: MonotonicTime

    /// The host's ends; the other ends are in ``offer`` until the zygote has them.
    let runSocket: Descriptor
    let output: Descriptor
    var offer: SpawnOffer?

    /// Where its signal handler describes a crash.
    let crashMemory: Descriptor

    var machine = WorkerStateMachine()
    var zygote: UInt64

    /// Whether a zygote that did not see what it needs has given it to another one.
    var hasMoved = false
    var tokens: [(Reactor.Token, Int32)] = []

    /// Its control group, where the host has one to divide.
    var group: ControlGroupLeaf?

    /// Known once the zygote has forked it.
    var process: SpawnedProcess?

    /// Known with the process; files in it can be had as long as this is kept.
    var container: WorkerContainer?

    /// The loaded, idle worker, which every run is measured against.
    var baseline = WorkerHoldings()

    /// What it held at the end of its last run; at first, the baseline.
    var lastHoldings = WorkerHoldings()

    /// Its footprint and its threads when they were last looked at.
    var presentByteCount: UInt64 = 0
    var presentThreadCount = 0

    /// The most private memory that was seen, and the kernel's limit for it.
    var peakDataByteCount: UInt64 = 0
    var dataLimit: UInt64 = 0
    var readyAt: MonotonicTime?
    var loadReport: LoadReport?

    /// How many seccomp filters it was under when it had been loaded, where the kernel says.
    var filterCount: Int?

    /// The run it works on; nil while it is idle.
    var run: UInt64?
    var runCount = 0
    var isRetiring = false

    /// Whether its being killed was counted.
    var isKilled = false

    /// The library it was started with, if that was before there was a run for it.
    var prewarmedFor: LibraryMark?

    /// Since when it has had nothing to do, and what it did nevertheless.
    var idleSince: MonotonicTime?
    var idlePacketCount = 0

    /// Its CPU clock when it was last looked at between runs, in nanoseconds.
    var idleCPU: UInt64?

    /// Why it gets no further run.
    var retirement: Retirement?

    /// Whether it died with a command of ours unread.
    var leftCommandUnread = false

    /// Commands sent since its present run was.
    var commandsSinceRun = 0

    /// Whether it said anything of its present run, which it cannot have known before it was sent.
    var hasAnsweredRun = false

    /// Whether it draws faster than it is listened to.
    var isFlooding = false

    /// What it printed that is not a whole line yet.
    var partialLine: [UInt8] = []

    var network: EgressSession?

    /// What it has written to the disk; made when it has been at work for a while.
    var disk: DiskMeter?

    /// How often it has locked files.
    var locks = LockAllowance()

    /// How its extension is watched; nil in an ordinary worker.
    var watch: RunTrial.Watch?

    /// What keeps or answers its requests; nil in an ordinary worker.
    var tape: EgressTape?
    var end: ProcessEnd?
    var endWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        number: UInt64,
        bundle: ExtensionBundle,
        budget: Budget,
        origins: [String]?,
        storage: [StorageFolder],
        zygote: UInt64,
        runSocket: consuming Descriptor,
        output: consuming Descriptor,
        crashMemory: consuming Descriptor,
        offer: SpawnOffer
    ) {
        self.number = number
        self.bundle = bundle
        self.budget = budget
        self.origins = origins
        self.storage = storage
        self.zygote = zygote
        self.runSocket = runSocket
        self.output = output
        self.crashMemory = crashMemory
        self.offer = offer
        requestedAt = .now
    }

    /// Notes what it was found to hold.
    func note(_ holdings: WorkerHoldings) {
        presentByteCount = holdings.byteCount
        presentThreadCount = holdings.threadCount
    }

    /// Whether it can take a request now.
    var isIdle: Bool { machine.isServing && run == nil && !isRetiring }

    /// Most requests a worker gets in its life: completions are made for so many.
    static let runLimit = 256
}

/// What a zygote needs to fork a worker, held until it is asked to.
final class SpawnOffer {
    let specification: WorkerSpecification
    let runSocket: Descriptor
    let library: Descriptor
    let output: Descriptor

    init(
        specification: WorkerSpecification,
        runSocket: consuming Descriptor,
        library: consuming Descriptor,
        output: consuming Descriptor
    ) {
        self.specification = specification
        self.runSocket = runSocket
        self.library = library
        self.output = output
    }
}

/// What a worker holds at one moment.
struct WorkerHoldings {
    /// Its footprint, in bytes.
    var byteCount: UInt64 = 0

    /// All resident memory, libraries included.
    var residentByteCount: UInt64 = 0

    /// Private writable memory, touched or not.
    var dataByteCount: UInt64 = 0
    /// Resident pages of files: libraries that all processes share, and what is mapped.
    var filePageByteCount: UInt64 = 0
    var threadCount = 0
    var descriptorCount = 0
}

extension ProcessMeter {
    /// What the process holds now; nil when it has ended.
    var holdings: WorkerHoldings? {
        footprint.map { WorkerHoldings($0, descriptorCount: descriptorCount) }
    }
}

extension WorkerHoldings {
    init(_ footprint: ProcessMeter.Footprint, descriptorCount: Int?) {
        self.init(
            byteCount: footprint.byteCount,
            residentByteCount: footprint.residentByteCount,
            dataByteCount: footprint.dataByteCount,
            filePageByteCount: footprint.filePageByteCount,
            threadCount: footprint.threadCount,
            descriptorCount: descriptorCount ?? 0
        )
    }
}

/// A worker's process as the host reaches it.
final class SpawnedProcess {
    let pidfd: Descriptor
    let meter: ProcessMeter

    /// Rings at the host when the worker has used a certain CPU time.
    let alarm: CPUAlarm

    init(pidfd: consuming Descriptor, meter: ProcessMeter, alarm: CPUAlarm) {
        self.pidfd = pidfd
        self.meter = meter
        self.alarm = alarm
    }

    /// Whether it has ended, reaped or not.
    var hasEnded: Bool { pidfd.isProcessEnded }

    /// Kills it; it cannot object.
    func kill() {
        pidfd.signalProcess(Signal.kill.number)
    }
}

extension Descriptor {
    /// Whether a pidfd's process has ended, reaped or not: it is readable then.
    var isProcessEnded: Bool {
        var waited = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waited, 1, 0) > 0
    }
}
