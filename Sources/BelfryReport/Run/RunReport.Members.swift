// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension RunReport {
    /// What a report has besides the verdict.
    ///
    /// It is a struct of its own for the compiler to write its coding: the verdict is one value and has
    /// two members in the JSON, beside these.
    package struct Members: Sendable, Codable {
        /// The version of the JSON form.
        package var schema = 1

        /// The number of the run, unique in the life of its host.
        package var run: UInt64

        /// The bundle whose extension was asked.
        package var bundle: BundleSummary

        /// The identifier of the request.
        package var request: String

        /// One sentence on what happened, for people.
        package var explanation: String

        /// What ended a run whose checkpoint was delivered: the reason the verdict would have had.
        package var endedBy: String?

        /// What the verdict rests on, where a process ended or a check failed.
        package var evidence: Evidence?

        /// How the process crashed, where it could tell.
        package var crash: Crash?

        /// Whether the extension was to be called, condition by condition.
        package var gate: GateReport

        /// The limits that the run had.
        package var budget: BudgetSummary

        /// When things happened; nil for a run that never had a worker.
        package var timing: Timing?

        /// The host's resource that the run waited for, or was refused for; nil when it did not wait for one.
        package var overload: OverloadSummary?
        package var usage: Usage?
        package var worker: WorkerSummary?
        /// Whether budgets were not enforced, as the run waited for a debugger.
        package var isDebugged = false
        package var strikes: [String] = []
        package var quarantine: QuarantineSummary?

        /// The rules of the C ABI that were broken; nil where nobody watched.
        package var findings: [Finding]?
        package var attachments: [AttachmentSummary] = []

        /// What went from the attachment store to make room; nil where nothing did.
        package var store: StoreSummary?

        /// What it did with the notification centre; nil when it never asked.
        package var center: CenterSummary?

        /// The category of the delivered notification; nil when the app has declared none by that name.
        package var category: CategorySummary?
        package var network: NetworkSummary?
        package var storage: StorageSummary?

        /// What happened while the notification was open; nil but for a content extension.
        package var session: SessionSummary?
        package var log: [LogLine] = []
        package var droppedLogLines = 0
        package var layers: [LayerSummary] = []

        /// The content as it came.
        package var before: ContentSummary

        /// The content that was delivered.
        package var after: ContentSummary

        /// What changed between the two, field by field.
        package var difference: ContentDifference
    }
}
