// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// The least there is: one plain notification, answered in time by the extension itself.
struct CompletesCheck: Check {
    let name = CheckName.completes

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try SamplePayload.plain()
        let report = try await subject.session { try await $0.run(sample, isFresh: true) }
        if let shortfall = RunShortfall(report, sample) {
            return .fail(shortfall.text, details: shortfall.details)
        }
        if report.ending == .delivered(.atExpiry) {
            return .warn("it completed a plain text only when it was told that its time ends")
        }
        return .pass(RunOutput(report).fields.isEmpty ? "unchanged" : "changed, and delivered")
    }
}
