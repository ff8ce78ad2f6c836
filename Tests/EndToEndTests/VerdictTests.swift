// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// Whatever an extension does, one notification is delivered, the verdict is right, and the host
/// goes on.
@Suite(.timeLimit(.minutes(2)))
struct VerdictTests {
    /// One fixture and what must come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let fixture: String
        let verdict: Verdict
        var title = "before"
        /// Nil where it is a matter of chance.
        var strikes: [String]? = []
        var budget = ""
        var testDescription: String { fixture }
    }

    /// The least there is to see; what else an extension may try is in `Tests/Hostile`.
    static let cases = [
        Case(fixture: "Completes", verdict: .delivered(.completed), title: "changed"),
        Case(fixture: "CompletesByHandle", verdict: .delivered(.completed), title: "changed"),
        Case(fixture: "CompletesElsewhere", verdict: .delivered(.completed), title: "changed"),
        Case(fixture: "Sleeps", verdict: .fallback(.timeout), budget: "wall=1s"),
        Case(fixture: "Crashes", verdict: .fallback(.crash)),
        Case(fixture: "Exits", verdict: .fallback(.exited)),
        Case(fixture: "UsesRefusedMemory", verdict: .fallback(.memory), budget: "memory=12MB"),
        Case(fixture: "CrashesInConstructor", verdict: .fallback(.crash)),
        Case(fixture: "RefusesToStart", verdict: .rejected(.entry)),
        Case(fixture: "WrongMajor", verdict: .rejected(.abi)),
    ]

    @Test(arguments: cases)
    func `gives the verdict and delivers once`(_ expected: Case) async throws {
        try await Self.check(expected)
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `an exception of C++ that says there is no memory is about memory`() async throws {
        try await Self.check(
            Case(fixture: "ThrowsBadAlloc", verdict: .fallback(.memory), budget: "memory=12MB")
        )
    }

    /// Runs a fixture once.
    static func check(_ expected: Case) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle(expected.fixture)
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply(expected.budget)
        options.budget = budget
        let delivered = Mutex<[(String?, Verdict)]>([])
        let report = try await host.run(try Workshop.push(), in: bundle, options: options) {
            content,
            verdict in
            delivered.withLock { $0.append((content?.title, verdict)) }
        }
        await host.shutdown()
        #expect(report.ending == expected.verdict, "\(report.explanation)")
        #expect(report.after.title == expected.title)
        if let strikes = expected.strikes { #expect(report.strikes == strikes) }
        let titles = delivered.withLock { $0.map(\.0) }
        #expect(titles == [expected.title])
    }

    @Test(arguments: [0, 1])
    func `the longest notification reaches its extension, and a longer one no worker`(
        excess: Int
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let host = try workshop.host()
        let frame = #"{"aps":{"alert":{"title":"before"},"mutable-content":1},"fill":""}"#
        let count = RunRequest.byteLimit - frame.utf8.count - "long".utf8.count - 6 + excess
        let fill = String(repeating: "x", count: count)
        let payload = try PushPayload.parse(
            Array(frame.replacing(#""fill":"""#, with: #""fill":"\#(fill)""#).utf8),
            limit: PayloadLimit(byteCount: RunRequest.byteLimit)
        )
        let report = try await host.run(.push(payload, identifier: "long"), in: bundle)
        await host.shutdown()
        #expect(
            report.ending == (excess == 0 ? .delivered(.completed) : .notCalled(.tooLong)),
            "\(report.explanation)"
        )
        #expect(report.after.title == (excess == 0 ? "changed" : "before"))
        #expect(report.explanation.contains("at most") == (excess > 0), "\(report.explanation)")
    }

    @Test func `tells why in one sentence`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let sentences = [
            ("Crashes", "It was ended by SIGSEGV."),
            ("Exits", "It ended its process with status 7."),
            ("CrashesInConstructor", "It was ended by SIGABRT while it was loaded."),
            (
                "RefusesToStart",
                "The extension could not be loaded: the key file is missing; put it into the bundle."
            ),
        ]
        for (fixture, sentence) in sentences {
            let bundle = try await workshop.bundle(fixture)
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.explanation == sentence)
        }
        await host.shutdown()
    }

    @Test func `does not call an extension that the payload does not ask for`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let payload = try PushPayload.parse(Array(#"{"aps":{"alert":"text"}}"#.utf8))
        let request = RunRequest.push(payload, identifier: "request-1")
        let report = try await host.run(request, in: try await workshop.bundle("Completes"))
        await host.shutdown()
        #expect(report.ending == .notCalled(.notMutable))
        #expect(report.timing == nil)
        #expect(report.explanation.contains("mutable-content"))
    }

    @Test func `goes on after a crash with a fresh worker`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let good = try await workshop.bundle("Completes")
        let bad = try await workshop.bundle("Crashes")
        for _ in 0..<5 {
            #expect(try await host.run(try Workshop.push(), in: good).isDelivered)
            #expect(try await host.run(try Workshop.push(), in: bad).ending == .fallback(.crash))
        }
        await host.shutdown()
    }

    @Test func `ends a run at its wall, not long after`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("wall=400ms")
        options.budget = budget
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("Sleeps"),
            options: options
        )
        await host.shutdown()
        let wall = try #require(report.timing).wallMilliseconds
        #expect(wall >= 400)
        // Generous: this machine is shared. Benchmarks/ has the number.
        #expect(wall < 5400)
    }
}
