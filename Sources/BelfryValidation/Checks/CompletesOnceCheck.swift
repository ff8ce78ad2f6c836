// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Misuse of the completion harms nobody, but tells of two parts that both think they decide.
struct CompletesOnceCheck: Check {
    let name = CheckName.completesOnce

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try SamplePayload.plain()
        let strikes = try await subject.session { session in
            var strikes: [String] = []
            for _ in 0..<3 { strikes += try await session.run(sample).strikes }
            // The report of a fresh process waits for its end, and so for what comes late.
            strikes += try await session.run(sample, isFresh: true).strikes
            return strikes
        }
        let second = strikes.count { $0 == "secondCompletion" }
        let late = strikes.count { $0 == "lateCompletion" }
        guard second + late > 0 else { return .pass("4 requests, 4 completions") }
        return .fail(
            "of 4 requests \(second) were completed again, and \(late) after they were decided; "
                + "make sure that one path alone calls the completion, once"
        )
    }
}
