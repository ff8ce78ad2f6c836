// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// Signals that wait until somebody takes them (man 7 signal).
package enum HeldSignals {
    /// Keeps signals from this thread and from those that it starts; called before there are others, it
    /// keeps them from the process.
    ///
    /// One that comes meanwhile is not lost: it waits for a signalfd(2), which Dispatch's sources are.
    /// Programs that the process starts have to be given an empty mask.
    ///
    /// - Parameter signals: Their numbers.
    package static func hold(_ signals: [Int32]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
