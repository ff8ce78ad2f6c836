// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure

/// What `--sweep` varies from part to part, such as `concurrency=1,2,4,8`.
struct SweepOption: ExpressibleByArgument, Equatable {
    /// How many runs are in flight in each part, rising.
    let concurrencies: [Int]

    /// More parts than this are no curve any more but a wait.
    private static let countLimit = 16

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "concurrency" else { return nil }
        let words = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        let values = Set(words.compactMap { Int($0) }).sorted()
        guard values.count == words.count, (2...Self.countLimit).contains(values.count),
            let first = values.first, let last = values.last,
            first >= 1, last <= MeasureOptions.concurrencyLimit
        else { return nil }
        concurrencies = values
    }

    /// What a report says of it.
    func sweep(of parts: [MeasuredPart]) -> MeasurementReport.Sweep {
        MeasurementReport.Sweep(
            variable: "runs at once",
            places: parts.map { Double($0.concurrency) }
        )
    }
}
