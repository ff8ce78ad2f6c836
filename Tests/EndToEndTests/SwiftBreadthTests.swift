// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What files written for iOS take for granted, all in one extension.
@Suite(.timeLimit(.minutes(3)))
struct SwiftBreadthTests {
    @Test func `what iOS has without a question is here, and what it may refuse is refused`()
        async throws
    {
        let workshop = try Workshop()
        let build = try await ToolBuild(fixture: "SwiftBreadth", in: workshop.folder)
        #expect(build.warnings.contains("StoreKit is not offered here, so its import is left out"))
        #expect(build.warnings.contains("SwiftUI is not offered here, so its import is left out"))

        let bundle = try ExtensionBundle(at: build.path)
        let host = try workshop.host()
        for run in 1...2 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            let expected = [
                "directory: /Library", "same: true", "directory: /Documents", "same: true",
                "caches: /Library/Caches", "defaults: true", "xml: tower bell", "rows: \(run)",
                "digest: 16", "contacts: 100", "location: true", "played: true",
            ]
            let lines = report.after.body.split(separator: "\n").map(String.init)
            #expect(lines == expected, "\(report.reason): \(report.explanation)")
        }
        await host.shutdown()
    }
}
