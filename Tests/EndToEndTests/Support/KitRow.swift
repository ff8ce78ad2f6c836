// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// One thing that a fixture in C++ or Rust does with a notification, and what must come of it.
struct KitRow: Sendable {
    /// What the fixture is told to do.
    let does: String
    let verdict: Verdict?
    /// What is delivered; nil for nothing.
    let title: String?
    let budget: String
    /// The lines of the log; nil where they are not the kit's.
    let log: [String]?
    let strikes: [String]

    init(
        _ does: String,
        verdict: Verdict? = .delivered(.completed),
        title: String? = "before",
        budget: String = "",
        log: [String]? = [],
        strikes: [String] = []
    ) {
        self.does = does
        self.verdict = verdict
        self.title = title
        self.budget = budget
        self.log = log
        self.strikes = strikes
    }

    /// Runs rows one after another in one host, so that each finds what the one before has left.
    static func check(
        _ rows: [KitRow],
        in bundle: ExtensionBundle,
        of workshop: borrowing Workshop
    ) async throws {
        let host = try workshop.host()
        for row in rows { try await row.check(in: bundle, host) }
        await host.shutdown()
    }

    private func check(in bundle: ExtensionBundle, _ host: ExtensionHost) async throws {
        var options = ExtensionHost.RunOptions()
        var combined = Budget()
        try combined.apply(budget)
        options.budget = combined
        let delivered = Mutex<[String?]>([])
        let push = try Workshop.push(#","does":"\#(does)""#)
        let report = try await host.run(push, in: bundle, options: options) { content, _ in
            delivered.withLock { $0.append(content?.title) }
        }
        #expect(
            report.ending == verdict,
            "\(does): \(report.explanation) \(report.log)"
        )
        #expect(delivered.withLock { $0 } == [title], "\(does)")
        #expect(report.strikes == strikes, "\(does)")
        guard let log else { return }
        // What a panic prints besides is Rust's.
        let lines = report.log.filter { ![.host, .output].contains($0.source) }.map(\.text)
        #expect(lines == log, "\(does)")
    }
}
