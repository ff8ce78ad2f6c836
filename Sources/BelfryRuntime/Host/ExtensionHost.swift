// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryAttachments
internal import BelfryEgress
package import BelfryModel
package import BelfryReport
internal import BelfrySandbox
package import BelfrySystem

/// Runs extensions under budgets, with a verdict for each run; never loads an extension itself.
///
/// All of it happens on one thread, the reactor's, so that what is first in time is first in fact.
/// ``run(_:in:options:deliver:)`` may be called any number of times at once.
package actor ExtensionHost {
    /// What a host is made of.
    package typealias Configuration = HostConfiguration

    /// What may be different from one run to the next.
    package typealias RunOptions = BelfryRuntime.RunOptions

    /// What it is made of.
    package nonisolated let configuration: Configuration

    /// Where the attachments of what was delivered lie.
    package nonisolated let store: AttachmentStore
    private nonisolated let kept: KeptFiles
    private nonisolated let reactor: Reactor
    private let directory: HostDirectory
    private let numbers = NumberSource()
    private let zygotes: ZygotePool
    private let pool: WorkerPool
    private let overload: OverloadManager
    private let centers = CenterRegistry()
    private let storage: StorageLedger
    private let context: RunContext
    private let dispatcher: Dispatcher
    private let sessions = SessionTable()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// Makes a host; nothing is started until the first run.
    ///
    /// - Parameter configuration: What it is made of.
    /// - Throws: ``SystemError`` when its directory or its thread cannot be made.
    package init(_ configuration: Configuration) throws {
        self.configuration = configuration
        let reactor = try Reactor()
        let directory: HostDirectory
        do {
            directory = try HostDirectory(owner: configuration.isolation.identity)
        } catch {
            // An actor that was not made has no deinit, and the thread keeps the reactor.
            reactor.stop()
            throw error
        }
        let metrics = configuration.metrics.map(HostMetrics.init)
        let statePath = configuration.statePath ?? directory.statePath
        let quiet = QuietWatch()
        let isolation = configuration.isolation
        let zygotes = ZygotePool(configuration, directory, reactor, numbers) { quiet.look() }
        let kept = KeptFiles(isolation: isolation, statePath: statePath)
        self.kept = kept
        let storage = StorageLedger(reactor, WatchedFiles(kept))
        let monitor = MachineMonitor(
            storedPaths: [configuration.storePath, statePath],
            controlGroup: try? configuration.controlGroup.get()
        )
        let overload = OverloadManager(configuration.limits, monitor, reactor, metrics)
        let maker = WorkerMaker(
            isolation,
            containerPath: directory.containerPath,
            reactor,
            zygotes,
            Egress(lookUp: configuration.lookUp),
            showsPrivateValues: configuration.showsPrivateValues
        )
        let crashes = CrashLedger(configuration.sdk, identity: isolation.identity)
        let pool = WorkerPool(reactor, numbers, maker, storage, overload, metrics) {
            crashes.symbolisationCount
        }
        store = AttachmentStore(path: configuration.storePath, quota: configuration.storeQuota)
        let quarantine = QuarantineLedger(register: configuration.quarantine)
        let admission = AdmissionController { await quarantine.standing(of: $0) }
        let containerPath = directory.containerPath
        context = RunContext(reactor, centers, storage, pool, containerPath: containerPath)
        let finisher = RunFinisher(context, pool, store, crashes, quarantine, metrics)
        dispatcher = Dispatcher(
            admission,
            context,
            pool,
            finisher,
            zygotes,
            on: reactor,
            quiet
        )
        self.reactor = reactor
        self.directory = directory
        self.zygotes = zygotes
        self.storage = storage
        self.overload = overload
        self.pool = pool
        reactor.keep(pool)
    }

    deinit {
        reactor.stop()
    }

    // MARK: Runs

    /// Runs a bundle's extension on a request, and says what happened.
    ///
    /// - Parameters:
    ///   - request: What the extension is asked about.
    ///   - bundle: The extension.
    ///   - options: What is different this time.
    ///   - deliver: Takes the notification to be shown, exactly once, as soon as it is decided; nil
    ///     where the extension has dropped it (``Verdict/dropped(_:)``), and only there.
    /// - Returns: The report, once everything about the run is known.
    /// - Throws: ``OriginError`` for an origin that is not one, and for a traced run ``SystemError``
    ///   when what the extension keeps cannot be read or put in place; nothing has run then.
    package func run(
        _ request: RunRequest,
        in bundle: ExtensionBundle,
        options: RunOptions = RunOptions(),
        deliver: @Sendable (NotificationContent?, Verdict) -> Void = { _, _ in }
    ) async throws -> RunReport {
        let localized = await request.localized(for: bundle)
        let plan = try RunPlan(localized, in: bundle, options)
        let service = ServiceRun(numbers.next(), plan, context)
        return try await dispatcher.serve(
            service,
            prepareTrace: { try await prepare($0, for: plan) },
            deliver: deliver
        )
    }

    /// Puts in place what a traced run is to find of what its extension keeps.
    private func prepare(_ trace: TraceRecord, for plan: RunPlan) async throws {
        let bundle = plan.bundle
        try await trace.prepareStorage(
            storage.folders(for: bundle, isClosed: plan.device.isBeforeFirstUnlock),
            isKept: configuration.statePath != nil,
            owner: configuration.isolation.identity
        )
        // What runs before a replayed one have left with the notification centre is not its own.
        if trace.replayed != nil { centers.forget(bundle.app) }
    }

    // MARK: Open notifications

    /// Shows an expanded notification by a content extension.
    ///
    /// The session is there at once, with the size of its first frame, before the extension is
    /// loaded; one that is not to be called, or cannot be, is in its fallback.
    ///
    /// - Parameters:
    ///   - notification: What is shown.
    ///   - bundle: The content extension.
    ///   - options: What is different this time.
    /// - Returns: The session.
    /// - Throws: ``ContentSessionError`` for a bundle of another kind and for attachments that cannot
    ///   be read, or for more categories than an app may have, ``OriginError`` for an origin that is
    ///   not one.
    package func open(
        _ notification: SessionNotification,
        in bundle: ExtensionBundle,
        options: SessionOptions = SessionOptions()
    ) async throws -> ContentSession {
        try ContentSessionError.check(bundle)
        let loans = try await AttachmentLoan.all(of: notification.attachments)
        let request = await notification.request.localized(for: bundle)
        let plan = try RunPlan(request, in: bundle, options)
        if let categories = options.categories {
            try ContentSessionError.check(categories)
            centers.center(of: bundle.app).setCategories(categories)
        }
        let date = notification.date ?? CenterRegistry.unixTime
        let first = ReceivedNotification(request, date: date, loans)
        let session = DrawingSession(numbers.next(), plan, options, first, context)
        sessions.add(session)
        first.present(in: session.run.appCenter)
        if let admitted = await dispatcher.admit(session) {
            Task {
                await dispatcher.hold(admitted)
                sessions.ended(session)
            }
        }
        return ContentSession(self, number: session.run.number)
    }

    /// Looks at an open notification, or does something with it.
    func drawingSession<Result: Sendable>(
        _ number: UInt64,
        _ body: (DrawingSession) async -> Result
    ) async -> Result {
        await body(sessions[number])
    }

    func snapshots(ofSession number: UInt64) -> AsyncStream<ContentSnapshot> {
        let subscriber = numbers.next()
        return sessions[number].snapshots(for: subscriber) { [weak self] in
            Task { [weak self] in await self?.unsubscribe(subscriber, from: number) }
        }
    }

    private func unsubscribe(_ subscriber: UInt64, from number: UInt64) {
        sessions.unsubscribe(subscriber, from: number)
    }

    /// Forgets a session that nobody has any more, once its extension has ended.
    func abandonSession(_ number: UInt64) {
        sessions.abandon(number)
    }

    // MARK: The end

    /// Ends every process and removes every file of this host but the attachment store.
    ///
    /// A run that is asked for afterwards delivers the original with the reason `hostShutdown`.
    package func shutdown() async {
        await dispatcher.shutdown()
        await directory.remove()
    }

    // MARK: What it is

    /// The notification centre of an app.
    ///
    /// - Parameter app: Whose.
    /// - Returns: Its state now; an empty one of an app that is not known.
    package func center(of app: HostedApp) -> AppCenter.Contents {
        centers[app]?.contents ?? AppCenter.Contents()
    }

    /// Reads a regular file that a bundle keeps, in its own directory or else in one of its groups'.
    ///
    /// Extensions write such files, and the disk may be slow: it is to be called on a thread that may
    /// wait for it.
    ///
    /// - Parameters:
    ///   - path: The file, beneath such a directory; links are refused.
    ///   - bundle: Whose.
    ///   - body: Takes the file, open for reading; nil has the next directory looked at.
    /// - Returns: What it returned; nil where there is no such file, or none that it takes.
    package nonisolated func readKept<Value>(
        _ path: String,
        of bundle: ExtensionBundle,
        _ body: (consuming Descriptor) -> Value?
    ) -> Value? {
        kept.read(path, of: bundle.manifest, body)
    }

    /// Removes what bundles keep for themselves, as their apps are gone or new: it ends their idle
    /// workers, and gives a worker that has a run now no further one.
    ///
    /// What they share with others, groups and keychains, stays.
    ///
    /// - Parameter identifiers: The bundles' identifiers.
    /// - Throws: ``SystemError`` at the first thing that cannot be removed.
    package func removeKept(of identifiers: [String]) async throws(SystemError) {
        guard !identifiers.isEmpty else { return }
        await pool.retire(identifiers)
        storage.forget(identifiers)
        try await kept.removeOwn(of: identifiers)
    }

    /// How much the host uses of what it is limited in, now.
    package func readLimits() -> [OverloadStatus] { overload.statuses() }

    /// How many workers there are, working, idle and ending.
    package var workerCount: Int { pool.count }

    /// What the workers use that have something to do, in the order in which they were made.
    package var presentUse: [PresentUse] { pool.presentUse }

    /// Whether budgets are watched with real-time priority (man 7 sched).
    package nonisolated var isRealTime: Bool { reactor.isRealTime }

    /// Sets up a sandbox and says which layers are in force.
    ///
    /// - Parameter runtime: Whose zygote to set up.
    /// - Returns: The layers in force.
    /// - Throws: ``HostError`` when it cannot be set up.
    package func probeLayers(
        _ runtime: ExtensionBundle.Runtime
    ) async throws -> [RunReport.LayerSummary] {
        try await zygotes.probeLayers(runtime)
    }

    /// Sets up a sandbox and tries from inside what its layers are there to prevent.
    ///
    /// - Parameter runtime: Whose zygote to set up.
    /// - Returns: The layers in force, each with what was tried of it.
    /// - Throws: ``HostError`` when it cannot be set up, or a probe does not answer.
    package func tryLayers(_ runtime: ExtensionBundle.Runtime) async throws -> [LayerFinding] {
        try await zygotes.tryLayers(runtime, on: reactor, containerPath: directory.containerPath)
    }
}
