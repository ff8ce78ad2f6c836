// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What a run makes is gone after it: files, descriptors, processes, threads, memory.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct HygieneTests {
    /// Runs this test's body in a process of its own: other tests hold descriptors too.
    @Test func `a thousand runs leave the host as it was`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let host = try workshop.host()
            let bundle = try await workshop.bundle("Completes")
            for _ in 0..<20 { _ = try await host.run(try Workshop.push(), in: bundle) }
            let before = try Holdings.now()
            let memoryBefore = try Holdings.residentKilobytes()
            for _ in 0..<1000 {
                let report = try await host.run(try Workshop.push(), in: bundle)
                try #require(report.isDelivered, "\(report.verdict) \(report.reason)")
            }
            let after = try Holdings.now()
            let memoryAfter = try Holdings.residentKilobytes()
            // Swift's own pool may have grown by a thread or two of the machine's few cores.
            #expect(after.descriptors == before.descriptors, "\(before) \(after)")
            #expect(after.children == before.children, "\(before) \(after)")
            #expect(abs(after.threads - before.threads) <= 4, "\(before) \(after)")
            #expect(memoryAfter - memoryBefore < 8 * 1024, "\(memoryBefore) \(memoryAfter)")
            await host.shutdown()
        }
    }

    @Test func `a host that has shut down leaves no process and no file`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            setenv("TMPDIR", workshop.folder.path, 1)
            unsetenv("XDG_RUNTIME_DIR")
            // First, since Foundation keeps descriptors of the compilers it ran.
            let names = ["Completes", "Crashes", "Sleeps"]
            var bundles: [ExtensionBundle] = []
            for name in names { bundles.append(try await workshop.bundle(name)) }
            let before = try Holdings.now()
            let targets = try Holdings.descriptorTargets()
            for bundle in bundles {
                let host = try workshop.host()
                var options = ExtensionHost.RunOptions()
                var budget = Budget()
                try budget.apply("wall=200ms")
                options.budget = budget
                _ = try await host.run(
                    try Workshop.push(),
                    in: bundle,
                    options: options
                )
                await host.shutdown()
            }
            let after = try await Holdings.settled(at: before)
            #expect(after.children == before.children, "\(before) \(after)")
            let changes = try Holdings.descriptorTargets().difference(from: targets)
            #expect(after.descriptors == before.descriptors, "\(before) \(after) \(changes)")
            let left = try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path)
                .filter { $0.hasPrefix("belfry-") && !$0.hasPrefix("belfry-command") }
            #expect(left.isEmpty, "\(left)")
        }
    }

    @Test func `many runs at once are each delivered once, by as many workers as allowed`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes", ["ParallelRuns": 3])
        let reports = try await withThrowingTaskGroup(of: RunReport.self) { group in
            for _ in 0..<60 {
                group.addTask { try await host.run(try Workshop.push(), in: bundle) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await host.shutdown()
        #expect(reports.count == 60)
        #expect(reports.allSatisfy { $0.isDelivered && $0.after.title == "changed" })
        #expect(Set(reports.map(\.run)).count == 60)
        #expect(reports.contains { $0.timing?.isWarm == true })
    }

    @Test func `a worker is replaced when its completions are spent`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes")
        var cold = 0
        for _ in 0..<600 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            try #require(report.isDelivered)
            if report.timing?.isWarm == false { cold += 1 }
        }
        await host.shutdown()
        // 256 requests to a worker.
        #expect(cold == 3)
    }
}
