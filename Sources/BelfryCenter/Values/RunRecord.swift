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
    /// Nil until the engine has finished it, for a moment after the notification was shown, for ever
    /// where the process ended in that moment, and once it had to go to make room.
    package var report: [UInt8]?

    /// What it took of its time; nil where there is no report, and where it never had a worker.
    package var wall: Wall?

    /// The time that a run took, beside what its budget allowed.
    package struct Wall: Equatable, Sendable {
        package var microseconds: Int
        package var limitMicroseconds: Int

        package init(microseconds: Int, limitMicroseconds: Int) {
            self.microseconds = microseconds
            self.limitMicroseconds = limitMicroseconds
        }
    }

    package init(
        _ lease: ExtensionWork.Lease,
        ended: UnixTime,
        verdict: RecordedVerdict,
        note: String = "",
        report: [UInt8]? = nil,
        wall: Wall? = nil
    ) {
        self.lease = lease
        self.ended = ended
        self.verdict = verdict
        self.note = note
        self.report = report
        self.wall = wall
    }
}
