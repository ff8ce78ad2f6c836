// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import Testing

extension HostileRow {
    /// M: abuse of what is drawn.
    static let views: [HostileRow] = [
        HostileRow(99, "draws huge trees", hugeTrees),
        HostileRow(100, "places views nowhere", placesNowhere),
        HostileRow(101, "draws cycles", cycles),
        HostileRow(102, "draws markup", [MarkupTrial.trial]),
        HostileRow(103, "draws far too fast", FrameFloods.trials),
        HostileRow(104, "answers twice", ResponseTrials.twice),
        HostileRow(105, "never answers", ResponseTrials.never),
        HostileRow(106, "answers what was not asked", ResponseTrials.unasked),
        HostileRow(107, "shows what is no picture", PictureTrials.trials),
        HostileRow(108, "fails while it is shown", FailureTrials.trials),
        HostileRow(132, "fails by a kit while it is shown", KitTrials.trials),
    ]

    private static let hugeTrees =
        [
            drawn("99-draws-huge-trees", "views", ["made": ["1021"], "status": Refused.limit]),
            drawn("99-draws-huge-trees", "depth", ["depth": ["64"], "status": Refused.limit]),
            drawn(
                "99-draws-huge-trees",
                "texts",
                ["written": ["26"], "status": Refused.limit, "single": Refused.limit]
            ),
            drawn(
                "99-draws-huge-trees",
                "constraints",
                ["made": ["4096"], "status": Refused.limit]
            ),
        ]
        + ["forged-views", "forged-depth", "forged-texts", "forged-text", "forged-parts"].map {
            forged("99-draws-huge-trees", $0, .output)
        }

    private static let placesNowhere =
        [
            drawn(
                "100-places-views-nowhere",
                "functions",
                Refused.all(["nan", "infinity", "minus-infinity"], ["12"])
                    .merging(["taken": ["nothing"]]) { first, _ in first }
            )
        ]
        + ["nan", "infinity"].flatMap { number in
            ["frame", "transform", "property", "size", "media"].map {
                forged("100-places-views-nowhere", "\(number)-\($0)", .protocol)
            }
        }

    private static let cycles =
        [
            drawn(
                "101-draws-cycles",
                "functions",
                Refused.all(
                    [
                        "itself", "child", "descendant", "root", "root-itself", "arranged",
                        "around",
                    ],
                    Refused.argument
                ).merging(Refused.all(["placed", "below"], Refused.no)) { first, _ in first }
            )
        ]
        + ["itself", "ring", "root", "nobody", "again", "twice", "removal"].map {
            forged("101-draws-cycles", "forged-\($0)", .protocol)
        }

    /// What the worker's own table refuses: the notification stays open.
    private static func drawn(
        _ fixture: String,
        _ act: String,
        _ answers: [String: Set<String>]
    ) -> Trial {
        Trial(drawing: act, .named(fixture)) { stage, bundle in
            let report = try await stage.show(bundle, act: act) { session in
                let snapshot = await session.checkOpen(answers)
                #expect(snapshot.tree.nodes.count <= 1024)
                #expect(await session.perform(.tap(view: 3)) == nil)
                await session.checkOpen()
            }
            #expect(report.ending == .delivered(.completed))
            #expect(report.strikes.isEmpty, "\(Trial.current): \(report.strikes)")
        }
    }

    /// What goes past the worker: it ends.
    private static func forged(
        _ fixture: String,
        _ act: String,
        _ reason: Verdict.Fallback
    ) -> Trial {
        Trial(drawing: act, .named(fixture)) { stage, bundle in
            try await stage.show(bundle, act: act) { await $0.checkFallback(reason) }
        }
    }
}
