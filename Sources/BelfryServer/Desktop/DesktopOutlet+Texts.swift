// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import Logging
internal import Synchronization

/// Which texts the screen may have, as the device is.
extension DesktopOutlet {
    /// Has what is on the screen looked at again, since the device was locked or unlocked, or the user
    /// has set otherwise whose texts it hides.
    ///
    /// The log does not tell of either.
    func lookAgain() {
        state.withLock { $0.isDeviceNew = true }
        news.signal()
    }

    /// Tells the board whose texts the device hides, where that may have changed.
    func hideTexts() async {
        let apps: Set<String>? = state.withLock { state in
            guard state.isDeviceNew, !state.isClosed else { return nil }
            state.isDeviceNew = false
            return state.board.apps
        }
        guard let apps else { return }
        do {
            let hidden = try await center.perform { turn in
                try apps.filter { identifier in
                    guard let app = try turn.transaction.app(identifier) else { return false }
                    return try turn.hidesTexts(of: app)
                }
            }
            state.withLock { $0.board.hideTexts(of: hidden) }
        } catch {
            state.withLock { $0.isDeviceNew = true }
            logger.error("the desktop cannot hide texts", metadata: ["error": "\(error)"])
        }
    }
}
