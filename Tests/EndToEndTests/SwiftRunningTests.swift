// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Threads, queues, run loops and tasks of a Swift extension.
@Suite(.timeLimit(.minutes(3)))
struct SwiftRunningTests {
    private func build(
        _ linkage: Linkage = .shared,
        in folder: URL
    ) async throws -> ExtensionBundle {
        let build = try await ToolBuild(fixture: "SwiftRunning", in: folder, linkage.options)
        return try ExtensionBundle(at: build.path)
    }

    @Test(arguments: Linkage.allCases)
    func `every way of waiting ends, and what is waited for is where iOS has it`(
        _ linkage: Linkage
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await build(linkage, in: workshop.folder)
        let host = try workshop.host()
        for run in 1...2 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            let expected = [
                // Statics live as long as the worker; each request has an instance of its own.
                "runs: \(run)", "calls: 1", "idle: true", "main: false", "main.sync: true",
                "slept: true",
                "task while blocked: true", "main while blocked: true",
                "actor while blocked: true", "thread: true", "group: 8", "operations: 120",
                "concurrent: 124", "timer on main: true", "timer: true", "own run loop: 4",
                "main run loop: true", "observed: 2", "actor: true", "tasks: 20",
                "race: firstcancelled", "continuation: 5",
            ]
            let lines = report.after.body.split(separator: "\n").map(String.init)
            #expect(lines == expected, "\(report.reason): \(report.explanation)")
            #expect(report.timing?.isWarm == (run == 2))
            // It slept for a second, and waited for much else.
            #expect(try #require(report.usage).cpuMilliseconds < 500)
            // Time passes for the worker to be idle in, which the second run measures.
            if run == 1 { try await Task.sleep(for: .seconds(1)) }
        }
        await host.shutdown()
    }

    @Test func `exit ends the run with the original`() async throws {
        let workshop = try Workshop()
        let bundle = try await build(in: workshop.folder)
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(#","ends":1"#), in: bundle)
        await host.shutdown()
        #expect(report.ending == .fallback(.exited))
        #expect(report.evidence?.exitStatus == 0)
        #expect(report.after.title == "before")
    }
}
