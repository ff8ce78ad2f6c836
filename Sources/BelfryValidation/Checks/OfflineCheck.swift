// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Every origin refused: what a phone without reception is to an app.
struct OfflineCheck: Check {
    let name = CheckName.offline

    func run(on subject: Subject) async throws -> CheckOutcome {
        guard let origins = subject.bundle.manifest.network, !origins.isEmpty else {
            return .skip("it asks for no network")
        }
        let samples = try [SamplePayload.plain()] + subject.options.payloads
        var trial = RunTrial()
        trial.isOffline = true
        return try await subject.session { [trial] session in
            var refused = 0
            for sample in samples {
                let report = try await session.run(sample, isFresh: true, trial: trial)
                refused += report.network?.decisions.count { !$0.isAllowed } ?? 0
                guard let shortfall = RunShortfall(report, sample, "without network") else {
                    continue
                }
                return .fail(
                    shortfall.text + " Complete with what came when a download fails",
                    details: shortfall.details
                )
            }
            return .pass("\(samples.count) payloads, \(refused) connections refused")
        }
    }
}
