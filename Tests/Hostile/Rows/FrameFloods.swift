// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Synchronization
internal import Testing

/// Row 103: whoever draws too fast is looked at less often, and keeps nobody waiting.
enum FrameFloods {
    static let trials = ["changes", "frames", "looks", "forged"].map { act in
        Trial(drawing: act, .named("103-draws-far-too-fast")) { stage, bundle in
            let report = try await stage.show(bundle, act: act, budget: "cpu=30s") { session in
                await session.checkOpen()
                let seen = Mutex(0)
                let begin = ContinuousClock.now
                async let watching: Void = {
                    for await _ in await session.snapshots() { seen.withLock { $0 += 1 } }
                }()
                while ContinuousClock.now - begin < .seconds(2) {
                    let good = try await stage.checkGood()
                    #expect(good.latency < .seconds(2).patient, "\(good.latency) beside \(act)")
                }
                if act != "forged" { await checkTap(session, beside: act) }
                await session.close()
                await watching
                let seconds = Double((ContinuousClock.now - begin).components.seconds + 1)
                let count = seen.withLock { $0 }
                // Frames are counted; what else changes is handed on once in a turn of the host's.
                let most = act == "looks" ? 2000.0 : 250
                #expect(Double(count) < seconds * most, "\(act): \(count) in \(seconds) s")
                #expect(count > 30, "\(act): \(count) snapshots")
            }
            #expect(report.ending == .delivered(.completed))
            #expect(report.strikes.allSatisfy { $0 == "flood" }, "\(report.strikes)")
        }
    }

    /// A worker that keeps its word has room for it between frames; one whose threads write to the
    /// socket themselves only takes its own.
    private static func checkTap(_ session: ContentSession, beside act: String) async {
        let begin = ContinuousClock.now
        #expect(await session.perform(.tap(view: 3)) == nil)
        await session.checkOpen()
        let wait = ContinuousClock.now - begin
        // Who is kept waiting by the flood waits for as long as it lasts, which is until the end.
        #expect(wait < .seconds(10).patient, "a tap beside \(act) took \(wait)")
    }
}
