// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

extension RunReport {
    /// A run as it might have ended, for screens.
    static func standIn(_ verdict: Verdict, explanation: String = "") -> RunReport {
        let content = ContentSummary(NotificationContent())
        return RunReport(
            run: 1,
            bundle: BundleSummary(identifier: "id", version: "1", path: "/T.appex", warnings: []),
            request: "request",
            verdict: verdict,
            explanation: explanation,
            gate: GateReport(steps: []),
            budget: BudgetSummary(Budget()),
            before: content,
            after: content,
            difference: ContentDifference(from: NotificationContent(), to: NotificationContent())
        )
    }
}
