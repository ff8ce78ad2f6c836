// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Content extensions by `belfry.hpp`: they draw, and an exception ends neither session nor response.
@Suite(.timeLimit(.minutes(2)))
struct CppContentTests {
    /// What is in the log; the fixture's `stop` throws too, which may come after the log's end.
    private static func lines(of report: RunReport) -> [String] {
        report.log.map(\.text).filter { $0 != "stop threw: no goodbye" }
    }

    @Test func `an extension draws what it made before it threw, and is touched`() async throws {
        let stand = try await ContentStand("CppContent", flags: ContentStand.cpp)
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("stay")
        )
        #expect(await session.settled().label == "before")
        let note = await session.settled().tree.nodes.values.first {
            $0.texts[.text] == "no file"
        }
        #expect(note?.integers[.lineCount] == 2)
        #expect(note?.reals[.alpha] == 1)
        #expect(await session.perform(.tap(view: 3)) == nil)
        #expect(await session.perform(.slide(view: 4, value: 30, isLast: true)) == nil)
        #expect(await session.settled().label == "hot")
        #expect(await session.perform(.toggle(view: 5, isOn: true)) == nil)
        let isOn = await session.settled().label
        #expect(isOn == "on")
        #expect(await session.perform(.edit(view: 6, text: "☃")) == nil)
        #expect(await session.settled().label == "☃")
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(
            Self.lines(of: report) == [
                "load threw: after the views", "a handler of a view threw: not today",
            ]
        )
    }

    @Test func `an exception in any callback leaves the session open`() async throws {
        let stand = try await ContentStand("CppContent", flags: ContentStand.cpp)
        let session = try await stand.host.open(
            try ContentStand.notification("throws"),
            in: stand.bundle
        )
        #expect(await session.settled().label == "before")
        #expect(await session.perform(.media) == nil)
        #expect(await session.settled().isPlaying)
        #expect(await session.perform(.media) == nil)
        #expect(await session.settled().isPlaying == false)
        #expect(await session.snapshot().phase == .open)
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(
            Self.lines(of: report) == [
                "load threw: after the views", "did_receive threw: no such notification",
                "media_play threw: no film", "media_pause threw: no pause",
            ]
        )
    }

    @Test(arguments: [
        ("burns", "cpu=300ms", Verdict.fallback(.cpu), "cpu_pressure threw: not so fast"),
        ("fills", "wall=2s", .fallback(.timeout), "memory_pressure threw: not so much"),
    ])
    func `an exception at a pressure changes nothing`(
        _ words: String,
        _ budget: String,
        _ verdict: Verdict,
        _ line: String
    ) async throws {
        let stand = try await ContentStand("CppContent", flags: ContentStand.cpp)
        let session = try await stand.host.open(
            try ContentStand.notification(words),
            in: stand.bundle,
            options: try ContentStand.options(budget: budget)
        )
        #expect(await session.first { $0.fallback != nil }?.fallback == verdict)
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.log.map(\.text).contains(line), "\(report.log)")
    }

    @Test func `an exception on a thread of its own ends the extension alone`() async throws {
        let stand = try await ContentStand("CppContent", flags: ContentStand.cpp)
        let action = "throws on a thread"
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options(action)
        )
        _ = await session.settled()
        #expect(await session.perform(.action(action, text: nil)) == nil)
        let snapshot = await session.first { $0.fallback != nil }
        #expect(snapshot?.fallback == .fallback(.crash))
        await session.close()
        await stand.host.shutdown()
    }

    @Test func `what a constructor throws is why the extension is refused`() async throws {
        let flags = ContentStand.cpp + ["-DTHROWS_IN_CONSTRUCTOR"]
        let stand = try await ContentStand("CppContent", flags: flags)
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        let snapshot = await session.first { $0.fallback != nil }
        #expect(snapshot?.fallback == .rejected(.entry))
        let why = "the key file is missing; put it into the bundle."
        #expect(snapshot?.explanation?.hasSuffix(why) == true, "\(snapshot?.explanation ?? "")")
        await session.close()
        await stand.host.shutdown()
    }

    @Test(arguments: [
        ("answers", false), ("late", false), ("throws", true), ("forgets", true),
        ("throws in a destructor", false),
    ])
    func `a response is answered once, and forwarded where the extension fails`(
        _ action: String,
        _ isForwarded: Bool
    ) async throws {
        let stand = try await ContentStand("CppContent", flags: ContentStand.cpp)
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options(action)
        )
        _ = await session.settled()
        #expect(await session.perform(.action(action, text: nil)) == nil)
        let phase: ContentSnapshot.Phase = isForwarded ? .closed : .open
        #expect(await session.first { $0.phase == phase } != nil)
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.session?.appEvents.map(\.action) == (isForwarded ? [action] : []))
        #expect(report.strikes.isEmpty)
        let abandoned =
            "the response's completion was destroyed without an answer: the app gets the response"
        #expect(report.log.map(\.text).contains(abandoned) == isForwarded)
    }
}
