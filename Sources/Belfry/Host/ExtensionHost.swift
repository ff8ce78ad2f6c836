// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Synchronization

/// Runs notification extensions in sandboxed processes, under budgets, with a verdict for each run.
///
/// A host never loads an extension into its own process. It may be used from any number of tasks at
/// once, and a process may have several hosts. Call ``shutdown()`` at the end: it waits for the
/// processes that the host has started. A host that is let go without it ends them in the background.
public final class ExtensionHost: Sendable {
    /// What the host was made of.
    public let configuration: Configuration

    let engine: Engine.Host
    private let shutdownTask = Mutex<Task<Void, Never>?>(nil)

    /// Makes a host; no process is started until the first run.
    ///
    /// It looks for Belfry's worker, finds out what sandbox this machine allows, and starts one thread.
    ///
    /// - Parameter configuration: What it is made of.
    /// - Throws: ``BelfryError/Code/partsNotFound`` with every place that was looked in,
    ///   ``BelfryError/Code/limitInvalid`` for a limit out of its range,
    ///   ``BelfryError/Code/hostUnavailable`` when the machine refuses a thread or a directory.
    public init(_ configuration: Configuration = .default) async throws(BelfryError) {
        self.configuration = configuration
        engine = try await Self.makeEngine(configuration)
    }

    deinit {
        guard shutdownTask.withLock({ $0 == nil }) else { return }
        Task { [engine] in await engine.shutdown() }
    }

    /// Off the caller's thread: it reads files, and starts a process to try what is allowed.
    @concurrent
    private static func makeEngine(
        _ configuration: Configuration
    ) async throws(BelfryError) -> Engine.Host {
        let made = try configuration.engine()
        do {
            return try Engine.Host(made)
        } catch {
            throw BelfryError(error, at: "ExtensionHost")
        }
    }

    // MARK: Running service extensions

    /// Runs a service extension on a notification, and says what is to be shown and why.
    ///
    /// It never throws for what an extension did: a crash, a timeout or an attack ends in a verdict,
    /// and the original notification is delivered. It returns when everything about the run is known,
    /// which can be some milliseconds after the notification is decided; `deliver` gets it at once.
    ///
    /// Cancelling the task does not end the run, since a notification that was accepted is delivered:
    /// the run ends by itself, or by its budget.
    ///
    /// - Parameters:
    ///   - request: The notification.
    ///   - bundle: The extension.
    ///   - options: What is different this time.
    ///   - deliver: Takes what is to be shown, exactly once, as soon as it is decided; nil where the
    ///     extension has dropped it. It is called on the host's thread, which watches all budgets, and
    ///     must return soon.
    /// - Returns: The verdict, the content and the report.
    /// - Throws: ``BelfryError/Code/originInvalid`` and ``BelfryError/Code/limitInvalid``.
    public func run(
        _ request: NotificationRequest,
        in bundle: ExtensionBundle,
        options: RunOptions = RunOptions(),
        deliver: @Sendable (NotificationContent?, Verdict) -> Void = { _, _ in }
    ) async throws(BelfryError) -> RunOutcome {
        let chosen = try options.engine(for: bundle, configuration)
        let delivered = Mutex<(NotificationContent?, Verdict)?>(nil)
        let report: Engine.Report
        do {
            report = try await engine.run(
                request.engine,
                in: bundle.engine,
                options: chosen
            ) { content, verdict in
                let delivery = (content.map(NotificationContent.init), Verdict(verdict))
                delivered.withLock { $0 = delivery }
                deliver(delivery.0, delivery.1)
            }
        } catch {
            throw BelfryError(error, at: bundle.path)
        }
        guard let (content, verdict) = delivered.withLock({ $0 }) else {
            throw BelfryError(.hostUnavailable, at: bundle.path, "the host delivered nothing")
        }
        return RunOutcome(verdict: verdict, content: content, engine: report)
    }

    // MARK: Opening notifications

    /// Opens a notification that a content extension draws.
    ///
    /// The session is there at once, with the size of its first frame, before the extension is
    /// loaded. Where the extension fails or may not be called the session goes on without it, in the
    /// phase ``ContentSession/Phase/fallback(_:explanation:)``.
    ///
    /// - Parameters:
    ///   - request: The notification.
    ///   - bundle: The content extension.
    ///   - options: How it is shown.
    /// - Returns: The session; it ends with ``ContentSession/close()``, or when nobody has it any more.
    /// - Throws: ``BelfryError/Code/bundleKind`` for a service extension,
    ///   ``BelfryError/Code/attachmentUnreadable``, ``BelfryError/Code/originInvalid`` and
    ///   ``BelfryError/Code/limitInvalid``.
    public func open(
        _ request: NotificationRequest,
        in bundle: ExtensionBundle,
        options: ContentSession.Options = ContentSession.Options()
    ) async throws(BelfryError) -> ContentSession {
        let chosen = try options.engine(for: bundle, configuration)
        do {
            let session = try await engine.open(
                request.notification,
                in: bundle.engine,
                options: chosen
            )
            return ContentSession(session, host: self)
        } catch {
            throw BelfryError(error, at: bundle.path)
        }
    }

    // MARK: The sandbox

    /// Sets up a sandbox without an extension in it and says which of its layers are in force here.
    ///
    /// A server that hosts extensions of strangers asks this when it starts, and does not serve without
    /// the layers that it needs: an older kernel, or a container, has fewer.
    ///
    /// - Returns: Each layer, in force or not.
    /// - Throws: ``BelfryError/Code/hostUnavailable`` when no sandbox can be set up at all; no extension
    ///   runs here then.
    public func sandboxLayers() async throws(BelfryError) -> [SandboxLayer] {
        do {
            let layers =
                try await engine.probeLayers(.bare) + [engine.configuration.controlGroupLayer]
            return layers.map(SandboxLayer.init)
        } catch {
            throw BelfryError(error, at: "ExtensionHost.sandboxLayers()")
        }
    }

    // MARK: The end

    /// Ends every process of this host and removes its files; what is stored stays.
    ///
    /// A run that is under way ends as ``Verdict/Fallback/hostShutdown`` and delivers its original, as
    /// does one that is asked for afterwards; open notifications go on without their extensions. It
    /// returns when the processes are gone. A second call waits for the first.
    public func shutdown() async {
        let task = shutdownTask.withLock { task in
            let shutdown = task ?? Task { [engine] in await engine.shutdown() }
            task = shutdown
            return shutdown
        }
        await task.value
    }
}
