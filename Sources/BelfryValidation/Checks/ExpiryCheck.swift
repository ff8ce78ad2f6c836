// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// Tells the extension that its time ends at several moments of `did_receive`.
///
/// Calls of the host's table are held up meanwhile, so that `did_receive` is busy by then.
struct ExpiryCheck: Check {
    let name = CheckName.expiry

    /// After how many calls of `did_receive` it is told: at once, early, and while it writes.
    private static let moments = [0, 1, 2, 4, 8, 16, 24]

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try SamplePayload.plain()
        return try await subject.session { session in
            for moment in Self.moments {
                var trial = RunTrial()
                trial.watch = .init(callDelay: .milliseconds(4), callsBeforeNotice: moment)
                trial.notices = [.expiry]
                let report = try await session.run(sample, isFresh: true, trial: trial)
                let place = "told after \(moment) calls of did_receive that its time ends"
                guard let shortfall = RunShortfall(report, sample, place) else { continue }
                return .fail(
                    shortfall.text + " Complete in will_expire with what there is; it runs beside "
                        + "did_receive, so guard what both use",
                    details: shortfall.details
                )
            }
            return .pass("told at \(Self.moments.count) moments of did_receive")
        }
    }
}
