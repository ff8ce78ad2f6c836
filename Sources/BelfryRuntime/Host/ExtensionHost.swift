// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryEgress
package import BelfryModel
internal import BelfryReport
package import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
package import CoreMetrics

/// Runs extensions: owns zygotes, workers, budgets and verdicts; never loads an extension itself.
///
/// All of it happens on one thread, the reactor's, so that what is first in time is first in fact.
/// ``run(_:in:options:deliver:)`` may be called any number of times at once.
package actor ExtensionHost {
    /// What a host is made of.
    package struct Configuration: Sendable {
        /// Where Belfry's own parts are.
        package var sdk: SDKLocation

        /// Where attachments are stored.
        package var storePath: String

        /// Where extensions keep what outlives them; nil for no longer than the host.
        package var statePath: String?

        /// The namespaces and the identity of the sandbox.
        package var isolation: IsolationPlan

        /// Where extensions that fail too often are noted; nil to try every one always.
        package var quarantine: QuarantineRegister?

        /// What keeps the host's counters and histograms (``HostMetric``); nil to count nothing.
        package var metrics: (any MetricsFactory)?

        /// Where workers get control groups of their own, or why they get none.
        package var controlGroup: Result<ControlGroup, ControlGroupError>

        /// What extensions of traced runs see of this process's environment; nil where none is traced.
        ///
        /// With it hashes of a Swift extension are the same in every process, so that what is replayed
        /// comes in the same order.
        package var tracedEnvironment: [String: String]?

        /// What the host may use as a whole; by default what suits the machine.
        package var limits: HostLimits

        /// Whether each worker is forked from a zygote of its own, which is executed for it alone.
        ///
        /// Workers of one zygote have its address space: the same places of libraries and stacks, the
        /// same stack canary. A cold start with one of its own takes as long as a host's first.
        package var execsWorkers = false

        /// What looks names up for extensions, each on a thread that it may block; nil for the
        /// machine's resolver.
        package var lookUp: (@Sendable (String) throws -> [IPAddress])?

        package init(
            sdk: SDKLocation,
            storePath: String,
            isolation: IsolationPlan = .probe(),
            controlGroup: Result<ControlGroup, ControlGroupError> = ControlGroup.takeOver()
        ) {
            self.sdk = sdk
            self.storePath = storePath
            self.isolation = isolation
            self.controlGroup = controlGroup
            limits = HostLimits(for: .ofThisMachine(try? controlGroup.get()))
        }
    }

    /// What may be different from one run to the next.
    package struct RunOptions: Sendable {
        /// The budget; nil takes the defaults with what the manifest asks for.
        package var budget: Budget?

        /// Origins allowed besides the manifest's.
        package var allowedOrigins: [String] = []

        /// Whether to end the worker afterwards; nil does as the manifest says.
        package var isFresh: Bool?

        /// What the user allows.
        package var device = DeviceState()

        /// What else the run is put to.
        package var trial = RunTrial()

        /// For a run that waits for a debugger, with its budgets not enforced: takes what a debugger
        /// needs to know once the extension is loaded; nil for an ordinary run.
        package var debugger: (@Sendable (DebuggerInvitation) -> Void)?

        /// Keeps what the run sees, or lets it see what another saw; such a run gets a worker of its
        /// own.
        package var tracing: RunTracing?

        package init() {}
    }

    package nonisolated let configuration: Configuration
    nonisolated let reactor: Reactor
    let directory: HostDirectory
    let store: AttachmentStore
    let metrics: HostMetrics?
    let egress: Egress

    /// Where what zygotes and workers say is received.
    let packets = PacketBuffer(capacity: WorkerEvent.frameLimit)

    var zygotes: [UInt64: ZygoteRecord] = [:]
    var workers = WorkerTable()
    var runs: [UInt64: RunRecord] = [:]
    var waitingRuns: [UInt64] = []

    /// What waits and what is ended for want of a resource of the whole host.
    var overload: OverloadStateMachine

    /// What the machine says of its resources.
    let monitor: MachineMonitor

    /// Whether the waiting runs are to be compared with resources that have not been read for them.
    var mustReadResources = true
    var overloadWatch: Reactor.Token?

    /// Notifications that are open, by the number of their extension's run.
    var sessions: [UInt64: SessionRecord] = [:]

    /// Zygotes that were killed and whose processes are still there.
    var endingZygotes: [UInt64: ZygoteRecord] = [:]
    var sampling: (time: MonotonicTime, token: Reactor.Token)?
    var idleWatch: Reactor.Token?

    /// What is known of the bundles' libraries.
    var libraries = LibraryRegistry()

    /// The build ids of the SDK's libraries, as far as an extension was linked with them.
    var sdkBuildIDs: [String: String?] = [:]

    /// Which bundle an identifier belongs to: the first that was run by it.
    var identities: [String: String] = [:]

    /// The notification centre of each app.
    var centers: [HostedApp: AppCenter] = [:]

    /// How much is in the directories that outlive workers, as far as it has been looked at.
    var storageUse: [String: TreeSize] = [:]

    /// How those were found that have few files, to be looked at again without listing them.
    var storageRecords: [String: TreeRecord] = [:]

    /// What each bundle has that outlives its workers, or why it has less than it asks for.
    var storageGrants: [String: StorageGrant] = [:]

    /// When bundles could write to the directories that they share.
    var storageSpans: [String: [StorageSpan]] = [:]

    /// What was removed of what bundles wrote between runs, until a report has said so.
    var idleRemovals: [String: [RunReport.StorageSummary.Removal]] = [:]

    /// Whether the disk is so full that what is kept is not to be written to, and when it was asked.
    var isDiskShort = false
    var diskLookedAt: MonotonicTime?

    /// Why the last worker of a bundle went between runs, until a report has said so.
    var departures: [String: Retirement] = [:]

    /// Bundles with a process for each run that have answered one, and so may be asked again.
    var recurring: Set<String> = []

    /// How many crashes are being looked at.
    var symbolisationCount = 0

    /// Who waits for every run to be delivered, and no zygote to be ending.
    private var quietWaiters: [CheckedContinuation<Void, Never>] = []
    var isStartingRuns = false
    var mustStartRunsAgain = false
    private(set) var isShutDown = false
    private var nextNumber: UInt64 = 1

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Makes a host; nothing is started until the first run.
    ///
    /// - Parameter configuration: What it is made of.
    /// - Throws: ``SystemError`` when its directory or its thread cannot be made.
    package init(_ configuration: Configuration) throws {
        self.configuration = configuration
        reactor = try Reactor()
        let directory = try HostDirectory(owner: configuration.isolation.identity)
        self.directory = directory
        store = AttachmentStore(path: configuration.storePath)
        metrics = configuration.metrics.map(HostMetrics.init)
        overload = OverloadStateMachine(limits: configuration.limits)
        monitor = MachineMonitor(
            storedPaths: [configuration.storePath, configuration.statePath ?? directory.statePath],
            controlGroup: try? configuration.controlGroup.get()
        )
        egress = Egress(lookUp: configuration.lookUp)
    }

    deinit {
        reactor.stop()
    }

    /// Ends every process and removes every file of this host but the attachment store.
    ///
    /// A run that is asked for afterwards delivers the original with the reason `hostShutdown`.
    package func shutdown() async {
        isShutDown = true
        for run in Array(runs.values) { perform(run.machine.hostStops(), on: run) }
        for worker in Array(workers.all) { kill(worker) }
        for worker in Array(workers.all) { await waitForEnd(of: worker) }
        for zygote in Array(zygotes.values) { close(zygote) }
        for token in [sampling?.token, idleWatch, overloadWatch].compactMap(\.self) {
            reactor.cancel(token)
        }
        // What is decided is delivered, with its attachments.
        if !isQuiet { await withCheckedContinuation { quietWaiters.append($0) } }
        await directory.remove()
    }

    private var isQuiet: Bool {
        endingZygotes.isEmpty && runs.values.allSatisfy(\.isDelivered)
    }

    /// Lets a shutdown go on that waits for runs to be delivered and zygotes to be gone.
    func resumeWaitersIfQuiet() {
        guard isQuiet else { return }
        for waiter in quietWaiters { waiter.resume() }
        quietWaiters = []
    }

    /// Most runs that one worker serves; the next gets a new one.
    package static var runsPerWorker: Int { WorkerRecord.runLimit }

    /// How many workers there are, working, idle and ending.
    package var workerCount: Int { workers.count }

    /// Whether budgets are watched with real-time priority (man 7 sched).
    package nonisolated var isRealTime: Bool { reactor.isRealTime }

    /// The next number for a run, a worker or a zygote, unique in this host.
    func makeNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }
}
