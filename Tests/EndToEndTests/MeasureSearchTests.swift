// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry measure --tune`, `--profile` and `--compare` with extensions in real workers.
@Suite(.timeLimit(.minutes(2)))
struct MeasureSearchTests {
    private func measure(
        _ bundle: ExtensionBundle,
        _ options: [String],
        in folder: URL
    ) async throws -> Command.Result {
        let measuring = MeasureCommandRun(folder: folder)
        let payload = folder.appendingPathComponent("push.apns")
        try measuring.writePayload(to: payload)
        return try await measuring.run(bundle, on: payload, options)
    }

    private func report(
        _ bundle: ExtensionBundle,
        _ options: [String],
        in folder: URL
    ) async throws -> MeasurementReport {
        try MeasureCommandRun.report(
            of: try await measure(bundle, options + ["--json"], in: folder)
        )
    }

    /// It takes 6 MB and 40 ms of CPU time, which the kernel looks at once a tick.
    @Test func `finds the budgets that an extension needs`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Works")
        let options = ["--tune", "--warm", "--tune-target", "p50", "--tune-runs", "5"]
        let report = try await report(bundle, options, in: workshop.folder)
        let tuning = try #require(report.tuning)
        #expect(report.parts.isEmpty && tuning.kinds == ["warm"])
        let budgets = Dictionary(uniqueKeysWithValues: tuning.budgets.map { ($0.budget, $0) })
        let cpu = try #require(budgets[.cpu]?.smallestPassed)
        #expect(cpu >= 34 && cpu <= 120, "\(cpu) ms")
        let memory = try #require(budgets[.memory]?.smallestPassed)
        #expect(memory >= 6 * 1_048_576 && memory <= 8 * 1_048_576, "\(memory) bytes")
        #expect(try #require(budgets[.memory]?.largestFailed) < memory)
        #expect(try #require(budgets[.wall]?.smallestPassed) >= 40)
        for trial in tuning.budgets.flatMap(\.trials) where !trial.hasPassed {
            #expect(trial.failures.allSatisfy { $0.verdict != .rejected })
        }
    }

    @Test func `prints what to put into the manifest`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let options = ["--tune", "--tune-target", "p50", "--tune-runs", "5"]
        let result = try await measure(bundle, options, in: workshop.folder)
        #expect(result.status == 0, "\(result.errors)")
        // On a machine that is too busy nothing may be found, which is said.
        let isFound = result.output.contains("<key>Budget</key>")
        #expect(isFound || result.output.contains("too little"), "\(result.output)")
    }

    @Test func `measures under several budgets side by side`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Works")
        let options = [
            "--warm", "--runs", "4", "--profile", "ios", "--profile", "ios-small,memory=3MB",
        ]
        let report = try await report(bundle, options, in: workshop.folder)
        #expect(report.parts.map(\.name) == ["warm, ios", "warm, ios-small,memory=3MB"])
        let verdicts = report.parts.map(\.verdicts)
        #expect(verdicts[0] == [.init(verdict: .delivered, reason: "completed", count: 4)])
        #expect(verdicts[1].map(\.verdict).allSatisfy { $0 == .fallback })
        #expect(verdicts[1].reduce(0) { $0 + $1.count } == 4)
    }

    /// Of two builds under one identifier, as any two builds are.
    @Test func `tells a build that sleeps from one that does not`() async throws {
        let workshop = try Workshop()
        let new = try await workshop.bundle("Naps", flags: ["-DNAP_MS=30"])
        let old = try workshop.copy(new, to: "old", as: new.manifest.identifier)
        let quick = try await workshop.bundle("Completes")
        let library = "\(old.path)/Naps"
        try FileManager.default.removeItem(atPath: library)
        try FileManager.default.copyItem(atPath: "\(quick.path)/Completes", toPath: library)
        let options = [
            "--warm", "--runs", "30", "--seed", "1", "--compare", old.path,
            "--fail-on", "change.p50.wall > 10%",
        ]
        let result = try await measure(new, options + ["--json"], in: workshop.folder)
        #expect(result.status == 5, "\(result.errors)")
        let data = Data(result.output.utf8)
        let report = try JSONDecoder().decode(MeasurementReport.self, from: data)
        let comparison = try #require(report.comparison)
        #expect(report.parts.map(\.name) == ["warm"] && comparison.pairCount == 30)
        let wall = try #require(comparison.metrics.first { $0.metric == .wall })
        #expect(wall.change == .more && wall.difference.value > 20, "\(wall)")
        #expect(comparison.completions.first?.change == .noneShown)
    }

    @Test func `does one thing at a time`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        for options in [
            ["--tune", "--profile", "ios"], ["--tune", "--rate", "5"], ["--tune-target", "99"],
            ["--profile", "wal=5s"],
        ] {
            let result = try await measure(bundle, options, in: workshop.folder)
            #expect(result.status == 64, "\(options): \(result.errors)")
        }
    }
}
