// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Testing

@Suite("A meter", .timeLimit(.minutes(1)))
struct MeterTests {
    private func measure(
        _ plans: [PartPlan],
        payloads: [String] = ["push.apns"],
        _ source: StandInSource,
        until stopSign: StopSign = StopSign(),
        patience: Duration = .milliseconds(20)
    ) async throws -> [MeasuredPart] {
        let meter = Meter(
            plans,
            payloads: try payloads.map(StandInSource.payload),
            source: source,
            stopSign: stopSign,
            patience: patience
        )
        return try await meter.run()
    }

    @Test func `makes the runs that were asked for, about the payloads in turn`() async throws {
        let source = StandInSource { _, ordinal in .standIn(wall: Double(ordinal)) }
        let parts = try await measure([.warm(6)], payloads: ["a", "b", "c"], source)
        #expect(parts.map(\.runCount) == [6])
        // The first warms up.
        #expect(source.seen.payloads == ["a", "a", "b", "c", "a", "b", "c"])
        #expect(parts[0].warmUpCount == 1)
        #expect(parts[0].metric(.wall)?.minimum == 1)
        #expect(parts[0].metric(.wall)?.maximum == 6)
        #expect(parts[0].verdicts.map(\.count) == [6])
    }

    @Test func `asks for a new worker for each run of a cold part only`() async throws {
        let source = StandInSource { _, _ in .standIn(wall: 5, startUp: 4) }
        var cold = PartPlan.warm(3)
        cold.isCold = true
        _ = try await measure([cold, .warm(3)], source)
        #expect(source.seen.freshCount == 4)
        #expect(source.seen.payloads.count == 8)
    }

    @Test func `keeps as many runs in flight as it may, and no more`() async throws {
        let source = StandInSource { _, _ in
            try? await Task.sleep(for: .milliseconds(5))
            return .standIn()
        }
        var plan = PartPlan.warm(24, .closed(concurrency: 4))
        plan.parallelRuns = 2
        #expect(plan.warmUpCount == 2)
        let parts = try await measure([plan], source)
        #expect(parts[0].runCount == 24)
        #expect(source.seen.mostInFlight == 4)
    }

    @Test func `counts from the intended start, so that a stall is not hidden`() async throws {
        let stall = 200.0
        let source = StandInSource { _, ordinal in
            // The sixth after one that warms up; it blocks all that come after it.
            if ordinal == 6 { try? await Task.sleep(for: .milliseconds(stall)) }
            return .standIn()
        }
        let pace = Pace.open(runsPerSecond: 200, concurrency: 1)
        let parts = try await measure([.warm(60, pace)], source)
        let latency = try #require(parts[0].metric(.latency))
        // Forty were to begin in the stall, and waited for its end: half of them half of it or more.
        #expect(latency.maximum >= stall)
        #expect(latency.p90 >= stall / 2, "\(latency.p90)")
        #expect(parts[0].metric(.wall)?.maximum == 1)
        let nearest = try #require(parts[0].nearest.first { $0.ordinal > 6 })
        #expect(nearest.timeline.first?.name == "late start")
        #expect(parts[0].warnings.contains { $0.contains("late, which is in its latency") })
    }

    @Test func `does not begin a run before its time`() async throws {
        let source = StandInSource { _, _ in .standIn() }
        let pace = Pace.open(runsPerSecond: 100, concurrency: 8)
        let parts = try await measure([.warm(21, pace)], source)
        #expect(parts[0].elapsedMilliseconds >= 200)
        #expect(parts[0].offeredRate == 100)
    }

    @Test func `ends early with what was measured, and waits for nobody for long`() async throws {
        let stopSign = StopSign()
        let source = StandInSource { source, ordinal in
            if ordinal == 3 {
                stopSign.raise()
                await source.untilStopped()
            }
            return .standIn(ordinal == 3 ? .fallback(.hostShutdown) : .delivered(.completed))
        }
        let parts = try await measure([.warm(1000), .warm(1000)], source, until: stopSign)
        #expect(parts.count == 1)
        #expect(parts[0].runCount == 2)
        #expect(parts[0].verdicts.map(\.verdict) == [.delivered])
        #expect(parts[0].warnings.contains { $0.hasPrefix("1 run had not ended") })
        #expect(source.seen.stopCount == 1)
    }

    @Test func `ends early in a later part too`() async throws {
        let stopSign = StopSign()
        let source = StandInSource { source, ordinal in
            // Four runs of the first part, one that warms up, one that is counted.
            if ordinal == 6 {
                stopSign.raise()
                await source.untilStopped()
            }
            return .standIn()
        }
        let parts = try await measure([.warm(3), .warm(1000)], source, until: stopSign)
        #expect(parts.map(\.runCount) == [3, 1])
        #expect(source.seen.stopCount == 1)
    }

    @Test func `counts a run that ends in time after all`() async throws {
        let stopSign = StopSign()
        let source = StandInSource { _, ordinal in
            if ordinal == 3 {
                stopSign.raise()
                // The sign is seen by a task of its own.
                while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
            }
            return .standIn()
        }
        let parts = try await measure(
            [.warm(1000)],
            source,
            until: stopSign,
            patience: .seconds(50)
        )
        #expect(parts[0].runCount < 1000)
        #expect(parts[0].runCount >= 3)
        #expect(source.seen.stopCount == 0)
    }

    @Test func `ends a pause between runs at once when it is to end`() async throws {
        let stopSign = StopSign()
        let source = StandInSource { _, ordinal in
            if ordinal == 1 { stopSign.raise() }
            return .standIn()
        }
        let begin = MonotonicTime.now
        let pace = Pace.open(runsPerSecond: 0.01, concurrency: 2)
        let parts = try await measure(
            [.warm(5, pace)],
            source,
            until: stopSign,
            patience: .seconds(50)
        )
        #expect(parts[0].runCount == 1)
        #expect(MonotonicTime.now - begin < .seconds(30))
    }

    @Test func `takes no more memory for a hundred thousand runs than for some`() async throws {
        let source = QuickSource(report: .standIn(wall: 3))
        let meter = { (runCount: Int) async throws in
            let payloads = [try StandInSource.payload("push.apns")]
            let pace = Pace.closed(concurrency: 2)
            let meter = Meter([.warm(runCount, pace)], payloads: payloads, source: source)
            return try await meter.run()[0].runCount
        }
        #expect(try await meter(2000) == 2000)
        let before = Self.residentByteCount
        #expect(try await meter(100_000) == 100_000)
        // A hundred bytes a run would be 10 MB; other tests run meanwhile.
        #expect(Self.residentByteCount - before < 64 << 20)
    }

    private static var residentByteCount: Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * 4096
    }
}

/// The same run again and again, at once.
private struct QuickSource: RunSource {
    let report: RunReport

    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        FinishedRun(report: report, deliveredAt: .now)
    }
}
