// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
@testable internal import BelfryRuntime

extension RunReport {
    /// A run as it might have been, in milliseconds and bytes; warm unless it has a start-up.
    static func standIn(
        _ verdict: Verdict = .delivered(.completed),
        wall: Double = 1,
        startUp: Double? = nil,
        cpu: Double = 0.5,
        footprint: UInt64 = 0,
        run: Int = 1
    ) -> RunReport {
        var report = RunReport(
            run: 1,
            bundle: BundleSummary(identifier: "id", version: "1", path: "/X.appex", warnings: []),
            request: "request",
            verdict: verdict,
            explanation: "",
            gate: GateReport(steps: []),
            budget: BudgetSummary(Budget()),
            before: ContentSummary(NotificationContent()),
            after: ContentSummary(NotificationContent()),
            difference: ContentDifference(from: NotificationContent(), to: NotificationContent())
        )
        let start = startUp ?? 0
        report.timing = Timing(
            isWarm: startUp == nil,
            isPrewarmed: false,
            queueWaitMilliseconds: 0.25,
            startMilliseconds: start,
            sealingMilliseconds: start / 2,
            loadingMilliseconds: start / 4,
            startingMilliseconds: start / 8,
            wallMilliseconds: wall
        )
        report.usage = Usage(
            cpuMilliseconds: cpu,
            userMilliseconds: 0,
            systemMilliseconds: 0,
            baselineByteCount: 1 << 20,
            peakByteCount: footprint,
            finalByteCount: footprint,
            growthByteCount: 0,
            growthThreadCount: 0,
            growthDescriptorCount: 0,
            minorFaults: 0,
            majorFaults: 0
        )
        report.worker = WorkerSummary(number: 1, runOrdinal: run, isSecondAttempt: false)
        return report
    }
}
