// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// How a run ended, what is to be shown, and what is known of the run.
public struct RunOutcome: Sendable {
    /// How the run ended; every run ends in exactly one verdict.
    public let verdict: Verdict

    /// What is to be shown: the extension's content, its last checkpoint, or the original.
    ///
    /// It is nil where the extension has dropped the notification (``Verdict/dropped(reason:)``), and
    /// only there.
    public let content: NotificationContent?

    private let engine: Engine.Report

    init(verdict: Verdict, content: NotificationContent?, engine: Engine.Report) {
        self.verdict = verdict
        self.content = content
        self.engine = engine
    }

    /// What the run did, used and was kept from; made when it is asked for.
    public var report: RunReport { RunReport(engine, verdict) }
}
