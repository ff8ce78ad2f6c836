// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Testing

extension KitRow {
    /// What the fixtures of both kits do.
    static func shared(_ kit: Kit) -> [KitRow] {
        let fails = kit == .cpp ? "throws" : "panics"
        let delivered = "; the original is delivered"
        return [
            KitRow("completes", title: "changed"),
            KitRow(fails, log: ["did_receive \(kit.failed): no key\(delivered)"]),
            KitRow("answers on a thread", title: "changed"),
            KitRow("forgets", log: [kit.abandoned]),
            KitRow("uses what is gone", title: "changed"),
            KitRow(
                "is refused",
                log: [
                    "did_receive \(kit.refused): set_text: it is over a limit of the host (-4)"
                        + delivered
                ]
            ),
            // The log ends with the answer, which came first; the line may be in that of the next run.
            KitRow("\(fails) in a destructor", title: "changed", log: nil),
            KitRow(
                "crashes after a checkpoint",
                verdict: .delivered(.checkpoint),
                title: "best so far",
                log: nil
            ),
        ] + atTheEnd(kit, fails) + inReplies(kit, fails) + atPressures(kit, fails)
    }

    private static func atTheEnd(_ kit: Kit, _ fails: String) -> [KitRow] {
        let failed = "will_expire \(kit.failed): no best attempt"
        return [
            waiting("waits for the end", log: []),
            KitRow(
                "\(fails) at the end",
                verdict: .fallback(.timeout),
                budget: "wall=1500ms",
                log: [failed]
            ),
            KitRow(
                "\(fails) with the answer at the end",
                verdict: .delivered(.atExpiry),
                budget: "wall=1500ms",
                log: ["\(failed); the original is delivered"]
            ),
        ]
    }

    private static func inReplies(_ kit: Kit, _ fails: String) -> [KitRow] {
        let failed = "a reply of the centre \(kit.failed): no such answer"
        return [
            KitRow("asks the centre", title: "[]"),
            waiting("\(fails) in a reply", log: [failed]),
            KitRow(
                "\(fails) with the answer in a reply",
                log: ["\(failed); the original is delivered"]
            ),
        ]
    }

    private static func atPressures(_ kit: Kit, _ fails: String) -> [KitRow] {
        [
            // What is left of the budget is for a busy machine: the thread that is told has to come to run.
            KitRow(
                "\(fails) at a pressure",
                verdict: .fallback(.cpu),
                budget: "cpu=2s",
                log: ["cpu_pressure \(kit.failed): not so fast"]
            ),
            waiting(
                "\(fails) at a pressure of memory",
                log: ["memory_pressure \(kit.failed): not so much"]
            ),
        ]
    }

    /// What answers when the budget ends, with its best attempt.
    private static func waiting(_ does: String, log: [String]) -> KitRow {
        KitRow(
            does,
            verdict: .delivered(.atExpiry),
            title: "best attempt",
            budget: "wall=1500ms",
            log: log
        )
    }

    /// A notification that is not shown, where the manifest allows it.
    static var dropped: KitRow {
        KitRow("drops", verdict: Verdict(.dropped, reason: "duplicate"), title: nil)
    }

    /// Has a fixture read and set a field of each kind.
    static func checkFields(
        in bundle: ExtensionBundle,
        of workshop: borrowing Workshop
    ) async throws {
        let custom =
            #","does":"reads","deep":{"a \"b\" \u00fc":"\u2603\ud83d\ude00\n"},"list":[1,[2],-3],"#
            + #""yes":true"#
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(custom), in: bundle)
        await host.shutdown()
        #expect(report.after.title == "☃😀\n|1|-|-3|none|yes|\(bundle.manifest.identifier)")
        #expect(report.after.badge == 42)
        #expect(report.strikes.isEmpty)
        #expect(report.log.isEmpty, "\(report.log)")
    }
}
