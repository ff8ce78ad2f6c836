// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Calls that the header does not allow: errors and strikes, and never another's harm.
@Suite(.timeLimit(.minutes(2)))
struct MisuseTests {
    static let cases: [VerdictTests.Case] = [
        VerdictTests.Case(fixture: "FloodsHandles", verdict: .fallback(.abuse), strikes: nil),
        VerdictTests.Case(fixture: "CopiesMillions", verdict: .delivered(.completed), title: "64"),
        VerdictTests.Case(
            fixture: "CallsInStart",
            verdict: .delivered(.completed),
            title: "refused"
        ),
        VerdictTests.Case(
            fixture: "CompletesTogether",
            verdict: .delivered(.completed),
            title: "changed",
            strikes: nil
        ),
        VerdictTests.Case(
            fixture: "CallsFromManyThreads",
            verdict: .delivered(.completed),
            title: "changed"
        ),
        VerdictTests.Case(
            fixture: "HoldsLock",
            verdict: .fallback(.timeout),
            budget: "wall=1200ms"
        ),
        VerdictTests.Case(
            fixture: "CompletesInSignalHandler",
            verdict: .delivered(.completed),
            title: "changed"
        ),
        VerdictTests.Case(fixture: "NoDidReceive", verdict: .rejected(.descriptor)),
        VerdictTests.Case(fixture: "HugeTable", verdict: .rejected(.descriptor)),
        VerdictTests.Case(
            fixture: "ChangesTables",
            verdict: .delivered(.completed),
            title: "changed"
        ),
        VerdictTests.Case(
            fixture: "LoosensItself",
            verdict: .delivered(.completed),
            title: "4 refused"
        ),
        VerdictTests.Case(
            fixture: "WrongArguments",
            verdict: .delivered(.completed),
            title: "10 right"
        ),
    ]

    @Test(arguments: cases)
    func `misuse has its verdict and delivers once`(_ expected: VerdictTests.Case) async throws {
        try await VerdictTests.check(expected)
    }

    @Test(arguments: ["released", "request", "next", "byHandle"])
    func `answering with a wrong handle delivers the original as abuse`(
        _ kind: String
    )
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(#","kind":"\#(kind)""#),
            in: try await workshop.bundle("WrongHandles")
        )
        await host.shutdown()
        #expect(report.ending == .fallback(.abuse))
        #expect(report.strikes == ["badHandle"])
        #expect(report.after.title == "before")
    }

    @Test func `each request finds its surroundings as start left them`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Surroundings")
        for round in 0..<3 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.after.title == "as it was", "\(report.explanation)")
            #expect(report.timing?.isWarm == (round > 0))
        }
        await host.shutdown()
    }

    @Test func `a completion of an older request never answers a newer one`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("CompletesOlder")
        for strikes in [[], ["secondCompletion"]] {
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.after.title == "changed")
            #expect(report.strikes == strikes)
        }
        await host.shutdown()
    }

    @Test func `an extension hears that its CPU time is nearly spent`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("cpu=1s")
        options.budget = budget
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("HearsCPUPressure"),
            options: options
        )
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.after.title == "told in time")
    }

    /// ABI-9: what was built against 1.0 runs on every 1.x host.
    @Test(
        arguments: [
            ("Completes", "changed", .delivered(.completed)),
            ("CompletesByHandle", "changed", .delivered(.completed)),
            ("CompletesAtExpiry", "best attempt", .delivered(.atExpiry)),
            ("Attaches", "with a picture", .delivered(.completed)),
            ("UsesMemory", "before", .fallback(.memory)),
        ] as [(String, String, Verdict)]
    )
    func `an extension built with the headers of 1.0 runs as it did`(
        _ fixture: String,
        _ title: String,
        _ verdict: Verdict
    ) async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let headers = "Tests/EndToEndTests/Fixtures/abi-1.0"
        let bundle = try await workshop.bundle(fixture, headers: headers)
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("wall=3s,memory=12MB")
        options.budget = budget
        let report = try await host.run(try Workshop.push(), in: bundle, options: options)
        await host.shutdown()
        #expect(report.ending == verdict, "\(report.explanation)")
        #expect(report.after.title == title)
    }
}
