// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Whether it gets ready at all, and how near it comes to its start-up budget.
struct StartCheck: Check {
    let name = CheckName.start

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try subject.plainSample()
        let report = try await subject.session { session in
            subject.isContent
                ? try await session.show([sample]).report
                : try await session.run(sample, isFresh: true)
        }
        if report.verdict == .rejected || report.verdict == .notCalled
            || report.ending == .fallback(.startTimeout) || report.evidence?.phase == "starting",
            let shortfall = RunShortfall(report, sample)
        {
            return .fail(shortfall.text, details: shortfall.details)
        }
        guard let timing = report.timing else { return .fail("the run has no times") }
        let times = [
            ("ready", timing.startMilliseconds), ("dlopen", timing.loadingMilliseconds),
            ("start", timing.startingMilliseconds),
        ]
        let text = times.map { "\($0) \(($1 * 10).rounded() / 10) ms" }
        let budget = subject.budget.start.milliseconds
        let seen = "\(text.joined(separator: ", ")) of \(Quantity.format(subject.budget.start))"
        guard timing.startMilliseconds > budget / 2 else { return .pass(seen) }
        return .warn(
            "\(seen): more than half of its start-up budget, which a busy machine will use up; "
                + "do less in constructors and in start, or raise BFExtension.Budget.Start"
        )
    }
}
