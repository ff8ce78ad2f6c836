// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

extension Run {
    /// Says in a sentence what happened.
    func explanation(of verdict: Verdict) -> String {
        VerdictExplanation.sentence(
            for: verdict,
            detail: explanation ?? plan.gate.firstFailure?.fix,
            evidence: evidence,
            budget: RunReport.BudgetSummary(budget),
            endedBy: machine.endedBy
        )
    }

    /// What of this run counts against the extension; nil for nothing.
    var offence: String? {
        if let retirement = worker?.retirement, retirement.isMisuse, retirement != .strikes {
            return retirement.rawValue
        }
        if let strike = strikes.first { return strike }
        // What ended a run whose checkpoint was delivered counts as if it had not been.
        guard let cause = machine.endedBy ?? verdict, cause.isOffence else { return nil }
        return cause.reason
    }

    /// Says what is known of it.
    ///
    /// - Parameters:
    ///   - verdict: How it ended.
    ///   - predecessor: Why the bundle's previous worker went between runs, where no report has said so.
    /// - Returns: The report, without what is learnt of its crash and its attachments.
    func report(_ verdict: Verdict, predecessor: () -> Retirement?) -> RunReport {
        let original = client?.original ?? plan.request.content
        var report = RunReport(
            run: number,
            bundle: RunReport.BundleSummary(bundle),
            request: plan.request.identifier,
            verdict: verdict,
            explanation: explanation(of: verdict),
            evidence: evidence,
            gate: plan.gate,
            budget: RunReport.BudgetSummary(budget),
            before: RunReport.ContentSummary(original),
            after: RunReport.ContentSummary(content),
            difference: ContentDifference(from: original, to: content)
        )
        report.fill { report in
            report.endedBy = machine.endedBy?.reason
            report.isDebugged = plan.debugger != nil
            report.overload = overload
            report.strikes = strikes
            report.findings = plan.trial.watch == nil ? nil : findings
            report.log = log.lines
            report.droppedLogLines = log.droppedCount
            report.category = category.map(RunReport.CategorySummary.init)
            if let worker { add(worker, to: &report, verdict, predecessor()) }
        }
        return report
    }

    private func add(
        _ worker: Worker,
        to report: inout RunReport.Members,
        _ verdict: Verdict,
        _ predecessor: Retirement?
    ) {
        report.timing = RunReport.Timing(self, worker)
        report.worker = RunReport.WorkerSummary(
            number: worker.number,
            runOrdinal: worker.runCount,
            retirement: worker.retirement,
            predecessorRetirement: predecessor,
            isSecondAttempt: beginning.wasRequeued
        )
        report.usage = RunReport.Usage(usage, worker, isAnswered: verdict.isAnswered)
        if let network = worker.network {
            let (decisions, droppedCount) = network.takeDecisions()
            report.network = RunReport.NetworkSummary(
                allowed: worker.origins ?? [],
                decisions: decisions,
                droppedDecisions: droppedCount
            )
        }
        report.storage = context.storage.summary(for: bundle, worker.storage, disk)
        report.layers = worker.layers.map {
            RunReport.LayerSummary($0, filterCount: worker.filterCount)
        }
    }
}

extension RunReport.BundleSummary {
    /// Names a bundle in a report.
    package init(_ bundle: ExtensionBundle) {
        self.init(
            identifier: bundle.manifest.identifier,
            version: bundle.manifest.version,
            path: bundle.path,
            warnings: bundle.manifest.warnings.map(\.description)
        )
    }
}

extension RunReport.Finding {
    init(_ finding: Finding) {
        self.init(
            kind: "\(finding.kind)",
            function: finding.function.neutralised(byteLimit: 64),
            detail: finding.detail.neutralised(byteLimit: 400)
        )
    }
}

extension RunReport.LayerSummary {
    /// A layer of a zygote as one worker had it: of the filters, those that the kernel counted.
    init(_ record: LayerRecord, filterCount: Int?) {
        self.init(record)
        let stages = Worker.stages
        guard name == "seccomp", let filterCount, filterCount < stages.count else { return }
        isEnforced = false
        detail =
            "allow-list in \(filterCount) of \(stages.count) stages: "
            + stages.prefix(filterCount).joined(separator: ", ")
    }
}

extension RunReport.BudgetSummary {
    /// States a budget in a report, with durations in milliseconds.
    package init(_ budget: Budget) {
        self.init(
            wallMilliseconds: budget.wall.milliseconds,
            startMilliseconds: budget.start.milliseconds,
            cpuMilliseconds: budget.cpu.milliseconds,
            memoryByteCount: budget.memoryByteCount,
            outputByteCount: budget.outputByteCount,
            networkByteCount: budget.network.byteCount,
            requestCount: budget.network.requestCount,
            connectionCount: budget.network.connectionCount
        )
    }
}

extension RunReport.Timing {
    fileprivate init?(_ run: Run, _ worker: Worker) {
        let beginning = run.beginning
        guard let begun = beginning.begunAt, let decided = run.decidedAt else { return nil }
        let ready = beginning.isWarm ? nil : worker.readyAt
        let demand = beginning.isPrewarmed ? begun : worker.requestedAt
        let load = beginning.isWarm ? nil : worker.loadReport
        self.init(
            isWarm: beginning.isWarm && !beginning.isPrewarmed,
            isPrewarmed: beginning.isPrewarmed,
            queueWaitMilliseconds: max(.zero, begun - beginning.acceptedAt).milliseconds,
            startMilliseconds: ready.map { ($0 - demand).milliseconds } ?? 0,
            sealingMilliseconds: Double(load?.sealing ?? 0) / 1e6,
            loadingMilliseconds: Double(load?.loading ?? 0) / 1e6,
            startingMilliseconds: Double(load?.starting ?? 0) / 1e6,
            wallMilliseconds: (decided - begun).milliseconds
        )
    }
}

extension RunReport.Usage {
    fileprivate init(_ usage: UsageRecord, _ worker: Worker, isAnswered: Bool) {
        let first = usage.statisticsAtBeginning
        let last = usage.statistics ?? first
        let user = (last?.userNanoseconds ?? 0) - (first?.userNanoseconds ?? 0)
        let system = (last?.systemNanoseconds ?? 0) - (first?.systemNanoseconds ?? 0)
        var usage = usage
        if let end = worker.end, !isAnswered || usage.kernelPeak == nil {
            usage.noteKernelPeak(until: end, worker.gauge)
        }
        self.init(
            cpuMilliseconds: Double(usage.cpu) / 1e6,
            userMilliseconds: Double(user) / 1e6,
            systemMilliseconds: Double(system) / 1e6,
            baselineByteCount: worker.gauge.baseline.byteCount,
            peakByteCount: usage.peak,
            finalByteCount: usage.final,
            kernelPeakByteCount: usage.kernelPeak,
            growthByteCount: usage.growth.byteCount,
            growthThreadCount: usage.growth.threadCount,
            growthDescriptorCount: usage.growth.descriptorCount,
            minorFaults: (last?.minorFaults ?? 0) - (first?.minorFaults ?? 0),
            majorFaults: (last?.majorFaults ?? 0) - (first?.majorFaults ?? 0)
        )
    }
}
