// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// Reports of measurements that nobody made, the same each time.
enum StandInReport {
    /// Markup that has no effect where text is text.
    static let attack = "\"><script>document.title='pwned'</script><img src=x onerror=alert(1)>&'"

    /// Warm and cold runs of an extension with a tail: one warm run in 200 takes most of its budget.
    static func report(_ parts: [MeasuredPart] = [warm, cold]) throws -> MeasurementReport {
        MeasurementReport(
            tool: "belfry 0.1.0",
            machine: MeasuredMachine(
                processor: "Stand-In 3000",
                coreCount: 2,
                memoryByteCount: 8 << 30,
                kernel: "6.18.0",
                loadAverage: 0.25
            ),
            startedAt: "2026-11-22T07:00:00Z",
            bundle: try decoded(
                """
                {"identifier": "example.TitleStamp", "version": "1.2", "path": "TitleStamp.appex",
                 "warnings": []}
                """
            ),
            payloads: ["plain.json"],
            parts: parts
        )
    }

    static var warm: MeasuredPart {
        part(
            "warm",
            isCold: false,
            walls: (0..<2000).map { run in
                let usual = 40 + 15 * wave(run)
                return run % 200 == 17 ? 9000 + 4000 * wave(run) : usual
            }
        )
    }

    static var cold: MeasuredPart {
        part("cold", isCold: true, walls: (0..<300).map { 60 + 20 * wave($0) })
    }

    /// A part of runs that took so long.
    static func part(
        _ name: String,
        isCold: Bool,
        walls: [Double],
        wallLimit: Double = 30_000
    ) -> MeasuredPart {
        var metrics = [
            metric(.latency, walls.map { $0 + (isCold ? 4 : 0.01) }),
            metric(.queueWait, walls.indices.map { (isCold ? 4 : 0.008) * (1 + wave($0) / 4) }),
            metric(.wall, walls, limit: wallLimit),
            metric(.cpu, walls.map { $0 / 3 }, limit: 10_000),
            metric(
                .footprint,
                walls.indices.map { 6e6 * (1 + wave($0) / 2) },
                limit: 24 * 1_048_576
            ),
        ]
        if isCold { metrics.append(metric(.startUp, walls.map { $0 / 20 }, limit: 2000)) }
        let names: [MetricName: String] = [
            .wall: "wall", .cpu: "cpu", .footprint: "memory", .startUp: "start",
        ]
        return MeasuredPart(
            name: name,
            isCold: isCold,
            budget: budget,
            concurrency: 1,
            offeredRate: nil,
            runCount: walls.count,
            elapsedMilliseconds: walls.reduce(0, +),
            verdicts: [
                VerdictCount(verdict: .delivered, reason: "completed", count: walls.count - 1),
                VerdictCount(verdict: .fallback, reason: "timeout", count: 1),
            ],
            metrics: metrics,
            headroom: metrics.compactMap { metric in
                guard let limit = metric.limit, let name = names[metric.name] else { return nil }
                return Headroom(
                    budget: name,
                    unit: metric.unit,
                    limit: limit,
                    count: metric.count,
                    p99: metric.p99,
                    p999: metric.p999,
                    maximum: metric.maximum
                )
            },
            nearest: walls.enumerated().sorted { $0.element > $1.element }.prefix(5).map {
                run,
                wall in
                nearRun(run + 1, wall, of: wallLimit, isCold: isCold)
            }
        )
    }

    private static func nearRun(
        _ ordinal: Int,
        _ wall: Double,
        of limit: Double,
        isCold: Bool
    ) -> NearRun {
        let stages =
            isCold
            ? [("queue wait", 0.4), ("sealing", 1), ("loading", 2), ("starting", 1), ("run", wall)]
            : [("late start", wall / 20), ("run", wall)]
        var from = 0.0
        let timeline = stages.map { name, duration in
            defer { from += duration }
            return NearRun.Span(name: name, from: from, duration: duration)
        }
        return NearRun(
            ordinal: ordinal,
            payload: "plain.json",
            verdict: .delivered,
            reason: "completed",
            budget: "wall",
            fraction: wall / limit,
            intendedAt: Double(ordinal) * 50,
            timeline: timeline,
            timing: nil,
            usage: nil
        )
    }

    /// The distribution of some values.
    static func metric(
        _ name: MetricName,
        _ values: [Double],
        limit: Double? = nil
    ) -> MeasuredMetric {
        let sorted = values.sorted()
        let at = { (percentile: Double) in
            let rank = Int((percentile / 100 * Double(sorted.count)).rounded(.up))
            return sorted[min(max(rank, 1), sorted.count) - 1]
        }
        var percentiles: [Double] = []
        var left = 100.0
        while left * Double(sorted.count) > 50 {
            percentiles += (0..<8).map { 100 - left * (1 - Double($0) / 16) }
            left /= 2
        }
        let edges = stride(from: 0, through: 256, by: 1).map { step in
            let ratio = sorted[sorted.count - 1] / sorted[0]
            return sorted[0] * exp(log(ratio) * Double(step) / 256)
        }
        let buckets = zip(edges, edges.dropFirst()).enumerated().map { index, edge in
            let isLast = index == 255
            return MeasuredMetric.Bucket(
                from: edge.0,
                to: edge.1,
                count: sorted.count { $0 >= edge.0 && (isLast || $0 < edge.1) }
            )
        }
        return MeasuredMetric(
            name: name,
            count: sorted.count,
            mean: values.reduce(0, +) / Double(values.count),
            minimum: sorted[0],
            p50: at(50),
            p75: at(75),
            p90: at(90),
            p95: at(95),
            p99: at(99),
            p999: at(99.9),
            maximum: sorted[sorted.count - 1],
            limit: limit,
            curve: (percentiles + [100]).map { .init(percentile: $0, value: at($0)) },
            buckets: sorted.count == 1
                ? [.init(from: sorted[0], to: sorted[0], count: 1)]
                : buckets.filter { $0.count > 0 }
        )
    }

    /// -1 to 1, without pattern to the eye.
    private static func wave(_ index: Int) -> Double {
        sin(Double(index) * 12.9898) * cos(Double(index) * 0.37)
    }

    private static var budget: RunReport.BudgetSummary {
        let text = """
            {"wallMilliseconds": 30000, "startMilliseconds": 2000, "cpuMilliseconds": 10000,
             "memoryByteCount": 25165824, "outputByteCount": 65536, "networkByteCount": 0,
             "requestCount": 0, "connectionCount": 0}
            """
        guard let budget: RunReport.BudgetSummary = try? decoded(text) else {
            preconditionFailure("the stand-in's budget is not as the report has it")
        }
        return budget
    }

    private static func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
