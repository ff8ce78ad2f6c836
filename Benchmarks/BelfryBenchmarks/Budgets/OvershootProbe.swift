// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// Runs an extension that exceeds a budget, again and again.
struct OvershootProbe {
    private let kind: Overshoot.Kind
    private let host: ExtensionHost
    private let bundle: ExtensionBundle
    private let budget: Budget

    init(kind: Overshoot.Kind, folder: String, host: ExtensionHost) throws {
        self.kind = kind
        self.host = host
        bundle = try ExtensionBundle(at: "\(folder)/\(kind.bundleName).appex")
        var budget = Budget()
        try budget.apply(kind.budget)
        self.budget = budget
    }

    /// Measures.
    ///
    /// - Parameters:
    ///   - rounds: How many runs.
    ///   - isBusy: Whether every core has something else to do; noted, not made.
    /// - Returns: The results.
    /// - Throws: ``BenchmarkError`` when a run ends otherwise than by its budget.
    func measure(_ rounds: Int, isBusy: Bool) async throws -> Overshoot {
        var values: [Double] = []
        var limits: [Double] = []
        for _ in 0..<rounds {
            values.append(try await measureOnce())
            limits.append(await Self.sleepLateness())
        }
        return Overshoot(kind: kind, isBusy: isBusy, values: values, limits: limits)
    }

    /// How often a run is repeated that could not begin.
    private static let startAttempts = 20

    private func measureOnce() async throws -> Double {
        var options = ExtensionHost.RunOptions()
        options.budget = budget
        options.isFresh = true
        let push = try PushPayload.parse(
            Array(#"{"aps":{"alert":"text","mutable-content":1}}"#.utf8)
        )
        let request = RunRequest.push(push, identifier: "budget")
        var report = try await host.run(request, in: bundle, options: options)
        // A busy machine: it was not loaded in the time that its run has, so it exceeded nothing.
        for _ in 0..<Self.startAttempts where report.reason == "startTimeout" {
            report = try await host.run(request, in: bundle, options: options)
        }
        guard kind.reasons.contains(report.reason), let excess = kind.excess(of: report, budget)
        else {
            throw BenchmarkError(
                "\(kind.bundleName) ended by \(report.reason): \(report.explanation)"
            )
        }
        return excess
    }

    /// How many milliseconds a thread of ordinary priority sleeps past 5 ms.
    private static func sleepLateness() async -> Double {
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try SystemThread.start(named: "sleeper") {
                    let end = MonotonicTime.now + .milliseconds(5)
                    var time = timespec(
                        tv_sec: Int(end.nanoseconds / 1_000_000_000),
                        tv_nsec: Int(end.nanoseconds % 1_000_000_000)
                    )
                    unsafe _ = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
                    continuation.resume(returning: (MonotonicTime.now - end).milliseconds)
                }
            } catch {
                continuation.resume(returning: .nan)
            }
        }
    }
}
