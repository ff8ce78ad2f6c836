// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// Tells the extension that something runs out, while it works and before its next run.
struct PressureCheck: Check {
    let name: CheckName
    let notice: RunTrial.Notice

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try SamplePayload.plain()
        var trial = RunTrial()
        trial.watch = .init(callDelay: .milliseconds(2), callsBeforeNotice: 2)
        trial.notices = [notice]
        return try await subject.session { [trial] session in
            for number in 1...3 {
                let report = try await session.run(sample, trial: trial)
                let place = "told of pressure in run \(number)"
                guard let shortfall = RunShortfall(report, sample, place) else { continue }
                return .fail(
                    shortfall.text + " The callback runs beside did_receive: what it frees no "
                        + "request may still use",
                    details: shortfall.details
                )
            }
            return .pass("told in 3 runs")
        }
    }
}
