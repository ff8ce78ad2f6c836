// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// What must come of a run: its verdict, what was delivered, and what the report says.
struct Expectation: Sendable {
    /// The verdicts that are right.
    var verdicts: [Verdict]

    /// The title that is delivered; nil where it is the original's.
    var title: String?

    /// The strikes in the report; nil where they are a matter of chance.
    var strikes: [String]? = []

    /// What the fixture reports of its own attempts, by name, each with the answers that are right.
    var answers: [String: Set<String>] = [:]

    /// Members of the report's JSON form by their path, such as `evidence.signal`.
    var members: [String: Set<String>] = [:]

    /// Anything else.
    var also: @Sendable (Outcome) -> Void = { _ in }

    /// Holds a run to it.
    func check(_ outcome: Outcome) {
        let report = outcome.report
        #expect(
            verdicts.contains(outcome.verdict),
            "\(Trial.current): \(outcome.verdict): \(report.explanation) \(outcome.answers)"
        )
        if let strikes { #expect(report.strikes == strikes, "\(Trial.current): \(report.strikes)") }
        #expect(outcome.decisions == 1, "\(Trial.current)")
        let isDropped = report.verdict == .dropped
        #expect(outcome.deliveries.count == (isDropped ? 0 : 1), "\(Trial.current)")
        if let delivered = outcome.deliveries.first {
            if report.isDelivered, let title {
                #expect(delivered.content.title == title, "\(Trial.current)")
            } else if !report.isDelivered {
                #expect(
                    delivered.content == outcome.original,
                    "\(Trial.current): the original was changed"
                )
            }
            #expect(delivered.verdict == outcome.verdict)
        }
        if report.isDelivered { checkAnswers(outcome) }
        for (path, accepted) in members.sorted(by: { $0.key < $1.key }) {
            let found = outcome.member(path) ?? "nothing"
            #expect(accepted.contains(found), "\(Trial.current): \(path) is \(found)")
        }
        also(outcome)
    }

    private func checkAnswers(_ outcome: Outcome) {
        for (name, accepted) in answers.sorted(by: { $0.key < $1.key }) {
            let found = outcome.answers[name] ?? "nothing"
            #expect(accepted.contains(found), "\(Trial.current): \(name) answered \(found)")
        }
    }

    // MARK: Verdicts

    /// The extension's content is delivered.
    static func delivered(
        _ title: String? = "changed",
        strikes: [String]? = [],
        answers: [String: Set<String>] = [:]
    ) -> Expectation {
        Expectation(
            verdicts: [.delivered(.completed)],
            title: title,
            strikes: strikes,
            answers: answers
        )
    }

    /// The original is delivered although the extension was called.
    static func fallback(
        _ reasons: Verdict.Fallback...,
        members: [String: Set<String>] = [:]
    ) -> Expectation {
        Expectation(
            verdicts: reasons.map(Verdict.fallback),
            strikes: nil,
            members: members
        )
    }

    /// The original is delivered, and the extension was never loaded.
    static func rejected(_ reason: Verdict.Rejection) -> Expectation {
        Expectation(verdicts: [.rejected(reason)])
    }

    /// The extension is killed for a system call that no extension may make.
    static func violation(_ call: String..., phase: String = "running") -> Expectation {
        .fallback(
            .violation,
            members: ["evidence.systemCall": Set(call), "evidence.phase": [phase]]
        )
    }

    /// It ends with a signal.
    static func crash(_ signals: String..., phase: String = "running") -> Expectation {
        .fallback(.crash, members: ["evidence.signal": Set(signals), "evidence.phase": [phase]])
    }

    /// The same with something else that must hold.
    func and(_ also: @escaping @Sendable (Outcome) -> Void) -> Expectation {
        var changed = self
        changed.also = also
        return changed
    }
}
