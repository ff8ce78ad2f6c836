// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Runs with a new worker each, forked by a zygote that is there already.
struct ColdRunProbe: Probe {
    let subject: Subject

    /// How many runs make a round.
    let count: Int

    /// Where the samples go.
    let series: Series.Cold

    func measure(into round: inout Round) async throws {
        for _ in 0..<count {
            let outcome = try await subject.run(isFresh: true)
            let timing = outcome.timing
            round.add(outcome.delivery, to: series.delivery)
            round.add(outcome.total, to: series.run)
            round.add(.milliseconds(timing.startMilliseconds), to: series.start)
            round.add(.milliseconds(timing.sealingMilliseconds), to: series.sealing)
            round.add(.milliseconds(timing.loadingMilliseconds), to: series.loading)
            round.add(.milliseconds(timing.startingMilliseconds), to: series.starting)
        }
    }
}

extension Series {
    /// The series of a cold run.
    struct Cold: Sendable {
        let delivery, run, start, sealing, loading, starting: Series

        /// Those of the extension in C.
        static let plain = Cold(
            delivery: .coldDelivery,
            run: .coldRun,
            start: .coldStart,
            sealing: .coldSealing,
            loading: .coldLoading,
            starting: .coldStarting
        )

        /// Those of the extension in Swift.
        static let swift = Cold(
            delivery: .swiftDelivery,
            run: .swiftRun,
            start: .swiftStart,
            sealing: .swiftSealing,
            loading: .swiftLoading,
            starting: .swiftStarting
        )
    }
}
