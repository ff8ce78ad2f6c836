// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Workers that are started before there is a run for them.
@Suite(.timeLimit(.minutes(2)))
struct PrewarmedTests {
    @Test func `a bundle that wants a process for each run has the next one prewarmed`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes", ["Process": "fresh"])
        for turn in 0..<4 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.verdict == .delivered, "\(report.explanation)")
            #expect(report.timing?.isWarm == false)
            #expect(report.timing?.isPrewarmed == (turn > 1))
            // Its own is gone, and from the second on the next one's is there.
            #expect(await host.workerCount == (turn == 0 ? 0 : 1))
        }
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        let cold = try await host.run(try Workshop.push(), in: bundle, options: options)
        #expect(cold.timing.map { $0.loadingMilliseconds > 0 } == true, "asked for by the caller")
        await host.shutdown()
        #expect(await host.workerCount == 0)
    }

    @Test func `a worker prewarmed with another library gets no run`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes", ["Process": "fresh"])
        for _ in 0..<2 { _ = try await host.run(try Workshop.push(), in: bundle) }
        let library = URL(filePath: bundle.libraryPath)
        try Data(contentsOf: library).write(to: library, options: .atomic)
        var isPrewarmed: [Bool?] = []
        for _ in 0..<2 {
            isPrewarmed.append(
                try await host.run(try Workshop.push(), in: bundle).timing?.isPrewarmed
            )
        }
        #expect(isPrewarmed == [false, true])
        await host.shutdown()
    }

    @Test func `no worker is prewarmed for a run with other options, or after a failure`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let crashing = try await workshop.bundle("Crashes", ["Process": "fresh"])
        for _ in 0..<2 { _ = try await host.run(try Workshop.push(), in: crashing) }
        #expect(await host.workerCount == 0)
        let warm = try await workshop.bundle("Completes")
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        for _ in 0..<2 {
            _ = try await host.run(try Workshop.push(), in: warm, options: options)
        }
        #expect(await host.workerCount == 0)
        await host.shutdown()
    }
}
