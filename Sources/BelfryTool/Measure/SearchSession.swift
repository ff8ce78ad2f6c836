// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryRuntime

/// A measuring that looks for something: budgets that are enough, what other budgets would do, or what
/// changed since another build.
struct SearchSession {
    let session: MeasureSession
    let options: SearchOptions

    /// The build that is compared with; nil where there is none.
    let old: ExtensionBundle?

    /// - Throws: ``BundleError`` when the other build is none.
    init(_ session: MeasureSession, _ options: SearchOptions) throws {
        self.session = session
        self.options = options
        old = try options.compare.map { try ExtensionBundle(at: $0) }
        for profile in options.profile {
            var budget = Budget()
            try budget.apply(profile)
        }
    }

    /// Measures, until it is done or the stop sign is raised.
    func measure(until stopSign: StopSign) async throws -> MeasurementReport {
        if options.tune { return try await tune(until: stopSign) }
        if let old { return try await compare(with: old, until: stopSign) }
        return try await profile(until: stopSign)
    }

    // MARK: Tune

    private func tune(until stopSign: StopSign) async throws -> MeasurementReport {
        let progress = SearchProgress()
        return try await report(progress, stopSign) { hosts in
            let tuner = Tuner(
                source: try hosts.source(for: session.bundle),
                payloads: session.payloads,
                options: options.tunerOptions(for: session.plans),
                progress: progress
            )
            let tuning = try await tuner.tune(until: stopSign)
            return { report in
                report.tuning = tuning
                report.isInterrupted = tuning.isInterrupted
            }
        }
    }

    // MARK: Profiles

    private func profile(until stopSign: StopSign) async throws -> MeasurementReport {
        let progress = SearchProgress()
        let groups = try session.plans.map { plan in
            try options.profile.map { try Self.plan(plan, under: $0) }
        }
        return try await report(progress, stopSign) { hosts in
            let meter = ProfileMeter(
                groups,
                sources: try options.profile.map { _ in try hosts.source(for: session.bundle) },
                payloads: session.payloads,
                seed: seed,
                progress: progress
            )
            let parts = try await meter.measure(until: stopSign)
            return { $0.parts = parts }
        }
    }

    private static func plan(_ plan: PartPlan, under profile: String) throws -> PartPlan {
        var plan = plan
        plan.name += ", \(profile)"
        try plan.budget.apply(profile)
        return plan
    }

    // MARK: Compare

    private func compare(
        with old: ExtensionBundle,
        until stopSign: StopSign
    ) async throws -> MeasurementReport {
        let progress = SearchProgress()
        return try await report(progress, stopSign) { hosts in
            let comparer = Comparer(
                old: .init(try hosts.source(for: old), session.plans),
                new: .init(try hosts.source(for: session.bundle), session.plans),
                payloads: session.payloads,
                options: Comparer.Options(seed: seed),
                progress: progress
            )
            var result = try await comparer.compare(until: stopSign)
            result.comparison.oldPath = old.path
            result.comparison.oldVersion = old.manifest.version
            return { [result] report in
                report.parts = result.parts
                report.comparison = result.comparison
            }
        }
    }

    // MARK: Hosts

    private var seed: UInt64 { options.seed ?? .random(in: 0...UInt64(UInt32.max)) }

    /// Does work with hosts that are gone afterwards, and reports what came of it.
    private func report(
        _ progress: SearchProgress,
        _ stopSign: StopSign,
        _ work:
            @escaping @Sendable (HostShelf) async throws ->
            @Sendable (inout MeasurementReport)
            -> Void
    ) async throws -> MeasurementReport {
        let hosts = HostShelf(session)
        var report = session.emptyReport()
        let result = await ProgressLine.during(stopSign, { progress.progress }) {
            try await work(hosts)
        }
        let shortfall = session.cache?.shortfall()
        await hosts.shutdown()
        try result.get()(&report)
        report.warn(ofCache: shortfall)
        report.isInterrupted = report.isInterrupted || stopSign.isRaised
        return report
    }
}
