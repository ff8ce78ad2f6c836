// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Glibc
internal import Testing

/// Row 125: directories that cannot be counted; the report says which, and why.
extension DiskTrials {
    static let hider = Fixture.named("125-hides-what-it-keeps")

    /// How a directory can be hidden from the count, and what the report says of it.
    private static let ways = [
        ("closed", #"the host may not list "inner/closed" in it; make directories with mode 0700"#),
        ("deep", "in it lies deeper than 32 levels; keep files in fewer levels"),
        ("name", #"a name in "inner" in it is not UTF-8; give files names in UTF-8"#),
    ]

    static let hidden = ways.flatMap { way, cause in
        [
            Trial("\(way), and works on", hider) { stage, bundle in
                try await hide(way, cause, bundle, on: stage, stays: true)
            },
            Trial("\(way), at its end", hider) { stage, bundle in
                try await hide(way, cause, bundle, on: stage, stays: false)
            },
        ]
    }

    /// Hides a directory; the next run can write again.
    private static func hide(
        _ way: String,
        _ cause: String,
        _ bundle: ExtensionBundle,
        on stage: HostileStage,
        stays: Bool
    ) async throws {
        var settings = settings
        settings.payload = #","how":"\#(way)","stays":"\#(stays ? "yes" : "no")""#
        let outcome = try await stage.run(bundle, act: "spoil", settings)
        guard stage.keepsFiles else { return nothing.check(outcome) }
        // Root can list any directory.
        guard way != "closed" || geteuid() != 0 else {
            return Expectation.delivered(answers: ["closed": ["ok"]]).check(outcome)
        }
        let verdict: Verdict = stays ? .fallback(.output) : .delivered(.completed)
        Expectation(verdicts: [verdict], strikes: ["storageLimit"]).check(outcome)
        let sentence = "its own directory cannot be counted, as "
        let excess = outcome.report.storage?.folders.first?.excess ?? "nothing"
        #expect(excess.hasPrefix(sentence) && excess.hasSuffix(cause), "\(excess)")
        if stays {
            #expect(outcome.report.explanation.contains(excess), "\(outcome.report.explanation)")
        }
        let next = try await stage.run(bundle)
        Expectation.delivered(answers: ["writable": ["1"]]).check(next)
        #expect(next.report.storage?.folders.first?.excess == nil)
    }
}
