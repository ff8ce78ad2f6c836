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

    /// What is measured side by side, each with the name that it was given by.
    private let budgets: [(name: String, budget: Budget)]

    /// - Throws: ``BundleError`` when the other build is none, ``ToolFailure`` for a budget that is none.
    init(_ session: MeasureSession, _ options: SearchOptions) throws {
        self.session = session
        self.options = options
        old = try options.compare.map { try ExtensionBundle(at: $0) }
        budgets = try options.profile.map { profile in
            var budget = session.plans.first?.budget ?? Budget()
            do throws(BudgetError) {
                try BudgetOption.apply(profile, to: &budget, from: "--profile")
            } catch {
                throw ToolFailure("--profile: \(error)", .usage)
            }
            return (profile, budget)
        }
    }

    /// The parts that it measures; none where it searches for budgets.
    var plans: [PartPlan] {
        if options.tune { return [] }
        return old == nil ? profiles.flatMap(\.self) : session.plans
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
        return try await report(progress, stopSign) {
            let source = try session.source(for: session.bundle)
            let tuner = Tuner(
                source: source,
                payloads: session.payloads,
                options: options.tunerOptions(for: session.plans),
                progress: progress
            )
            let result = await Task { try await tuner.tune(until: stopSign) }.result
            await source.stop()
            let tuning = try result.get()
            return { report in
                report.tuning = tuning
                report.isInterrupted = tuning.isInterrupted
            }
        }
    }

    // MARK: Profiles

    private func profile(until stopSign: StopSign) async throws -> MeasurementReport {
        let progress = SearchProgress()
        let groups = profiles
        return try await report(progress, stopSign) {
            let meter = ProfileMeter(
                groups,
                rack: SourceRack(
                    options.profile.map { _ in { try session.source(for: session.bundle) } }
                ),
                payloads: session.payloads,
                seed: seed,
                progress: progress
            )
            let parts = try await meter.measure(until: stopSign)
            return { $0.parts = parts }
        }
    }

    /// Parts of each kind, one for each set of budgets.
    private var profiles: [[PartPlan]] {
        session.plans.map { plan in
            budgets.map { name, budget in
                var plan = plan
                plan.name += ", \(name)"
                plan.budget = budget
                return plan
            }
        }
    }

    // MARK: Compare

    private func compare(
        with old: ExtensionBundle,
        until stopSign: StopSign
    ) async throws -> MeasurementReport {
        let progress = SearchProgress()
        return try await report(progress, stopSign) {
            let comparer = Comparer(
                old: .init(session.plans) { try session.source(for: old) },
                new: .init(session.plans) { try session.source(for: session.bundle) },
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

    // MARK: Report

    private var seed: UInt64 { options.seed ?? .random(in: 0...UInt64(UInt32.max)) }

    /// Puts what was found into a report.
    private typealias Finding = @Sendable (inout MeasurementReport) -> Void

    /// Does work, and reports what came of it.
    private func report(
        _ progress: SearchProgress,
        _ stopSign: StopSign,
        _ work: @escaping @Sendable () async throws -> Finding
    ) async throws -> MeasurementReport {
        var report = session.emptyReport()
        let result = await ProgressLine.during(stopSign, { progress.progress }) {
            try await work()
        }
        let shortfall = session.cache?.shortfall()
        try result.get()(&report)
        report.warn(ofCache: shortfall)
        report.isInterrupted = report.isInterrupted || stopSign.isRaised
        return report
    }
}
