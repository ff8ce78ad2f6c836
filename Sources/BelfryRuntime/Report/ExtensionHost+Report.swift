// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

extension ExtensionHost {
    /// Says in a sentence what happened in a run.
    func explanation(of run: RunRecord, _ verdict: Verdict) -> String {
        VerdictExplanation.sentence(
            for: verdict,
            detail: run.explanation ?? run.gate.firstFailure?.fix,
            evidence: run.evidence,
            budget: RunReport.BudgetSummary(run.budget),
            endedBy: run.machine.endedBy
        )
    }

    /// Says what is known of a run, once: it is counted with it.
    func report(on run: RunRecord, _ verdict: Verdict) -> RunReport {
        let report = makeReport(on: run, verdict)
        metrics?.count(report, verdict, isSession: run.session != nil)
        return report
    }

    private func makeReport(on run: RunRecord, _ verdict: Verdict) -> RunReport {
        let original = run.session == nil ? run.request.content : run.content
        var report = RunReport(
            run: run.number,
            bundle: RunReport.BundleSummary(run.bundle),
            request: run.request.identifier,
            verdict: verdict.word,
            reason: verdict.reason,
            explanation: explanation(of: run, verdict),
            evidence: run.evidence,
            gate: run.gate,
            budget: RunReport.BudgetSummary(run.budget),
            before: RunReport.ContentSummary(original),
            after: RunReport.ContentSummary(run.content),
            difference: ContentDifference(from: original, to: run.content)
        )
        report.endedBy = run.machine.endedBy?.reason
        report.isDebugged = run.debugger != nil
        report.overload = run.overload
        report.strikes = run.strikes
        report.findings = run.trial.watch == nil ? nil : run.findings
        report.log = run.log.lines
        report.droppedLogLines = run.log.droppedCount
        report.center = RunReport.CenterSummary(run.center, isApplied: verdict.appliesCategories)
        report.category = run.category.map(RunReport.CategorySummary.init)
        guard let worker = run.worker else { return report }
        report.timing = RunReport.Timing(run, worker)
        report.worker = RunReport.WorkerSummary(
            number: worker.number,
            runOrdinal: worker.runCount,
            retirement: worker.retirement,
            predecessorRetirement: departures.removeValue(forKey: run.bundle.path),
            isSecondAttempt: run.wasRequeued
        )
        report.usage = RunReport.Usage(run.usage, worker, isAnswered: verdict.isAnswered)
        if let network = worker.network {
            let (decisions, droppedCount) = network.takeDecisions()
            report.network = RunReport.NetworkSummary(
                allowed: worker.origins ?? [],
                decisions: decisions,
                droppedDecisions: droppedCount
            )
        }
        report.storage = storageSummary(of: worker, after: run)
        let layers = zygotes[worker.zygote]?.machine.layers ?? []
        report.layers = layers.map { RunReport.LayerSummary($0, filterCount: worker.filterCount) }
        return report
    }
}

extension RunReport.BundleSummary {
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
        let stages = ExtensionHost.stages
        guard name == "seccomp", let filterCount, filterCount < stages.count else { return }
        isEnforced = false
        detail =
            "allow-list in \(filterCount) of \(stages.count) stages: "
            + stages.prefix(filterCount).joined(separator: ", ")
    }

    init(_ record: LayerRecord) {
        self.init(name: record.name, isEnforced: record.isEnforced, detail: record.detail)
    }
}

extension RunReport.BudgetSummary {
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
    fileprivate init?(_ run: RunRecord, _ worker: WorkerRecord) {
        guard let begun = run.begunAt, let decided = run.decidedAt else { return nil }
        let ready = run.isWarm ? nil : worker.readyAt
        let demand = run.isPrewarmed ? begun : worker.requestedAt
        let load = run.isWarm ? nil : worker.loadReport
        self.init(
            isWarm: run.isWarm && !run.isPrewarmed,
            isPrewarmed: run.isPrewarmed,
            queueWaitMilliseconds: max(.zero, begun - run.acceptedAt).milliseconds,
            startMilliseconds: ready.map { ($0 - demand).milliseconds } ?? 0,
            sealingMilliseconds: Double(load?.sealing ?? 0) / 1e6,
            loadingMilliseconds: Double(load?.loading ?? 0) / 1e6,
            startingMilliseconds: Double(load?.starting ?? 0) / 1e6,
            wallMilliseconds: (decided - begun).milliseconds
        )
    }
}

extension RunReport.Usage {
    fileprivate init(_ usage: UsageRecord, _ worker: WorkerRecord, isAnswered: Bool) {
        let first = usage.statisticsAtBeginning
        let last = usage.statistics ?? first
        let user = (last?.userNanoseconds ?? 0) - (first?.userNanoseconds ?? 0)
        let system = (last?.systemNanoseconds ?? 0) - (first?.systemNanoseconds ?? 0)
        var usage = usage
        if let end = worker.end, !isAnswered || usage.kernelPeak == nil {
            usage.noteKernelPeak(until: end, worker)
        }
        self.init(
            cpuMilliseconds: Double(usage.cpu) / 1e6,
            userMilliseconds: Double(user) / 1e6,
            systemMilliseconds: Double(system) / 1e6,
            baselineByteCount: worker.baseline.byteCount,
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
