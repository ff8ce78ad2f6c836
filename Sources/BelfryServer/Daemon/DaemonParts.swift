// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryDesktop
internal import BelfryLedger
internal import BelfryRuntime
internal import Foundation
internal import Logging
internal import Synchronization

/// What a daemon is made of: its centre, its host, and the API over both.
struct DaemonParts: Sendable {
    let center: CenterService
    let host: ExtensionHost
    let feed: EventFeed

    /// Says to the desktop that there may be something new in the log.
    let desktopNews: EventFeed
    let api: CenterAPI
    let ledgerPath: String

    /// Opens the ledger and takes up what an earlier process left.
    ///
    /// - Parameters:
    ///   - configuration: Where everything is.
    ///   - launcher: What starts apps' programs, from what proves which app they are, from where they
    ///     write to, and from what the next daemon knows them by.
    ///   - socket: The path of the API's socket; nil where that has none.
    ///   - logger: What is told of failures.
    ///   - environment: The process's environment, which says where the desktop's bus is.
    /// - Throws: ``CenterError`` of the ledger, and what keeps the host from being made.
    init(
        _ configuration: DaemonConfiguration,
        launching launcher: (AppTokens, AppOutput, ProcessRegister) -> AppLauncher,
        socket: String?,
        _ logger: Logger,
        environment: [String: String]
    ) throws {
        let state = configuration.state
        let path = DaemonFiles.ledger(in: state)
        let metrics = ServerMetrics()
        let feed = EventFeed()
        let desktopNews = EventFeed()
        let log = LogReader()
        let answers = AnswerWait(EventFeed())
        let clock = configuration.hasVirtualClock ? AdjustableClock.ofMachine() : nil
        let push = try PushEndpoint(configuration)
        let host = try Self.host(in: state, metrics)
        // The kernel names programs without symbolic links.
        let apps = AppFolder(
            path: URL(fileURLWithPath: state).resolvingSymlinksInPath().path + "/apps"
        )
        try apps.check()
        let tokens = AppTokens(path: state + "/app-tokens")
        let output = AppOutput(path: state + "/app-logs")
        let processes = ProcessRegister(path: state + "/app-processes")
        let running = RunningApps(apps, launcher(tokens, output, processes), logger)
        let peers = AppPeers(apps: apps, programs: running.programs)
        let engine = Mutex<HostedExtensions?>(nil)
        var policy = CenterPolicy()
        policy.pendingLimit = configuration.pendingLimit
        center = try CenterService(
            clock: clock,
            failed: { logger.error("the centre tries again", metadata: ["error": "\($0)"]) },
            { [policy] service in
                var options = Ledger.Options()
                // Beyond what any earlier ledger has given: none gives a thousand a second for good.
                options.numbersBegin = Int(Date().timeIntervalSince1970 * 1000)
                let ledger = try Ledger(at: path, options: options)
                try ledger.read { transaction in
                    for app in apps.sweep(try transaction.apps()) {
                        logger.warning(
                            "an app's files are not there; install it again: belfry install Name.app",
                            metadata: ["app": "\(app.identifier)", "version": "\(app.version)"]
                        )
                    }
                    if let last = try transaction.lastEventDate() { clock?.begin(after: last) }
                }
                let extensions = HostedExtensions(service, host: host, began: metrics.noteWait(of:))
                engine.withLock { $0 = extensions }
                return CenterService.Parts(
                    store: ledger,
                    engine: extensions,
                    apps: running.questions,
                    policy: policy,
                    settled: { center in
                        guard let news = log.news(of: center) else { return }
                        feed.tell(news, of: center)
                        answers.feed.signal()
                        desktopNews.signal()
                        running.tell(news, of: center)
                    }
                )
            }
        )
        guard let engine = engine.withLock(\.self) else {
            throw DaemonError(.software, "the centre has started without its engine")
        }
        self.host = host
        self.feed = feed
        self.desktopNews = desktopNews
        ledgerPath = path
        api = CenterAPI(
            center: center,
            engine: engine,
            apps: apps,
            callers: AppCallers(peers: peers, tokens: tokens),
            running: running,
            feed: feed,
            answers: answers,
            metrics: metrics,
            push: push,
            inlet: try Inlet(state + "/inlet", configuration.inletRate, center, engine, metrics),
            desktop: try Self.desktop(
                configuration,
                environment,
                UserActions(center: center, apps: apps),
                desktopNews,
                logger
            ),
            web: WebSignIn(path: state + "/web-sessions"),
            statistics: StatisticsStore(path: path),
            trials: TrialRoom(path: state + "/trials"),
            contents: ContentExtensions(apps),
            views: OpenViews(),
            socket: socket,
            attachments: DaemonFiles.attachments(in: state),
            clock: clock
        )
    }

    /// What shows notifications on the desktop; nil where it is not to.
    private static func desktop(
        _ configuration: DaemonConfiguration,
        _ environment: [String: String],
        _ actions: UserActions,
        _ news: EventFeed,
        _ logger: Logger
    ) throws -> DesktopOutlet? {
        guard configuration.showsOnDesktop else {
            DesktopRecord.remove(in: configuration.state)
            return nil
        }
        return try DesktopOutlet(
            BusAddress.session(in: environment),
            actions,
            attachments: DaemonFiles.attachments(in: configuration.state),
            configuration.state,
            news,
            logger
        )
    }

    private static func host(in state: String, _ metrics: ServerMetrics) throws -> ExtensionHost {
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation.ofRunningTool(),
            storePath: DaemonFiles.attachments(in: state)
        )
        configuration.statePath = state + "/storage"
        configuration.metrics = metrics.registry
        return try ExtensionHost(configuration)
    }

    /// Waits for the runs in progress, each of which its budget ends, then ends the host and the
    /// centre; what waits for a run is the next process's.
    func stop() async {
        await center.drain()
        await host.shutdown()
        await center.stop()
    }
}
