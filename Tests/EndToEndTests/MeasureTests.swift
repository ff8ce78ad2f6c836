// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry measure` with extensions in real workers.
@Suite(.timeLimit(.minutes(2)))
struct MeasureTests {
    /// Runs the built tool on a bundle, with a folder of two payloads.
    private func measure(
        _ bundle: ExtensionBundle,
        _ options: [String],
        in folder: URL
    ) async throws -> Command.Result {
        let payloads = folder.appendingPathComponent("payloads")
        try FileManager.default.createDirectory(at: payloads, withIntermediateDirectories: true)
        let measuring = MeasureCommandRun(folder: folder)
        for name in ["a.apns", "b.json"] {
            try measuring.writePayload(to: payloads.appendingPathComponent(name))
        }
        return try await measuring.run(bundle, on: payloads, options)
    }

    /// The same, as a report.
    private func report(
        _ bundle: ExtensionBundle,
        _ options: [String],
        in folder: URL
    ) async throws -> MeasurementReport {
        try MeasureCommandRun.report(
            of: try await measure(bundle, options + ["--json"], in: folder)
        )
    }

    @Test func `measures cold and warm runs, and tells them apart`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let report = try await report(bundle, ["--runs", "12"], in: workshop.folder)
        #expect(report.payloads == ["a.apns", "b.json"])
        #expect(report.parts.map(\.name) == ["cold", "warm"])
        #expect(!report.isInterrupted)
        for part in report.parts {
            #expect(part.verdicts == [.init(verdict: .delivered, reason: "completed", count: 12)])
            let wall = try #require(part.metric(.wall))
            let latency = try #require(part.metric(.latency))
            #expect(wall.count == 12)
            #expect(latency.minimum >= wall.minimum)
        }
        #expect(report.parts[0].metric(.startUp)?.count == 12)
        #expect(report.parts[1].metric(.startUp) == nil)
        let loading = report.parts[0].nearest.first?.timeline.map(\.name) ?? []
        #expect(loading.contains("sealing") && loading.contains("run"), "\(loading)")
    }

    @Test func `warns of one that sleeps for nearly all of its time`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Naps", flags: ["-DNAP_MS=950"])
        let options = ["--warm", "--runs", "2", "--budget", "wall=1s"]
        let report = try await report(bundle, options, in: workshop.folder)
        let wall = try #require(report.parts[0].metric(.wall))
        #expect(wall.minimum >= 950)
        // On a busy machine one may come too late, which is said besides.
        #expect(report.parts[0].warnings.contains { $0.hasPrefix("wall time: the largest of 2") })
        #expect(report.parts[0].nearest.allSatisfy { $0.budget == "wall" && $0.fraction >= 0.95 })
    }

    @Test func `warns of a leak, and says how long its worker lasts`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Leaks")
        let options = ["--warm", "--runs", "40", "--budget", "memory=4MB"]
        let report = try await report(bundle, options, in: workshop.folder)
        let leak = try #require(report.parts[0].warnings.first { $0.hasPrefix("a leak: ") })
        #expect(leak.contains(" KB more with each run"), "\(leak)")
        #expect(leak.contains("when it keeps more than 2 MB"), "\(leak)")
        #expect(
            report.parts[0].warnings.contains { $0.contains("were replaced between runs (memory)") }
                || report.parts[0].warnings.contains { $0.contains("was replaced") }
        )
    }

    @Test func `fails on what it is told to, and tells a CI system`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Sleeps")
        let junit = workshop.folder.appendingPathComponent("junit.xml")
        let result = try await measure(
            bundle,
            [
                "--warm", "--runs", "2", "--budget", "wall=2s",
                "--fail-on", "fallback > 0; rejected > 0", "--junit", junit.path,
            ],
            in: workshop.folder
        )
        #expect(result.status == 5, "\(result.errors)")
        #expect(result.output.contains("✗ warm: fallback > 0  measured 2 of 2 runs"))
        #expect(result.output.contains("✓ warm: rejected > 0  measured 0 of 2 runs"))
        let words = result.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("about a.apns (1) and b.json (1): belfry explain fallback:timeout"))
        let text = try String(contentsOf: junit, encoding: .utf8)
        #expect(text.contains("tests=\"2\" failures=\"1\""))
    }

    /// Options that would have no effect, clauses that would never be looked at, files without a name.
    static let pointless: [(options: [String], problem: String)] = [
        (["--cold", "--warm"], "give one, or none"),
        (["--runs", "0"], "--runs is from 1 to 100,000,000"),
        (["--runs", "-5"], "--runs is from 1 to 100,000,000"),
        (["--tune", "--runs", "5"], "leave out --runs, or give --tune-runs"),
        (["--tune-target", "zzz"], "are about --tune"),
        (["--tune-runs", "5"], "are about --tune"),
        (["--seed", "1"], "--seed is about --profile and --compare"),
        (["--profile", "ios", "--budget", "ci"], "leave out --budget"),
        (["--profile", "ios", "--profile", "ios"], "given twice"),
        (["--warm", "--fail-on", "cold: p99.wall > 1s"], "there will be no part cold"),
        (["--profile", "ci", "--fail-on", "cold, ios: runs < 1"], "cold, ci; warm, ci"),
        (["--sweep", "concurrency=1,2", "--fail-on", "warm, 3 at once: runs < 1"], "2 at once"),
        (["--fail-on", "change.p50.wall > 1%"], "give --compare OLD.appex"),
        (["--fail-on", "fallback >= 0"], "this is always so"),
        (["--html", ""], "--html is empty; name a file"),
        (["--metrics", ""], "--metrics is empty; name a file"),
        (["--fail-on", "runs < 1", "--junit", ""], "--junit is empty; name a file"),
    ]

    @Test func `refuses what would have no effect, before it measures`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let measuring = MeasureCommandRun(folder: workshop.folder)
        let payload = workshop.folder.appendingPathComponent("push.apns")
        try measuring.writePayload(to: payload)
        for (options, problem) in Self.pointless {
            let result = try await measuring.run(bundle, on: payload, options)
            #expect(result.status == 64, "\(options): \(result.output)")
            #expect(result.errors.contains(problem), "\(options): \(result.errors)")
            #expect(result.output.isEmpty)
        }
    }

    @Test func `reads the bundle from the disk when it is to, and says what was not`() async throws
    {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let options = ["--cold", "--runs", "3", "--cold-cache"]
        let report = try await report(bundle, options, in: workshop.folder)
        #expect(report.parts.map(\.runCount) == [3])
        #expect(report.parts[0].warnings.contains { $0.hasPrefix("--cold-cache: ") })
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `prints what was measured so far when it is interrupted`(_ signal: Int32) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Naps", flags: ["-DNAP_MS=20"])
        let payload = workshop.folder.appendingPathComponent("push.apns")
        try Data(#"{"aps":{"alert":"hello","mutable-content":1}}"#.utf8).write(to: payload)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        // The shell's own timer: it ends with the tool, and the tool's status is its own.
        let result = try await Command.run(
            "/usr/bin/env",
            ["XDG_DATA_HOME=\(workshop.folder.path)", "XDG_STATE_HOME=\(workshop.folder.path)"]
                + ["timeout", "--preserve-status", "--signal", "\(signal)", "10"]
                + [tool, "measure", bundle.path, payload.path, "--warm", "--json"]
                + ["--runs", "1000000"]
        )
        #expect(result.status == 128 + signal, "\(result.errors)")
        let report = try JSONDecoder().decode(
            MeasurementReport.self,
            from: Data(result.output.utf8)
        )
        #expect(report.isInterrupted)
        #expect(report.parts.map(\.name) == ["warm"])
        #expect(report.parts[0].runCount > 0)
        #expect(report.parts[0].runCount < 1_000_000)
    }
}
