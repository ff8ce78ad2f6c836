// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// A thread that does nothing but wake up: how late it does is what no watch over budgets can be
/// better than on this machine.
enum BareSleeper {
    /// How many milliseconds a thread of ordinary priority sleeps past 5 ms.
    static func lateness() async -> Double {
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
