// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMetrics
internal import CoreMetrics
internal import Testing

@Suite("Prometheus's text form")
struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry([
        "requests_total": MetricDescription(help: "Requests; a \\ and a\nline feed"),
        "duration_seconds": MetricDescription(help: "Durations", buckets: [0.01, 0.1, 1]),
    ])

    @Test func `has each counter once, with its labels escaped`() throws {
        let odd = "quote \" backslash \\ line\nfeed"
        for _ in 0..<3 {
            Counter(label: "requests_total", dimensions: [("path", odd)], factory: registry)
                .increment(by: 2)
        }
        Counter(
            label: "requests_total",
            dimensions: [("path", "b"), ("code", "1")],
            factory: registry
        )
        .increment()
        let exposition = try Exposition(registry.text)
        #expect(exposition.value("requests_total", ["path": odd]) == 6)
        #expect(exposition.value("requests_total", ["path": "b", "code": "1"]) == 1)
        let family = try #require(exposition.families["requests_total"])
        #expect(family.type == "counter")
        #expect(family.help == "Requests; a \\ and a\nline feed")
    }

    @Test func `counts a histogram's buckets together`() throws {
        let recorder = Recorder(
            label: "duration_seconds",
            dimensions: [("worker", "warm")],
            aggregate: true,
            factory: registry
        )
        for value in [0.001, 0.01, 0.05, 0.5, 30] { recorder.record(value) }
        recorder.record(Double.nan)
        let exposition = try Exposition(registry.text)
        let buckets = ["0.01", "0.1", "1", "+Inf"].map { bound in
            exposition.value("duration_seconds_bucket", ["worker": "warm", "le": bound])
        }
        #expect(buckets == [2, 3, 4, 5])
        #expect(exposition.value("duration_seconds_count", ["worker": "warm"]) == 5)
        #expect(exposition.value("duration_seconds_sum", ["worker": "warm"]) == 30.561)
    }

    @Test func `takes a timer's nanoseconds as seconds`() throws {
        Timer(label: "duration_seconds", factory: registry).recordNanoseconds(20_000_000)
        let exposition = try Exposition(registry.text)
        #expect(exposition.value("duration_seconds_bucket", ["le": "0.01"]) == 0)
        #expect(exposition.value("duration_seconds_bucket", ["le": "0.1"]) == 1)
    }

    @Test func `has gauges as they are last, and what is no number`() throws {
        let meter = Meter(label: "workers", factory: registry)
        meter.set(4)
        meter.decrement()
        Gauge(label: "load", factory: registry).record(Double.infinity)
        let exposition = try Exposition(registry.text)
        #expect(exposition.value("workers") == 3)
        #expect(exposition.value("load") == .infinity)
        #expect(exposition.families["workers"]?.type == "gauge")
    }

    @Test func `is empty before anything is made, and the same each time`() throws {
        #expect(registry.text.isEmpty)
        for name in ["b", "a", "c"] { Counter(label: name, factory: registry).increment() }
        #expect(registry.text == registry.text)
        #expect(registry.text.hasPrefix("# TYPE a counter\na 1\n"))
    }

    @Test func `is counted in from many threads`() async throws {
        let counter = Counter(label: "requests_total", factory: registry)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { counter.increment() } }
            }
        }
        #expect(try Exposition(registry.text).value("requests_total") == 8000)
    }
}
