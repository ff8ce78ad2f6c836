// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a run did, used and was kept from: one value for machines and for people.
///
/// The JSON form is versioned by ``schema`` and described in `Documentation/Report.md`; members are
/// added, never changed in meaning. Times are milliseconds, sizes bytes.
package struct RunReport: Sendable, Codable {
    /// The version of the JSON form.
    package var schema = 1

    /// The number of the run, unique in the life of its host.
    package var run: UInt64

    /// The bundle whose extension was asked.
    package var bundle: BundleSummary

    /// The identifier of the request.
    package var request: String

    /// How it ended, without the reason.
    package var verdict: Verdict.Kind

    /// The reason's code.
    package var reason: String

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

    package init(
        run: UInt64,
        bundle: BundleSummary,
        request: String,
        verdict: Verdict,
        explanation: String,
        evidence: Evidence? = nil,
        gate: GateReport,
        budget: BudgetSummary,
        before: ContentSummary,
        after: ContentSummary,
        difference: ContentDifference
    ) {
        self.run = run
        self.bundle = bundle
        self.request = request
        self.verdict = verdict.kind
        reason = verdict.reason
        self.explanation = explanation
        self.evidence = evidence
        self.gate = gate
        self.budget = budget
        self.before = before
        self.after = after
        self.difference = difference
    }

    /// The bundle of a run, as a reader recognises it.
    package struct BundleSummary: Sendable, Codable {
        /// The bundle identifier.
        package var identifier: String

        /// The version of the manifest (`CFBundleShortVersionString`).
        package var version: String

        /// Where the bundle was found.
        package var path: String

        /// What is odd in the manifest and harms nothing.
        package var warnings: [String]

        package init(identifier: String, version: String, path: String, warnings: [String]) {
            self.identifier = identifier
            self.version = version
            self.path = path
            self.warnings = warnings
        }
    }

    /// What the verdict rests on, as the host and the kernel saw it.
    package struct Evidence: Sendable, Codable {
        /// `starting` or `running`.
        package var phase: String
        package var signal: String?
        package var exitStatus: Int32?
        package var message: String?
        /// The forbidden system call that was made, such as `ptrace`.
        package var systemCall: String?

        package init(
            phase: String,
            signal: String? = nil,
            exitStatus: Int32? = nil,
            message: String? = nil,
            systemCall: String? = nil
        ) {
            self.phase = phase
            self.signal = signal
            self.exitStatus = exitStatus
            self.message = message
            self.systemCall = systemCall
        }
    }

    /// A rule of the ABI that the extension broke, found in a run that was watched for that.
    package struct Finding: Sendable, Codable, Equatable {
        /// `thread`, `handle`, `argument`, `borrow`, `lifecycle` or `host`.
        package var kind: String

        /// The function of the table.
        package var function: String

        /// What happened, and the rule.
        package var detail: String

        package init(kind: String, function: String, detail: String) {
            self.kind = kind
            self.function = function
            self.detail = detail
        }
    }

    /// One line of what the extension printed or logged, or of what the host did about it.
    package struct LogLine: Sendable, Codable, Equatable {
        /// Who says it, and how loud.
        package enum Source: String, Sendable, Codable {
            case output, debug, info, warning, error
            /// Not the extension: what the host did about it.
            case host
        }
        package var source: Source
        package var text: String

        package init(source: Source, text: String) {
            self.source = source
            self.text = text
        }
    }

    /// One layer of the sandbox.
    package struct LayerSummary: Sendable, Codable {
        /// Its name, such as `landlock`.
        package var name: String

        /// Whether the kernel enforces it.
        package var isEnforced: Bool

        /// What exactly is enforced, or why it is not.
        package var detail: String

        package init(name: String, isEnforced: Bool, detail: String) {
            self.name = name
            self.isEnforced = isEnforced
            self.detail = detail
        }
    }

    /// How it ended; nil for a report of another version with a reason that this one does not know.
    package var ending: Verdict? { Verdict(verdict, reason: reason) }

    /// Whether the extension's content was delivered.
    package var isDelivered: Bool { verdict == .delivered }
}
