// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// Several processes at once, as a host with more than one notification at a time starts them.
struct ParallelCheck: Check {
    let name = CheckName.parallel

    private static let processCount = 4
    private static let runCount = 5

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try SamplePayload.plain()
        let shortfalls = try await withThrowingTaskGroup(of: RunReport?.self) { group in
            for _ in 0..<Self.processCount {
                group.addTask {
                    try await subject.session { session in
                        for _ in 0..<Self.runCount {
                            let report = try await session.run(sample)
                            if !report.isCompleted { return report }
                        }
                        return nil
                    }
                }
            }
            return try await group.reduce(into: [RunReport]()) { list, report in
                if let report { list.append(report) }
            }
        }
        guard let report = shortfalls.first,
            let shortfall = RunShortfall(report, sample, "with other processes beside it")
        else { return .pass("\(Self.processCount) processes, \(Self.runCount) runs each") }
        return .fail(shortfall.text, details: shortfall.details)
    }
}
