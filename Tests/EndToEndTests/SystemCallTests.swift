// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Every system call of the policy, made from inside a worker.
@Suite(.timeLimit(.minutes(3)))
struct SystemCallTests {
    /// Calls that end the caller or wait for ever when they are allowed.
    private static let unreturning: Set<String> = ["exit", "exit_group", "rt_sigreturn", "pause"]

    /// Whether workers get network here.
    private static let networks =
        IsolationPlan.probe().namespaces.contains(.network)
        ? [false, true] : [false]

    @Test(arguments: networks)
    func `each call gets what the policy says, while loading and afterwards`(
        _ hasNetwork: Bool
    ) async throws {
        let policies = [("load", SystemCallPolicy.Stage.load), ("sealed", .sealed)].map {
            ($0.0, SystemCallPolicy(stage: $0.1, hasNetwork: hasNetwork))
        }
        let header = policies.map { stage, policy in
            let names = policy.allowed + policy.refused.map(\.name)
            let calls = names.filter { !Self.unreturning.contains($0) }.compactMap { name in
                SystemCall(named: name).map { "    {\($0.number), \"\(name)\"},\n" }
            }
            return "static const struct call \(stage)_calls[] = {\n\(calls.joined())};\n"
        }
        let workshop = try Workshop()
        let host = try workshop.host()
        let options = hasNetwork ? ["Network": ["https://example.com"]] : [:]
        let bundle = try await workshop.bundle("TriesCalls", options, header: header.joined())
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        try #require(report.isDelivered, "\(report.explanation)")
        let lines = report.after.body.split(separator: "\n").map { $0.split(separator: " ") }
        let answers = Dictionary(lines.map { ("\($0[0]) \($0[1])", String($0[2])) }) { $1 }
        for (stage, policy) in policies {
            Self.check(policy, answers, stage)
        }
    }

    private static func check(
        _ policy: SystemCallPolicy,
        _ answers: [String: String],
        _ stage: String
    ) {
        for name in policy.allowed
        where !unreturning.contains(name) && SystemCall(named: name) != nil {
            // With such arguments the kernel itself does not know what futex is to do.
            let isAnswered = name == "futex" || answers["\(stage) \(name)"] != "ENOSYS"
            #expect(isAnswered && answers["\(stage) \(name)"] != nil, "\(stage) \(name)")
        }
        for (name, errno) in policy.refused where SystemCall(named: name) != nil {
            let expected = errno == 0 ? "ok" : Self.errnoNames[errno]
            #expect(answers["\(stage) \(name)"] == expected, "\(stage) \(name)")
        }
    }

    private static let errnoNames: [Int32: String] = [
        1: "EPERM", 13: "EACCES", 25: "ENOTTY", 95: "EOPNOTSUPP",
    ]

    // MARK: Violations

    /// A bundle of the fixture that makes the one call that is asked for.
    private final class CallMaker: Sendable {
        let workshop: Workshop
        let host: ExtensionHost
        let bundle: ExtensionBundle
        private let file: URL

        init() async throws {
            workshop = try Workshop()
            file = workshop.folder.appendingPathComponent("MakesCall.appex/call.txt")
            host = try workshop.host()
            bundle = try await workshop.bundle(
                "MakesCall",
                ["ParallelRuns": 4],
                header: "#define CALL_FILE \"\(file.path)\"\n"
            )
        }

        func make(_ name: String, when: String, isFresh: Bool = true) async throws -> RunReport {
            let call = try #require(SystemCall(named: name))
            try Data("\(when) \(call.number)\n".utf8).write(to: file)
            var options = ExtensionHost.RunOptions()
            options.isFresh = isFresh
            return try await host.run(try Workshop.push(), in: bundle, options: options)
        }
    }

    @Test(arguments: ["load", "run"])
    func `each forbidden call ends the worker, and the report names it`(
        _ when: String
    ) async throws {
        let stage: SystemCallPolicy.Stage = when == "load" ? .load : .sealed
        let policy = SystemCallPolicy(stage: stage, hasNetwork: false)
        let maker = try await CallMaker()
        for name in policy.killed where SystemCall(named: name) != nil {
            let report = try await maker.make(name, when: when)
            #expect(report.ending == .fallback(.violation), "\(name)")
            #expect(report.evidence?.systemCall == name)
            #expect(report.evidence?.phase == (when == "load" ? "starting" : "running"))
            #expect(report.after.title == "before")
        }
        for name in policy.killedUnnamed where SystemCall(named: name) != nil {
            let report = try await maker.make(name, when: when)
            #expect(report.ending == .fallback(.violation), "\(name)")
            #expect(report.evidence?.signal == "SIGSYS")
        }
        await maker.host.shutdown()
    }

    @Test func `the thread that makes the call does not matter`() async throws {
        let maker = try await CallMaker()
        let report = try await maker.make("ptrace", when: "thread")
        await maker.host.shutdown()
        #expect(
            report.explanation == "It made the system call ptrace, which no extension may make."
        )
        #expect(report.evidence?.signal == nil)
    }

    @Test func `a call that is interrupted again and again is heard of`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("SignalsItsCaller")
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(
            report.explanation == "It made the system call ptrace, which no extension may make."
        )
    }

    @Test func `a call while it is loaded is told as such`() async throws {
        let maker = try await CallMaker()
        let report = try await maker.make("bpf", when: "load")
        await maker.host.shutdown()
        #expect(
            report.explanation
                == "It made the system call bpf while it was loaded, which no extension may make."
        )
    }

    /// What it said before the call counts, and its worker is not used again.
    @Test func `a call after the completion is a strike`() async throws {
        let maker = try await CallMaker()
        let first = try await maker.make("unshare", when: "after", isFresh: false)
        #expect(first.ending == .delivered(.completed))
        #expect(first.after.title == "went on")
        let second = try await maker.make("read", when: "run", isFresh: false)
        await maker.host.shutdown()
        #expect(second.isDelivered, "\(second.explanation)")
    }

    @Test func `many at once are told apart`() async throws {
        let maker = try await CallMaker()
        let host = maker.host
        let bundle = maker.bundle
        _ = try await maker.make("mount", when: "run")
        let good = try await maker.workshop.bundle("Completes")
        let reports = try await withThrowingTaskGroup(of: RunReport.self) { group in
            for _ in 0..<16 {
                group.addTask { try await host.run(try Workshop.push(), in: bundle) }
                group.addTask { try await host.run(try Workshop.push(), in: good) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await host.shutdown()
        #expect(reports.count { $0.evidence?.systemCall == "mount" } == 16)
        #expect(reports.count { $0.isDelivered } == 16)
    }

    // MARK: Constructors

    /// Whether the kernel keeps a filter in its place (Linux 6.10).
    private static var canPlaceFilters: Bool {
        get throws {
            let load = SystemCallPolicy(stage: .load, hasNetwork: false)
            let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: false)
            return try PlacedFilter(SystemCallFilter(sealed, over: load)).address != nil
        }
    }

    @Test func `a constructor cannot fake the seal`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("FakesTheSeal")
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        if try Self.canPlaceFilters {
            #expect(report.after.title == "ENOSYS", "\(report.explanation)")
        } else {
            #expect(report.ending == .fallback(.violation))
            #expect(report.explanation.contains("new code can still be mapped after the seal"))
        }
    }

    @Test func `threads of a constructor are held by the seal`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("StaysBehind")
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        try #require(report.isDelivered, "\(report.explanation)")
        #expect(report.after.title == "alone ENOSYS, listener ENOSYS, code EPERM")
    }
}
