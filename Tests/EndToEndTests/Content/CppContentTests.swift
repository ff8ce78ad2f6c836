// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Content extensions by `belfry.hpp`: they draw.
///
/// What can go wrong in one is row 132 of the hostile suite.
@Suite(
    .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
    .timeLimit(.minutes(2))
)
struct CppContentTests {
    /// What is in the log; the fixture's `stop` throws too, which may come after the log's end.
    private static func lines(of report: RunReport) -> [String] {
        report.log.map(\.text).filter { $0 != "stop threw: no goodbye" }
    }

    @Test func `an extension draws what it made before it threw, and is touched`() async throws {
        let stand = try await ContentStand("CppContent")
        let session = try await stand.host.open(try ContentStand.notification(), in: stand.bundle)
        #expect(await session.settled().label == "before")
        let note = await session.settled().tree.nodes.values.first {
            $0.texts[.text] == "no file"
        }
        #expect(note?.integers[.lineCount] == 2)
        #expect(note?.reals[.alpha] == 1)
        await session.checkControls()
        let report = await session.close()
        await stand.host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(
            Self.lines(of: report) == [
                "load threw: after the views", "a handler of a view threw: not today",
            ]
        )
    }
}
