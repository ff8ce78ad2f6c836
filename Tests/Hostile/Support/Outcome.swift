// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// A run as its caller saw it.
struct Outcome: Sendable {
    /// What was delivered, every time something was.
    struct Delivery: Sendable {
        let content: NotificationContent
        let verdict: Verdict
    }

    let report: RunReport
    let original: NotificationContent

    /// How often the run was decided.
    let decisions: Int

    /// Each notification to be shown; none where it was dropped.
    let deliveries: [Delivery]

    /// How long the caller waited for the delivery.
    let latency: Duration

    /// How the run ended; a report whose words are no verdict fails the test.
    var verdict: Verdict {
        if let verdict = report.ending { return verdict }
        Issue.record("\(report.verdict): \(report.reason) is no verdict")
        return .rejected(.manifest)
    }

    /// What the fixture says of its own attempts: lines of `name=answer` in the body.
    var answers: [String: String] { report.after.body.answers }

    /// A member of the report's JSON form, by its path; nil where there is none.
    func member(_ path: String) -> String? {
        guard let bytes = try? JSONEncoder().encode(report),
            var value = try? JSONSerialization.jsonObject(with: bytes)
        else { return nil }
        for key in path.split(separator: ".") {
            guard let next = (value as? [String: Any])?[String(key)] else { return nil }
            value = next
        }
        return "\(value)"
    }

    /// All of a run that must be the same each time.
    struct Fingerprint: Sendable, Equatable {
        let verdict: Verdict
        let delivered: [NotificationContent]

        /// What was said of it: the notification after it, the difference, the log and the strikes.
        let documents: [Data]
    }

    /// What was delivered and what was said of it.
    func fingerprint() throws -> Fingerprint {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Fingerprint(
            verdict: verdict,
            delivered: deliveries.map(\.content),
            documents: [
                try encoder.encode(report.after), try encoder.encode(report.difference),
                try encoder.encode(report.log), try encoder.encode(report.strikes),
            ]
        )
    }
}

extension String {
    /// A fixture's report, lines of `name=answer`.
    var answers: [String: String] {
        var answers: [String: String] = [:]
        for line in split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { answers[parts[0]] = parts[1] }
        }
        return answers
    }
}
