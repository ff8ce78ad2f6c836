// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Subprocess
internal import SystemPackage
internal import Testing

/// Facts about Linux and Swift that the sandbox is built on: when one changes, its test says so.
@Suite(.timeLimit(.minutes(3)))
struct FactsTests {
    private func report(_ fixture: String) async throws -> RunReport {
        let workshop = try Workshop()
        // The fixtures are written as extensions for iOS mostly are.
        let options = ["--swift-version", "5"]
        let build = try await ToolBuild(fixture: fixture, in: workshop.folder, options)
        let host = try workshop.host()
        let bundle = try ExtensionBundle(at: build.path)
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        return report
    }

    /// One Swift runtime, though the worker has one of its own; /proc, which libdispatch and
    /// `CommandLine` read; random numbers, without which every UUID would be the same; and what
    /// Foundation has besides.
    @Test func `Swift finds in the sandbox what it needs to work`() async throws {
        let report = try await report("SwiftFacts")
        try #require(report.isDelivered, "\(report.explanation)")
        #expect(report.after.title == "tasks 55")
        let expected = [
            "runtimes=1", "foundations=1", "threads=true", "backtrace=enable=no",
            "arguments=false", "random=8", "uuid=false", "codable=true", "plist=true",
            "iso=1970-01-01T00:00:00Z", "number=1.234,5", "date=29 czerwca 1970 20:00",
            "zones=true", "tokyo=32400", "regex=2", "url=1", "base64=dGV4dA==",
            #"files=["b.txt", "c.txt"]"#, "removed=true", "queues=true", "timer=true",
            "total=4950",
        ]
        #expect(report.after.body.split(separator: "\n").map(String.init) == expected)
        // The libraries' pages are the zygote's, and not counted.
        let baseline = try #require(report.usage).baselineByteCount
        #expect(baseline > 0 && baseline < 16 * 1024 * 1024)
    }

    /// With the backtracer on, its helper's fork would end it instead.
    @Test func `a Swift trap in the sandbox is the trap's own signal`() async throws {
        let report = try await report("SwiftTraps")
        #expect(report.ending == .fallback(.trap))
        #expect(["SIGILL", "SIGTRAP"].contains(report.evidence?.signal))
    }

    /// PDEATHSIG is tied to the thread that started a process, and a zygote's is the host's for good.
    @Test func `nothing outlives a host that is killed`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Sleeps")
        let payload = workshop.folder.appendingPathComponent("push.json")
        try Data(#"{"aps":{"alert":{"title":"a"},"mutable-content":1}}"#.utf8).write(to: payload)
        let deadline = ContinuousClock.now + .seconds(60)
        let host = try await Subprocess.run(
            .path(FilePath(Workshop.products.appendingPathComponent("belfry").path)),
            arguments: ["run", bundle.path, payload.path],
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let host = execution.processIdentifier.value
            var family: [Int32] = []
            while !family.contains(where: { Self.name(of: $0) == "belfry-work" }) {
                try #require(ContinuousClock.now < deadline)
                family = Self.descendants(of: host)
                await Task.yield()
            }
            #expect(family.count >= 2)
            kill(host, SIGKILL)
            return family
        }
        #expect(host.terminationStatus == .signaled(SIGKILL))
        let family = host.closureResult
        while family.contains(where: { kill($0, 0) == 0 }) {
            try #require(ContinuousClock.now < deadline, "\(family.map(Self.name))")
            await Task.yield()
        }
    }

    /// The name of a process's second thread, which a worker has once it is loaded.
    private static func name(of process: Int32) -> String {
        let tasks =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let names = tasks.compactMap { Int($0) }.sorted().dropFirst().prefix(1).map { task in
            (try? String(kernelFile: "/proc/\(process)/task/\(task)/comm")) ?? ""
        }
        return names.first?.trimmingCharacters(in: .newlines) ?? ""
    }

    private static func descendants(of process: Int32) -> [Int32] {
        let tasks =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let children = tasks.flatMap { task in
            let path = "/proc/\(process)/task/\(task)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
        return children + children.flatMap { descendants(of: $0) }
    }
}
