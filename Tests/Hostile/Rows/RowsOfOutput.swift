// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

extension HostileRow {
    /// L: abuse of what is delivered.
    static let output: [HostileRow] = [
        HostileRow(89, "writes far too much", OutputTrials.large),
        HostileRow(90, "writes bad text", OutputTrials.texts),
        HostileRow(91, "writes bad numbers", OutputTrials.numbers),
        HostileRow(
            92,
            "changes fixed fields",
            [
                Trial(
                    "by every key",
                    .named("92-changes-fixed-fields"),
                    Expectation.delivered(answers: ["accepted": ["0"]]).and { outcome in
                        #expect(outcome.report.request == "request-1")
                    }
                ),
                Trial(
                    "past its worker",
                    .named("92-changes-fixed-fields"),
                    .fallback(.protocol),
                    act: "forged"
                ),
            ]
        ),
        HostileRow(93, "attaches too much", AttachmentTrials.large),
        HostileRow(94, "attaches what is elsewhere", AttachmentTrials.elsewhere),
        HostileRow(95, "lies about types", AttachmentTrials.types),
        HostileRow(96, "names files badly", AttachmentTrials.names),
        HostileRow(97, "floods its log", ["", "output", "one-line", "for-ever"].map(logFlood)),
        HostileRow(98, "hides the notification", hiding),
        HostileRow(128, "piles up combining marks", MarkTrials.trials),
    ]

    private static func logFlood(_ act: String) -> Trial {
        Trial(act.isEmpty ? "by the host" : act, .named("97-floods-its-log")) { stage, bundle in
            let wall = act == "for-ever" ? "1s" : "60s"
            async let flooding = stage.run(bundle, act: act, RunSettings("wall=\(wall),cpu=20s"))
            for _ in 0..<5 {
                let good = try await stage.checkGood()
                #expect(good.latency < .seconds(2).patient, "\(good.latency) beside a flood")
            }
            let outcome = try await flooding
            #expect(outcome.deliveries.count == 1)
            let verdict: Verdict = act == "for-ever" ? .fallback(.timeout) : .delivered(.completed)
            #expect(outcome.verdict == verdict, "\(outcome.report.explanation)")
            let bytes = outcome.report.log.reduce(0) { $0 + $1.text.utf8.count }
            #expect(bytes <= 64 * 1024)
            #expect(outcome.report.droppedLogLines > 0)
        }
    }

    private static let hiding =
        ["set", "clear"].map {
            Trial($0, .named("98-hides-the-notification"), .fallback(.output), act: $0)
        } + [
            Trial(
                "with the right to",
                .named("98-hides-the-notification"),
                .delivered(""),
                manifest: { ["Filtering": true] }
            )
        ]
}
