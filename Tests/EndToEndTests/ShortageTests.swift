// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// A machine that lacks something for a worker: the original is delivered, and nobody is to blame.
@Suite(.timeLimit(.minutes(3)))
struct ShortageTests {
    private static func options(_ budget: String) throws -> ExtensionHost.RunOptions {
        var options = ExtensionHost.RunOptions()
        var amounts = Budget()
        try amounts.apply(budget)
        options.budget = amounts
        options.isFresh = true
        return options
    }

    /// The zygotes that this process has started.
    private static func zygotes() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter {
            guard let status = try? String(kernelFile: "/proc/\($0)/status") else { return false }
            let lines = status.split(separator: "\n")
            return lines.first == "Name:\tbelfry-zygote"
                && lines.contains("PPid:\t\(getpid())")
        }
    }

    /// Sets how many processes of its user a zygote may see when it forks, such as `0`, or `unlimited`
    /// for as many as before.
    private static func limitProcesses(of zygote: Int32, to count: String) async throws {
        var limit = rlimit()
        unsafe getrlimit(Int32(__RLIMIT_NPROC.rawValue), &limit)
        let isBounded = count == "unlimited" && limit.rlim_max != rlim_t.max
        let soft = isBounded ? "\(limit.rlim_max)" : count
        // The kernel lets its own user do so, and root where that has not given up the capability.
        let asItsUser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let result = try await Command.run(
            "/usr/bin/env",
            (geteuid() == 0 ? asItsUser : []) + [
                "prlimit", "--pid", "\(zygote)", "--nproc=\(soft):",
            ]
        )
        try #require(result.status == 0, "\(result.errors)")
    }

    @Test func `a fork that is refused strikes nobody, and the next run is fine`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let register = QuarantineRegister(
                path: workshop.folder.appendingPathComponent("quarantine.json").path
            )
            let host = try workshop.host(quarantine: register)
            let bundle = try await workshop.bundle("Completes")
            let good = try Self.options("start=10s")
            let first = try await host.run(try Workshop.push(), in: bundle, options: good)
            try #require(first.isDelivered, "\(first.explanation)")
            let zygote = try #require(try Self.zygotes().first)
            try await Self.limitProcesses(of: zygote, to: "0")
            for _ in 0..<5 {
                let report = try await host.run(
                    try Workshop.push(),
                    in: bundle,
                    options: try Self.options("start=100ms")
                )
                #expect(report.ending == .fallback(.hostResource))
                #expect(report.explanation.contains("fork"), "\(report.explanation)")
                #expect(report.after.title == "before")
                #expect(report.strikes.isEmpty && report.quarantine == nil)
            }
            try await Self.limitProcesses(of: zygote, to: "unlimited")
            let last = try await host.run(try Workshop.push(), in: bundle, options: good)
            #expect(last.isDelivered, "\(last.explanation)")
            await host.shutdown()
        }
    }

    @Test func `a shortage that passes within the start-up budget costs time alone`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let host = try workshop.host()
            let bundle = try await workshop.bundle("Completes")
            let good = try Self.options("start=30s")
            _ = try await host.run(try Workshop.push(), in: bundle, options: good)
            let zygote = try #require(try Self.zygotes().first)
            try await Self.limitProcesses(of: zygote, to: "0")
            async let waiting = host.run(try Workshop.push(), in: bundle, options: good)
            try await Task.sleep(for: .milliseconds(100))
            try await Self.limitProcesses(of: zygote, to: "unlimited")
            let report = try await waiting
            #expect(report.isDelivered, "\(report.verdict): \(report.explanation)")
            await host.shutdown()
        }
    }
}
