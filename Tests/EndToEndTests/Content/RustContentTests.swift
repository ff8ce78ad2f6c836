// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Content extensions by `belfry-extension`: they draw, and a panic ends neither session nor response.
@Suite(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)), .timeLimit(.minutes(5)))
struct RustContentTests {
    /// What the kit has logged; the fixture's `stop` panics too, which may come after the log's end.
    private static func lines(of report: RunReport) -> [String] {
        report.log.filter { $0.source == .error }.map(\.text)
            .filter { $0 != "stop panicked: no goodbye" }
    }

    @Test func `an extension draws what it made before it failed, and is touched`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
        let session = try await stand.host.open(
            try ContentStand.notification(),
            in: stand.bundle,
            options: try ContentStand.options("stay")
        )
        #expect(await session.settled().label == "before")
        #expect(await session.perform(.tap(view: 3)) == nil)
        #expect(await session.perform(.slide(view: 4, value: 30, isLast: true)) == nil)
        #expect(await session.settled().label == "hot")
        #expect(await session.perform(.toggle(view: 5, isOn: true)) == nil)
        #expect(await session.settled().label == "on")
        #expect(await session.perform(.edit(view: 6, text: "☃")) == nil)
        #expect(await session.settled().label == "☃")
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(
            Self.lines(of: report) == [
                "load failed: after the views", "a handler of a view panicked: not today",
            ]
        )
    }

    @Test func `a handler that releases its own view runs to its end`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        #expect(await session.settled().tree.nodes.count == 8)
        #expect(await session.perform(.tap(view: 8)) == nil)
        #expect(await session.settled().label == "released")
        #expect(await session.settled().tree.nodes.count == 7)
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.log.map(\.text).contains("the handler is dropped"))
    }

    @Test func `a panic in any callback leaves the session open`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
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
                "load failed: after the views", "did_receive panicked: no such notification",
                "media_play panicked: no film", "media_pause panicked: no pause",
            ]
        )
    }

    @Test func `a pressure of memory reaches an extension that is busy`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
        let session = try await stand.host.open(
            try ContentStand.notification("fills"),
            in: stand.bundle
        )
        #expect(await session.settled().label == "freed")
        #expect(await session.snapshot().phase == .open)
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.log.map(\.text).contains("memory_pressure panicked: not so much"))
    }

    @Test func `a panic at a pressure of CPU time changes nothing`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
        let session = try await stand.host.open(
            try ContentStand.notification("burns"),
            in: stand.bundle,
            options: try ContentStand.options(budget: "cpu=300ms")
        )
        #expect(await session.first { $0.fallback != nil }?.fallback == .fallback(.cpu))
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.log.map(\.text).contains("cpu_pressure panicked: not so fast"))
    }

    @Test func `a panic in load leaves the session open with what is drawn`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("PanicsInLoad", library: library)
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        #expect(await session.settled().label == "before")
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.log.map(\.text).contains("load panicked: after the views"))
    }

    @Test func `a panic in start is why the extension is refused`() async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("PanicsInStart", library: library)
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        let snapshot = await session.first { $0.fallback != nil }
        #expect(snapshot?.fallback == .rejected(.entry))
        let why = "start panicked: the key file is missing; put it into the bundle."
        #expect(snapshot?.explanation?.hasSuffix(why) == true, "\(snapshot?.explanation ?? "")")
        await session.close()
        await stand.host.shutdown()
    }

    @Test(arguments: [
        ("answers", false), ("late", false), ("throws", true), ("forgets", true),
        ("panics in a destructor", false), ("panics on a thread", true),
    ])
    func `a response is answered once, and forwarded where the extension fails`(
        _ action: String,
        _ isForwarded: Bool
    ) async throws {
        let library = try await RustFixture.built.library("RustContent")
        let stand = try ContentStand("RustContent", library: library)
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
            "the response's completion was dropped without an answer: the app gets the response"
        #expect(report.log.map(\.text).contains(abandoned) == isForwarded)
    }
}
