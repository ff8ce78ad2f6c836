// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import Logging
internal import Synchronization

/// What comes of what the user does with a notification that its content extension draws: responses
/// that the extension lets through are the app's, and one that it has closed leaves the list.
final class ViewOutcome: Sendable {
    private let sequence: Int
    private let actions: UserActions
    private let logger: Logger

    private struct State {
        /// How much of what the app was told it has got.
        var handedCount = 0
        var hasEnded = false
    }

    private let state = Mutex(State())

    init(of sequence: Int, _ actions: UserActions, _ logger: Logger) {
        self.sequence = sequence
        self.actions = actions
        self.logger = logger
    }

    /// Hands on what is new in a snapshot, once; snapshots come one after the other.
    func take(_ snapshot: ContentSnapshot) async {
        let (fresh, isEnd) = state.withLock { state in
            let fresh = snapshot.appEvents.dropFirst(state.handedCount)
            state.handedCount += fresh.count
            let isEnd = snapshot.phase == .closed && !state.hasEnded
            if isEnd { state.hasEnded = true }
            return (Array(fresh), isEnd)
        }
        do {
            for case .response(_, let action, let text) in fresh {
                let shown = snapshot.actions.first { $0.identifier == action }
                try await actions.forward(
                    action,
                    text: text,
                    of: sequence,
                    opensApp: shown?.options.contains(.foreground) ?? false
                )
            }
            // Closed without a word to the app, it has been dealt with all the same.
            if isEnd, fresh.isEmpty { try await actions.close(sequence) }
        } catch {
            logger.warning(
                "what a content extension has decided came to nothing",
                metadata: ["notification": "\(sequence)", "error": "\(error)"]
            )
        }
    }

    /// Whether the notification is in the list, and the device shows what it says.
    func isShown() async throws -> Bool {
        let sequence = sequence
        return try await actions.center.perform { turn in
            guard let entry = try turn.transaction.entry(sequence), entry.state.isDelivered,
                let app = try turn.transaction.app(entry.app)
            else { return false }
            return try !turn.hidesTexts(of: app)
        }
    }
}

extension Turn {
    /// Whether the device, as it is, hides what an app's notifications say.
    func hidesTexts(of app: CenterApp) throws -> Bool {
        app.settings.showPreviews.isHidden(by: try transaction.device().lock)
    }
}
