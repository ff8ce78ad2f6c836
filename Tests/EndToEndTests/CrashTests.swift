// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A crash is described to the extension's author, and nothing the extension says about it counts.
@Suite(.timeLimit(.minutes(3)))
struct CrashTests {
    /// Runs a fixture with debug information, once.
    private static func run(
        _ fixture: String,
        flags: [String] = ["-g"],
        body: String = "text"
    ) async throws -> RunReport {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle(fixture, flags: flags)
        let host = try workshop.host()
        let payload =
            #"{"aps":{"alert":{"title":"before","body":"\#(body)"},"mutable-content":1}}"#
        let request = RunRequest.push(
            try PushPayload.parse(Array(payload.utf8)),
            identifier: "request-1"
        )
        let report = try await host.run(request, in: bundle)
        await host.shutdown()
        #expect(report.after.title == "before")
        return report
    }

    /// The functions of the frames, those without a name left out.
    private static func functions(_ crash: RunReport.Crash) -> [String] {
        crash.frames.compactMap(\.function)
    }

    @Test func `a write through null names function, file and line`() async throws {
        let report = try await Self.run("WritesThroughNull")
        #expect(report.ending == .fallback(.crash))
        let crash = try #require(report.crash)
        #expect(crash.signal == "SIGSEGV")
        #expect(crash.address == "0x10")
        #expect(crash.cause == "nothing is mapped at the address")
        #expect(crash.thread == "belfry-work")
        #expect(!crash.isStackOverflow)
        // It took none, and its libraries are not its own.
        #expect(try #require(report.usage?.kernelPeakByteCount) < 1 << 20)
        let names = crash.frames.prefix(3).map(\.function)
        #expect(names == ["scale", "make_thumbnail", "did_receive"])
        let first = try #require(crash.frames.first)
        #expect(first.module == "WritesThroughNull")
        #expect(first.offset.hasPrefix("0x"))
        #expect(first.file?.hasSuffix("/Fixtures/WritesThroughNull.c") == true)
        #expect(first.line == 13)
    }

    @Test func `a stripped library still gives module and offset, frame by frame`() async throws {
        let whole = try #require(try await Self.run("WritesThroughNull", flags: []).crash)
        let stripped = try #require(try await Self.run("WritesThroughNull", flags: ["-s"]).crash)
        let frames = stripped.frames.prefix(3)
        #expect(frames.map(\.module) == Array(repeating: "WritesThroughNull", count: 3))
        #expect(frames.map(\.function) == [nil, nil, nil])
        #expect(frames.map(\.line) == [nil, nil, nil])
        #expect(frames.map(\.offset) == whole.frames.prefix(3).map(\.offset))
    }

    @Test func `a jump to nowhere shows where it came from`() async throws {
        let crash = try #require(try await Self.run("JumpsNowhere").crash)
        #expect(crash.frames.first?.module == nil)
        #expect(crash.frames.first?.offset == "0x414141414000")
        #expect(Self.functions(crash).prefix(2) == ["call_nowhere", "did_receive"])
    }

    @Test func `a stack overflow is called one`() async throws {
        let report = try await Self.run("OverflowsStack")
        #expect(report.ending == .fallback(.crash))
        #expect(report.explanation == "It was ended by SIGSEGV: its stack overflowed.")
        let crash = try #require(report.crash)
        #expect(crash.isStackOverflow)
        #expect(crash.frames.count == 32)
        #expect(Set(Self.functions(crash)) == ["descend"])
    }

    @Test func `a stack overflow on a thread of its own is a crash without a description`()
        async throws
    {
        let report = try await Self.run("OverflowsOwnStack")
        #expect(report.ending == .fallback(.crash))
        #expect(report.evidence?.signal == "SIGSEGV")
        #expect(report.crash == nil)
    }

    @Test func `a heap that is found broken shows who freed`() async throws {
        let report = try await Self.run("SmashesHeap")
        #expect(report.ending == .fallback(.crash))
        let crash = try #require(report.crash)
        #expect(crash.signal == "SIGABRT")
        #expect(crash.address == nil)
        #expect(Self.functions(crash).contains("abort"))
        #expect(Self.functions(crash).contains("release"))
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `an exception of C++ shows who threw, by the name in the source`() async throws {
        let crash = try #require(try await Self.run("ThrowsException").crash)
        #expect(crash.signal == "SIGABRT")
        #expect(Self.functions(crash).contains("decrypt()"))
    }

    @Test func `a crash in a constructor is described before there is a table`() async throws {
        let report = try await Self.run("CrashesInConstructor")
        #expect(report.ending == .fallback(.crash))
        #expect(report.evidence?.phase == "starting")
        let crash = try #require(report.crash)
        let frame = try #require(crash.frames.first { $0.function == "crash" })
        #expect(frame.module == "CrashesInConstructor")
        #expect(frame.line == 7)
    }

    @Test func `a crash after the answer is told with its strike`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("CrashesAfterwards")
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.isDelivered)
        #expect(report.after.title == "changed")
        // A worker that crashes when it is kept already leaves that to the next report.
        let isTold = report.strikes == ["endedAfterCompletion"]
        #expect(isTold || report.strikes.isEmpty)
        #expect(report.crash?.signal == (isTold ? "SIGSEGV" : nil))
    }

    @Test func `a handler of the extension's own takes the description away, not the verdict`()
        async throws
    {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("LoopsInHandler")
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("cpu=200ms")
        options.budget = budget
        let report = try await host.run(try Workshop.push(), in: bundle, options: options)
        await host.shutdown()
        #expect(report.ending == .fallback(.cpu))
        #expect(report.crash == nil)
    }

    /// The letters that the fixture knows, each a lie that does not add up.
    @Test(arguments: ["m", "s", "r", "u", "w", "a", "k", "n"])
    func `a forged record that does not add up is left out`(lie: String) async throws {
        let report = try await Self.run("ForgesCrashRecord", body: lie)
        #expect(report.ending == .fallback(.crash))
        #expect(report.evidence?.signal == "SIGSEGV")
        #expect(report.crash == nil)
    }

    @Test func `a forged record that adds up opens no file and prints nothing raw`() async throws {
        let report = try await Self.run("ForgesCrashRecord", body: "plausible")
        #expect(report.ending == .fallback(.crash))
        let crash = try #require(report.crash)
        #expect(crash.address == "0xdead")
        #expect(crash.thread == "\\u{1B}[31mroot")
        #expect(crash.frames.allSatisfy { $0.function == nil && $0.file == nil })
    }
}
