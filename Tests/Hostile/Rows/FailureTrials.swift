// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

/// Row 108: whatever callback an extension fails in, the notification is there without it.
enum FailureTrials {
    private static let ways: [(String, Verdict.Fallback)] = [
        ("crash", .crash), ("hang", .timeout), ("exit", .exited), ("spin", .cpu),
    ]

    static let trials = loading + receiving + handling + responding

    private static let loading = ways.prefix(3).map { way, reason in
        Trial(drawing: "\(way) in load", .named("108-fails-while-it-is-shown", way)) {
            stage,
            bundle in
            try await show(bundle, on: stage, act: "") { await $0.checkFallback(reason) }
        }
    }

    private static let receiving = ways.map { way, reason in
        trial("\(way) in receive") { await $0.checkFallback(reason) }
    }

    private static let handling = ways.map { way, reason in
        trial("\(way) in handler") { session in
            await session.checkOpen()
            #expect(await session.perform(.tap(view: 3)) == nil)
            await session.checkFallback(reason)
        }
    }

    /// Before and after the answer: what was answered is not the app's, and can be given again.
    private static let responding = ways.flatMap { way, reason in
        ["response", "answer"].map { place in
            trial("\(way) in \(place)") { session in
                await session.checkOpen()
                #expect(await session.perform(.action("accept", text: nil)) == nil)
                await session.checkFallback(reason)
                let warnings = await session.snapshot().warnings
                #expect(warnings.count == (place == "response" ? 1 : 0), "\(warnings)")
            }
        }
    }

    private static func trial(
        _ act: String,
        _ body: @escaping @Sendable (ContentSession) async -> Void
    ) -> Trial {
        Trial(drawing: act, .named("108-fails-while-it-is-shown")) { stage, bundle in
            try await show(bundle, on: stage, act: act, body)
        }
    }

    private static func show(
        _ bundle: ExtensionBundle,
        on stage: HostileStage,
        act: String,
        _ body: @escaping @Sendable (ContentSession) async -> Void
    ) async throws {
        let report = try await stage.show(bundle, act: act, budget: "wall=4s,cpu=300ms", body)
        #expect(report.verdict == .fallback, "\(Trial.current)")
        #expect(report.session?.appEvents.map(\.action) == ["accept"], "\(Trial.current)")
    }
}
