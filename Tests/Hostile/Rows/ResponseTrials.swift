// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Rows 104 to 106: answers that come more than once, never, or unasked.
enum ResponseTrials {
    // MARK: Twice

    static let twice = [
        ("once-more", 1...1), ("for-long", 16...16), ("earlier", 1...1), ("threads", 8...8),
        ("forged", 1...1), ("no-option", 1...1),
    ].map { act, strikes in
        Trial(drawing: act, .named("104-answers-twice")) { stage, bundle in
            let report = try await stage.show(bundle, act: act) { session in
                for _ in 0..<(act == "earlier" ? 2 : 1) {
                    await session.checkOpen()
                    #expect(await session.perform(.action("accept", text: nil)) == nil)
                }
                let snapshot = await session.checkOpen()
                #expect(snapshot.appEvents == [])
                #expect(snapshot.actions.map(\.identifier) == ["accept"])
            }
            #expect(report.ending == .delivered(.completed))
            #expect(report.strikes.allSatisfy { $0 == "secondCompletion" }, "\(report.strikes)")
            #expect(strikes.contains(report.strikes.count), "\(act): \(report.strikes.count)")
            let responses = report.session?.responses ?? []
            #expect(responses.allSatisfy { $0.option == "doNotDismiss" })
            #expect(responses.count == (act == "earlier" ? 2 : 1))
        }
    }

    // MARK: Never

    private static let call = "did_receive_response to the action \"accept\""

    static let never = [
        ("", "The completion of \(call) was not called within 2 s."),
        ("draws", "The completion of \(call) was not called within 2 s."),
        ("hangs", "\(call) did not return within 2 s."),
    ].map { act, explanation in
        Trial(drawing: act, .named("105-never-answers")) { stage, bundle in
            let report = try await stage.show(bundle, act: act, budget: "wall=2s") { session in
                await session.checkOpen()
                #expect(await session.perform(.action("accept", text: nil)) == nil)
                await session.checkFallback(.timeout, explanation: explanation)
                let warnings = await session.snapshot().warnings
                #expect(
                    warnings == [
                        "the response to \"accept\" had no answer; it can be given again"
                    ]
                )
            }
            #expect(report.ending == .fallback(.timeout))
        }
    }

    // MARK: Unasked

    static let unasked =
        ["first", "zero", "last", "returned", "completed", "unknown"].map { act in
            Trial(drawing: act, .named("106-answers-what-was-not-asked")) { stage, bundle in
                try await stage.show(bundle, act: act) { session in
                    await session.checkOpen()
                    #expect(await session.perform(.tap(view: 3)) == nil)
                    await session.checkFallback(.protocol)
                }
            }
        } + [
            Trial(drawing: "ahead", .named("106-answers-what-was-not-asked")) { stage, bundle in
                try await stage.show(bundle, act: "ahead") { session in
                    await session.checkOpen()
                    #expect(await session.perform(.action("accept", text: nil)) == nil)
                    await session.checkFallback(.protocol)
                }
            },
            Trial(
                drawing: "before it is loaded",
                .named("106-answers-what-was-not-asked", "early")
            ) { stage, bundle in
                try await stage.show(bundle) { await $0.checkFallback(.protocol) }
            },
            Trial(
                "as a service",
                .named("106-draws-as-a-service"),
                .fallback(.protocol)
            ),
        ]
}
