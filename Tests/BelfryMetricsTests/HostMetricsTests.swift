// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMetrics
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What a host counts while it runs extensions, as it is written at the end.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct HostMetricsTests {
    private func host(
        _ workshop: borrowing Workshop,
        limits change: (inout HostLimits) -> Void = { _ in }
    ) throws -> (ExtensionHost, PrometheusRegistry) {
        let registry = PrometheusRegistry(
            Dictionary(
                uniqueKeysWithValues: HostMetric.allCases.map {
                    ($0.rawValue, MetricDescription(help: $0.help, buckets: $0.buckets))
                }
            )
        )
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            storePath: workshop.folder.appendingPathComponent("store").path
        )
        configuration.quarantine = QuarantineRegister(
            path: workshop.folder.appendingPathComponent("quarantine.json").path
        )
        configuration.metrics = registry
        change(&configuration.limits)
        return (try ExtensionHost(configuration), registry)
    }

    @Test func `runs are counted by how they end, and measured`() async throws {
        let workshop = try Workshop()
        let (host, registry) = try host(workshop)
        let good = try await workshop.bundle("Completes")
        let push = try Workshop.push()
        for _ in 0..<3 { _ = try await host.run(push, in: good) }
        #expect(try Exposition(registry.text).value("belfry_workers") == 1)
        await host.shutdown()
        let exposition = try Exposition(registry.text)
        let completed = ["verdict": "delivered", "reason": "completed"]
        #expect(exposition.value("belfry_runs_total", completed) == 3)
        #expect(exposition.value("belfry_run_wall_seconds_count", ["worker": "new"]) == 1)
        #expect(exposition.value("belfry_run_wall_seconds_count", ["worker": "warm"]) == 2)
        #expect(exposition.value("belfry_run_queue_wait_seconds_count", ["worker": "warm"]) == 2)
        #expect(exposition.value("belfry_worker_start_seconds_count") == 1)
        #expect(exposition.value("belfry_run_footprint_bytes_count") == 3)
        #expect(try #require(exposition.value("belfry_run_cpu_seconds_sum", ["worker": "new"])) > 0)
        #expect(exposition.value("belfry_workers") == 0)
        #expect(exposition.families["belfry_run_wall_seconds"]?.type == "histogram")
    }

    @Test func `what is killed, struck and put into quarantine is counted`() async throws {
        let workshop = try Workshop()
        let (host, registry) = try host(workshop)
        let hanging = try await workshop.bundle("NeverCompletes")
        var options = ExtensionHost.RunOptions()
        options.budget = Budget()
        // A zygote takes a while to start on a busy machine, which is no timeout of the extension.
        try options.budget?.apply("wall=2s")
        let push = try Workshop.push()
        for _ in 0..<4 { _ = try await host.run(push, in: hanging, options: options) }
        await host.shutdown()
        let exposition = try Exposition(registry.text)
        let timeout = ["verdict": "fallback", "reason": "timeout"]
        #expect(exposition.value("belfry_runs_total", timeout) == 3)
        let quarantined = ["verdict": "rejected", "reason": "quarantined"]
        #expect(exposition.value("belfry_runs_total", quarantined) == 1)
        #expect(exposition.value("belfry_quarantines_total") == 1)
        #expect(exposition.value("belfry_worker_kills_total", ["cause": "timeout"]) == 3)
    }

    @Test func `runs that wait for room or find none are counted by what was short`() async throws {
        let workshop = try Workshop()
        let (host, registry) = try host(workshop) {
            $0.freeSpaceByteCount = .max
            $0.queueTime = .milliseconds(10)
        }
        let bundle = try await workshop.bundle("Completes")
        for _ in 0..<2 { _ = try await host.run(try Workshop.push(), in: bundle) }
        await host.shutdown()
        let exposition = try Exposition(registry.text)
        let space = ["resource": "freeSpace"]
        #expect(exposition.value("belfry_overload_waits_total", space) == 2)
        #expect(exposition.value("belfry_overload_refusals_total", space) == 2)
        let full = ["resource": "freeSpace", "level": "full"]
        #expect(exposition.value("belfry_overload_levels_total", full) == 1)
        let refused = ["verdict": "fallback", "reason": "hostOverloaded"]
        #expect(exposition.value("belfry_runs_total", refused) == 2)
    }

    @Test func `no label is of an extension's choosing`() async throws {
        let workshop = try Workshop()
        let (host, registry) = try host(workshop)
        let dropping = try await workshop.bundle("Drops", ["Filtering": true])
        let report = try await host.run(try Workshop.push(), in: dropping)
        await host.shutdown()
        #expect(report.verdict == .dropped)
        let text = registry.text
        #expect(!text.contains(report.reason))
        #expect(!text.contains(dropping.manifest.identifier))
        let dropped = ["verdict": "dropped", "reason": "extension"]
        #expect(try Exposition(text).value("belfry_runs_total", dropped) == 1)
    }
}
