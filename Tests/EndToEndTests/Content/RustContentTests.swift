// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Content extensions by `belfry-extension`: they draw.
///
/// What can go wrong in one is row 132 of the hostile suite.
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
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        #expect(await session.settled().label == "before")
        await session.checkControls()
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
}
