// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The way to the main thread, on which everything that is shown lives.
package enum MainThread {
    /// Does something on the main thread and waits for it; at once where this is it.
    ///
    /// The host calls on its UI thread, while the main thread serves the extension's main loop
    /// (`bf.mainloop/1`).
    package static func run<Result: Sendable>(
        _ body: @MainActor @Sendable () -> Result
    ) -> Result {
        if Thread.isMainThread {
            return MainActor.assumeIsolated(body)
        }
        return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
    }
}
