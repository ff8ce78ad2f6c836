// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// Row 13: what was checked is what is run, whatever becomes of the file meanwhile.
enum ReplacedTrials {
    private static let first = Fixture.named("13-replaced-while-loaded")
    private static let other = Fixture.named("13-replaced-while-loaded", "other")

    static let all: [Trial] = [
        Trial("by another file", first, others: [other]) { stage, bundle in
            let replacement = try Data(
                contentsOf: stage.shelf.appendingPathComponent(other.library)
            )
            let original = try Data(contentsOf: URL(fileURLWithPath: bundle.libraryPath))
            for round in 0..<8 {
                async let outcome = stage.run(bundle, RunSettings(fresh: true))
                // Atomic: written beside it and renamed over it, somewhere in its start.
                try await Task.sleep(for: .milliseconds(round * 8))
                try replacement.write(
                    to: URL(fileURLWithPath: bundle.libraryPath),
                    options: .atomic
                )
                let report = try await outcome.report
                #expect(report.isDelivered, "\(report.explanation)")
                #expect(["first", "other"].contains(report.after.title))
                try original.write(to: URL(fileURLWithPath: bundle.libraryPath), options: .atomic)
            }
        },
        Trial("in place", first, others: [other]) { stage, bundle in
            async let outcome = stage.run(bundle)
            try await stage.untilRunning(bundle)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: bundle.libraryPath))
            let bytes = try Data(contentsOf: stage.shelf.appendingPathComponent(other.library))
            try file.write(contentsOf: bytes)
            try file.close()
            checkOverwritten(try await outcome)
        },
        Trial("by nothing", first) { stage, bundle in
            async let outcome = stage.run(bundle)
            try await stage.untilRunning(bundle)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: bundle.libraryPath))
            try file.truncate(atOffset: 0)
            try file.close()
            checkOverwritten(try await outcome)
        },
    ]

    /// Who may write into the file is who may replace it before: what runs is then theirs, in its
    /// sandbox, and a copy that cannot change would count against the memory budget.
    private static func checkOverwritten(_ outcome: Outcome) {
        #expect([.delivered(.completed), .fallback(.crash)].contains(outcome.verdict))
        #expect(outcome.deliveries.count == 1)
    }
}
