// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// The bug of a timer that is never set again: all goes well until one run has expired.
struct AfterSlowRunCheck: Check {
    let name = CheckName.afterSlowRun

    func run(on subject: Subject) async throws -> CheckOutcome {
        guard !subject.isAlwaysFresh else {
            return .skip("Info.plist asks for a process of its own for every run")
        }
        let sample = try SamplePayload.plain()
        var trial = RunTrial()
        trial.watch = .init(callDelay: .milliseconds(4), callsBeforeNotice: 1)
        trial.notices = [.expiry]
        var calm = trial
        calm.notices = []
        return try await subject.session { [trial, calm] session in
            for round in 1...3 {
                _ = try await session.run(sample, trial: trial)
                for number in 1...2 {
                    let report = try await session.run(sample, trial: calm)
                    let place = "in run \(number) after expired run \(round)"
                    guard let shortfall = RunShortfall(report, sample, place, isPrompt: true) else {
                        continue
                    }
                    return .fail(
                        shortfall.text + " What will_expire sets has to be reset for the next "
                            + "request",
                        details: shortfall.details
                    )
                }
            }
            return .pass("3 expired runs, 2 ordinary ones after each")
        }
    }
}
