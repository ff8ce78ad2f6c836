// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The one sentence of a report: what happened, and where it helps, what to do.
package enum VerdictExplanation {
    /// Says what happened.
    ///
    /// - Parameters:
    ///   - verdict: How the run ended.
    ///   - detail: What is known besides, where something is.
    ///   - evidence: How the process ended, where it did.
    ///   - budget: What the run was allowed.
    ///   - endedBy: What the verdict would have been but for a checkpoint.
    /// - Returns: One sentence.
    package static func sentence(
        for verdict: Verdict,
        detail: String?,
        evidence: RunReport.Evidence?,
        budget: RunReport.BudgetSummary,
        endedBy: Verdict? = nil
    ) -> String {
        // A detail may be a sentence of the extension's own, with its full stop.
        let detail = detail.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        return switch verdict {
        case .delivered(.completed):
            detail.map { "The notification was closed by \($0)." }
                ?? "The extension completed; its content was delivered."
        case .delivered(.atExpiry):
            "The extension completed after it was told that its time ends; that was delivered."
        case .delivered(.checkpoint):
            "The last content it had published was delivered: "
                + ending(endedBy, detail, evidence, budget)
        case .dropped:
            "The extension dropped the notification, as its manifest lets it: \(verdict.reason)."
        case .fallback(let reason): fallback(reason, detail, evidence, budget)
        case .rejected(.sandbox): "The sandbox could not be set up: \(detail ?? "no reason given")."
        case .rejected(.quarantined):
            "The extension is in quarantine, for it failed too often: "
                + "\(detail ?? "it is tried again later")."
        case .rejected: "The extension could not be loaded: \(detail ?? "no reason given")."
        case .notCalled: "The extension was not called: \(detail ?? "a gate failed")."
        }
    }

    /// What ended a run whose checkpoint was delivered, as the rest of a sentence.
    private static func ending(
        _ verdict: Verdict?,
        _ detail: String?,
        _ evidence: RunReport.Evidence?,
        _ budget: RunReport.BudgetSummary
    ) -> String {
        guard case .fallback(let reason) = verdict else {
            return "\(detail ?? "it did not complete")."
        }
        let sentence = fallback(reason, detail, evidence, budget)
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    private static func fallback(
        _ reason: Verdict.Fallback,
        _ detail: String?,
        _ evidence: RunReport.Evidence?,
        _ budget: RunReport.BudgetSummary
    ) -> String {
        let phase = evidence?.phase == "starting" ? " while it was loaded" : ""
        switch reason {
        case .timeout:
            return "\(detail ?? "It did not complete") within \(time(budget.wallMilliseconds))."
        case .startTimeout:
            let limit = min(budget.startMilliseconds, budget.wallMilliseconds)
            return "It was not ready within \(time(limit))."
        case .cpu: return "It used more than \(time(budget.cpuMilliseconds)) of CPU time."
        case .memory:
            let cause = detail.map { ": \($0)" } ?? ""
            return "It used more than \(size(budget.memoryByteCount)) of memory\(cause)."
        case .trap: return "It stopped itself (\(evidence?.signal ?? "trap"))\(phase)."
        case .crash:
            let cause = detail.map { ": \($0)" } ?? ""
            return "It was ended by \(evidence?.signal ?? "a signal")\(phase)\(cause)."
        case .exited:
            guard evidence?.exitStatus == nil, let detail else {
                return "It ended its process with status \(evidence?.exitStatus ?? 0)\(phase)."
            }
            return "It \(detail)."
        case .violation: return violation(detail, evidence?.systemCall, phase)
        case .protocol: return "It broke off with the host: \(detail ?? "it closed its socket")."
        case .abuse: return "It misused the host: \(detail ?? "it answered with a bad handle")."
        case .output: return "Its content cannot be used: \(detail ?? "it is too large")."
        case .killedFromOutside: return "Somebody outside killed it (SIGKILL)."
        case .hostResource:
            return "The host lacked a resource for it: \(detail ?? "a call was refused")."
        case .hostShutdown: return "The host was shut down."
        case .hostOverloaded: return "The host had no room for it: \(detail ?? "it is overloaded")."
        }
    }

    private static func violation(_ detail: String?, _ call: String?, _ phase: String) -> String {
        if let call {
            return "It made the system call \(call)\(phase), which no extension may make."
        }
        if let detail { return "It worked against the sandbox\(phase): \(detail)." }
        return "It made a system call that no extension may make\(phase)."
    }

    private static func size(_ byteCount: Int) -> String {
        byteCount < 1024 ? "\(byteCount) bytes" : "\(byteCount / 1024) KB"
    }

    private static func time(_ milliseconds: Double) -> String {
        let (number, unit) =
            milliseconds < 1000 ? (milliseconds, "ms") : (milliseconds / 1000, "s")
        return Int(exactly: number).map { "\($0) \(unit)" } ?? "\(number) \(unit)"
    }
}
