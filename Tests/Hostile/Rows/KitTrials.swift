// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Testing

/// Row 132: whatever an extension by one of the kits does with exceptions, panics and completions
/// while it is shown, its session ends with a true verdict, and the log says what it was.
enum KitTrials {
    static let trials = all(.cpp) + all(.rust)

    private static func all(_ kit: Kit) -> [Trial] {
        let whileShown = [callbacks, destructors, threads, completions, late]
        return whileShown.flatMap { $0(kit) }.map(\.trial) + starts(kit)
    }

    private static func callbacks(_ kit: Kit) -> [KitTrial] {
        let noValue = Array(repeating: "a handler of a view \(kit.failed): no such value", count: 3)
        return [
            KitTrial(
                kit,
                "fails in receive",
                .stays,
                log: ["did_receive \(kit.failed): no such notification"]
            ),
            KitTrial(
                kit,
                "fails in media",
                .stays,
                log: ["media_play \(kit.failed): no film", "media_pause \(kit.failed): no pause"]
            ) { session in
                for isPlaying in [true, false] {
                    #expect(await session.perform(.media) == nil)
                    #expect(await session.checkOpen().isPlaying == isPlaying)
                }
            },
            KitTrial(
                kit,
                "fails in handlers",
                .stays,
                log: ["a handler of a view \(kit.failed): not today"] + noValue
            ) { session in
                let inputs: [ContentInput] = [
                    .tap(view: 3), .slide(view: 4, value: 30, isLast: true),
                    .toggle(view: 5, isOn: true), .edit(view: 6, text: "text"),
                ]
                for input in inputs {
                    #expect(await session.perform(input) == nil)
                    #expect(await session.checkOpen().label == "before")
                }
            },
            KitTrial(
                kit,
                "fails in a reply",
                .stays,
                log: ["a reply of the centre \(kit.failed): no such answer"]
            ) { session in
                #expect(await session.first { $0.label == "counted" } != nil)
            },
            KitTrial(
                kit,
                "fails after the answer",
                .stays,
                log: ["did_receive_response \(kit.failed): no such action"],
                KitTrial.accept
            ),
            KitTrial(
                kit,
                "fails at pressures",
                .stays,
                budget: "cpu=300ms",
                log: [
                    "memory_pressure \(kit.failed): not so much",
                    "cpu_pressure \(kit.failed): not so fast",
                ]
            ) { session in
                // The thread that was told may still be at its line.
                _ = await session.rested(within: .seconds(10).patient)
            },
        ]
    }

    private static func destructors(_ kit: Kit) -> [KitTrial] {
        [
            KitTrial(
                kit,
                "fails in a destructor",
                .stays,
                log: ["did_receive_response \(kit.failed): the file is not closed"],
                KitTrial.accept
            ),
            // Rust says where it was before it aborts, for which it reads its debug information.
            KitTrial(
                kit,
                "fails twice",
                .ends(.crash),
                budget: "memory=256MB",
                printed: "the file is not closed",
                KitTrial.accept
            ),
        ]
    }

    private static func threads(_ kit: Kit) -> [KitTrial] {
        [
            KitTrial(kit, "answers on a thread", .stays, KitTrial.accept),
            KitTrial(
                kit,
                "loses it on a thread",
                .forwards,
                log: [kit.abandonedResponse],
                KitTrial.accept
            ),
            // In Rust the thread ends alone.
            KitTrial(
                kit,
                "fails on a thread",
                kit == .cpp ? .ends(.crash) : .stays,
                printed: "on a thread"
            ),
        ]
    }

    private static func completions(_ kit: Kit) -> [KitTrial] {
        let failed = "did_receive_response \(kit.failed): no such action; the app gets the response"
        return [
            // Every answer in C++ is one by a completion that was moved twice, and used twice.
            KitTrial(kit, "answers", .stays, KitTrial.accept),
            KitTrial(kit, "forgets", .forwards, log: [kit.abandonedResponse], KitTrial.accept),
            KitTrial(kit, "fails with the answer", .forwards, log: [failed], KitTrial.accept),
            KitTrial(
                kit,
                "loses it in what it catches",
                .forwards,
                log: ["it goes on", kit.abandonedResponse],
                KitTrial.accept
            ),
            KitTrial(kit, "keeps the last one", .forwards, log: [kit.abandonedResponse]) {
                session in
                await KitTrial.accept(session)
                await KitTrial.accept(session)
            },
        ]
    }

    /// What is used when it is gone.
    private static func late(_ kit: Kit) -> [KitTrial] {
        let stale = "the handle is stale, or of another kind (-2)"
        let trials = [
            KitTrial(
                kit,
                "uses a view that is gone",
                .stays,
                log: ["did_receive \(kit.refused): set_text: \(stale)"],
                strikes: ["badHandle"]
            ),
            KitTrial(
                kit,
                "keeps the last one",
                detail: "too long",
                .ends(.timeout),
                budget: "wall=1500ms",
                KitTrial.accept
            ),
            // It answers when it is told that the notification is closed.
            KitTrial(kit, "keeps the last one", detail: "until the end", .closes) { session in
                await KitTrial.accept(session)
                #expect(await session.settled().phase == .answering(action: "accept"))
                #expect(await session.close().session?.appEvents == [])
                let lost = "the response to \"accept\" had no answer when it was closed"
                #expect(await session.snapshot().warnings == [lost])
            },
        ]
        // In Rust no response outlives its callback.
        guard kit == .cpp else { return trials }
        let reading = KitTrial(
            kit,
            "reads what is gone",
            .stays,
            log: ["a handler of a view threw: response_action: \(stale)"],
            strikes: ["badHandle"]
        ) { session in
            await KitTrial.accept(session)
            await session.checkOpen()
            #expect(await session.perform(.tap(view: 3)) == nil)
        }
        return trials + [reading]
    }

    // MARK: Starting

    private static func starts(_ kit: Kit) -> [Trial] {
        let refusal =
            "The extension could not be loaded: \(kit == .cpp ? "" : "start panicked: ")"
        let missing = "the key file is missing; put it into the bundle"
        let refused = [("FailsInStart", missing), ("FailsInDestructor", "the file is not closed")]
            .map { name, why in
                named(name, kit) { stage, bundle in
                    let report = try await stage.show(bundle) {
                        await $0.checkWithout([.rejected(.entry)], explanation: "\(refusal)\(why).")
                    }
                    #expect(report.ending == .rejected(.entry), "\(Trial.current)")
                }
            }
        let crashed = named("FailsTwice", kit) { stage, bundle in
            let report = try await stage.show(bundle, budget: "memory=256MB") {
                await $0.checkFallback(.crash)
            }
            let isPrinted = report.log.contains { $0.text.contains("the file is not closed") }
            #expect(isPrinted, "\(Trial.current): \(report.log)")
        }
        // In C++ every load throws.
        let loaded = named("FailsInLoad", kit) { stage, bundle in
            let report = try await stage.show(bundle) { await $0.checkOpen() }
            #expect(report.ending == .delivered(.completed), "\(Trial.current)")
            #expect(KitTrial.said(in: report).first == "load \(kit.failed): after the views")
        }
        return refused + [crashed, loaded]
    }

    /// Tries what an extension does by the end of its bundle's name.
    private static func named(
        _ name: String,
        _ kit: Kit,
        _ script: @escaping @Sendable (HostileStage, ExtensionBundle) async throws -> Void
    ) -> Trial {
        let name = "\(kit)\(name)"
        return Trial(name, nil, others: [kit.fixture]) { stage, _ in
            try await script(stage, try stage.contentBundle(name, kit.fixture))
        }
    }
}
