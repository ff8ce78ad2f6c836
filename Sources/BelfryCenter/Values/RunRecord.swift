// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One run of an extension on a notification, as the ledger keeps it.
///
/// A notification has several where the process of the centre ended during a run.
package struct RunRecord: Equatable, Sendable {
    package var lease: ExtensionWork.Lease

    /// When it ended.
    package var ended: UnixTime

    /// How it ended.
    package var verdict: RecordedVerdict

    /// What kept it from having a report; empty for nothing.
    package var note: String

    /// The engine's report as JSON (`Documentation/Report.md`).
    ///
    /// Nil until the engine has finished it, for a moment after the notification was shown, and for
    /// ever where the process ended in that moment.
    package var report: [UInt8]?

    package init(
        _ lease: ExtensionWork.Lease,
        ended: UnixTime,
        verdict: RecordedVerdict,
        note: String = "",
        report: [UInt8]? = nil
    ) {
        self.lease = lease
        self.ended = ended
        self.verdict = verdict
        self.note = note
        self.report = report
    }
}
