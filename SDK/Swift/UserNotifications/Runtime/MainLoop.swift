// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The extension's main loop, on the worker's first thread.
enum MainLoop {
    /// Serves `DispatchQueue.main`, `RunLoop.main` and `@MainActor` for the life of the process.
    ///
    /// `RunLoop.run()` returns at once from a loop with nothing to wait for. A timer that never
    /// fires gives it something, without ever waking it.
    static func run() {
        let anchor = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.main.add(anchor, forMode: .default)
        RunLoop.main.run()
    }
}
