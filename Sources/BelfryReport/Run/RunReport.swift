// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a run did, used and was kept from: one value for machines and for people.
///
/// The JSON form is versioned by ``schema`` and described in `Documentation/Report.md`; members are
/// added, never changed in meaning. Times are milliseconds, sizes bytes.
@dynamicMemberLookup
package struct RunReport: Sendable {
    /// How the run ended.
    package var outcome: ReportedVerdict

    /// All else that is known of it, each member of which the report has as its own.
    private var members: Members

    /// Makes a report of what each run has; what only some have is set after that.
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
        outcome = .known(verdict)
        members = Members(
            run: run,
            bundle: bundle,
            request: request,
            explanation: explanation,
            evidence: evidence,
            gate: gate,
            budget: budget,
            before: before,
            after: after,
            difference: difference
        )
    }

    /// A member of the report's other than the verdict.
    package subscript<Member>(dynamicMember path: WritableKeyPath<Members, Member>) -> Member {
        get { members[keyPath: path] }
        set { members[keyPath: path] = newValue }
    }

    /// Sets several members at once, which are then reached without a key path for each.
    package mutating func fill(_ body: (inout Members) -> Void) {
        body(&members)
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

    /// How it ended, without the reason.
    package var verdict: Verdict.Kind { outcome.kind }

    /// The reason's code.
    package var reason: String { outcome.reason }

    /// How it ended; nil for a report of another version with a reason that this one does not know.
    package var ending: Verdict? { outcome.verdict }

    /// Whether the extension's content was delivered.
    package var isDelivered: Bool { verdict == .delivered }
}

extension RunReport: Codable {
    /// Reads the verdict's two members beside the others.
    package init(from decoder: any Decoder) throws {
        outcome = try ReportedVerdict(from: decoder)
        members = try Members(from: decoder)
    }

    /// Writes the verdict's two members beside the others.
    package func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        try members.encode(to: encoder)
    }
}
