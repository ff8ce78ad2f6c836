// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport

/// A request that has come to one extension, with the limits that it would run within.
///
/// It never changes, and is large: those who have it share it.
final class RunPlan: Sendable {
    let request: RunRequest
    let bundle: ExtensionBundle

    /// The installed app that the bundle is of; nil where it is of none.
    let app: String?
    let budget: Budget

    /// The origins that its worker may reach.
    let origins: [String]

    /// Whether its worker may reach public origins besides those, so that they are told.
    let learnsOrigins: Bool

    /// Whether its worker is new and gets no further request.
    let isFresh: Bool

    /// Whether it may have a worker that was prewarmed, so that the next one is prewarmed too.
    let takesPrewarmed: Bool

    /// Each condition for being called, and whether it holds.
    let gate: GateReport

    /// What the user allows.
    let device: DeviceState

    /// The app's notification centre; nil for the host's own.
    let center: (any ExtensionCenter)?
    let trial: RunTrial

    /// Told when a debugger can be attached, for which the run then waits.
    let debugger: (@Sendable (DebuggerInvitation) -> Void)?
    let tracing: RunTracing?

    private init(
        request: RunRequest,
        bundle: ExtensionBundle,
        app: String?,
        budget: Budget,
        origins: [String],
        learnsOrigins: Bool,
        isFresh: Bool,
        takesPrewarmed: Bool,
        gate: GateReport,
        device: DeviceState,
        center: (any ExtensionCenter)?,
        trial: RunTrial,
        debugger: (@Sendable (DebuggerInvitation) -> Void)?,
        tracing: RunTracing?
    ) {
        self.request = request
        self.bundle = bundle
        self.app = app
        self.budget = budget
        self.origins = origins
        self.learnsOrigins = learnsOrigins
        self.isFresh = isFresh
        self.takesPrewarmed = takesPrewarmed
        self.gate = gate
        self.device = device
        self.center = center
        self.trial = trial
        self.debugger = debugger
        self.tracing = tracing
    }

    /// The plan of a service extension's run.
    ///
    /// - Throws: ``OriginError`` for an origin that is not one, naming where it stands.
    convenience init(
        _ request: RunRequest,
        in bundle: ExtensionBundle,
        _ options: RunOptions
    ) throws(OriginError) {
        let manifest = bundle.manifest
        let origins = try Self.origins(
            manifest,
            options.allowedOrigins,
            from: "RunOptions.allowedOrigins"
        )
        let isOrdinary =
            options.debugger == nil && options.tracing == nil && !options.learnsOrigins
        self.init(
            request: request,
            bundle: bundle,
            app: options.app,
            budget: options.debugger == nil
                ? Self.budget(manifest, options.budget) : .unlimited,
            origins: options.trial.isOffline ? [] : origins,
            learnsOrigins: options.learnsOrigins && !options.trial.isOffline,
            isFresh: options.isFresh ?? (manifest.process == .fresh) || !isOrdinary,
            takesPrewarmed: manifest.process == .fresh && options.isFresh == nil && isOrdinary,
            gate: Gate(manifest: manifest, device: options.device).report(for: request.source),
            device: options.device,
            center: options.center,
            trial: options.trial,
            debugger: options.debugger,
            tracing: options.tracing
        )
    }

    /// The plan of an open notification that a content extension draws.
    ///
    /// - Throws: ``OriginError`` for an origin that is not one, naming where it stands.
    convenience init(
        _ request: RunRequest,
        in bundle: ExtensionBundle,
        _ options: SessionOptions
    ) throws(OriginError) {
        let manifest = bundle.manifest
        let gate = Gate(manifest: manifest, device: options.device)
        let origins = try Self.origins(
            manifest,
            options.allowedOrigins,
            from: "Options.allowedOrigins"
        )
        self.init(
            request: request,
            bundle: bundle,
            app: options.app,
            budget: Self.budget(manifest, options.budget),
            origins: options.isOffline ? [] : origins,
            learnsOrigins: options.learnsOrigins && !options.isOffline,
            isFresh: true,
            takesPrewarmed: false,
            gate: gate.contentReport(for: request.source),
            device: options.device,
            center: nil,
            trial: RunTrial(),
            debugger: nil,
            tracing: nil
        )
    }

    private static func budget(_ manifest: Manifest, _ chosen: Budget?) -> Budget {
        if let chosen { return chosen }
        var budget = Budget()
        budget.apply(manifest.budget)
        return budget
    }

    private static func origins(
        _ manifest: Manifest,
        _ allowed: [String],
        from place: String
    ) throws(OriginError) -> [String] {
        let listed = manifest.network ?? []
        _ = try NetworkPolicy(listed)
        _ = try NetworkPolicy(allowed, from: place)
        return listed + allowed
    }
}
