// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What Foundation calls by a selector: timers, notifications, calls that are put off.
@Suite(.timeLimit(.minutes(3)))
struct SelectorTests {
    @Test func `timers, notifications and put-off calls reach the methods that selectors name`()
        async throws
    {
        let workshop = try Workshop()
        let build = try await ToolBuild(fixture: "SwiftSelectors", in: workshop.folder)
        #expect(build.warnings.isEmpty)

        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try ExtensionBundle(at: build.path)
        )
        await host.shutdown()
        // Observers are called in no order of their own.
        let expected = [
            "heard 2", "answers true false", "word", "valid false", "later kept",
            "tick 5", "tick 5",
        ]
        let lines = report.after.body.split(separator: "\n").map(String.init)
        #expect(Set(lines.prefix(2)) == ["plain", "heard 1"], "\(lines)")
        #expect(lines.dropFirst(2) == expected[...], "\(report.reason): \(report.explanation)")
        let missing = "perform(missing:) called nothing: NotificationService has no method missing:"
        let isTold = report.log.contains {
            $0.source == .error && $0.text.hasPrefix(missing)
                && $0.text.contains("found none of this name in the extension's sources")
        }
        #expect(isTold, "\(report.log)")
    }
}
