// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryBenchmarks
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The page on performance has the targets of the code.
struct TargetPageTests {
    @Test func `the page has every target with its bounds, and no other`() throws {
        let page = Workshop.root.appendingPathComponent("Documentation/Performance.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Targets\n").dropFirst().first)
        let rows = section.components(separatedBy: "\n#")[0].split(separator: "\n").filter {
            $0.hasPrefix("| ")
        }
        let listed = rows.dropFirst().map {
            $0.components(separatedBy: " | ").prefix(2).joined(separator: " | ")
        }
        let targets = Target.all.map { target in
            let outcome = target.outcome(in: [])
            return "| \(outcome.title) | \(outcome.terms)"
        }
        #expect(listed == targets)
    }
}
