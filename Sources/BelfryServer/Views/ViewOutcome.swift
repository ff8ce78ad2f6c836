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

        /// Whether the user has done something with the view.
        var isUsed = false

        /// Hands on the snapshot that was given last; the next one comes after it.
        var last: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    /// After what time it is tried again on a full disk.
    private static let retryDelay = Duration.seconds(1)

    init(of sequence: Int, _ actions: UserActions, _ logger: Logger) {
        self.sequence = sequence
        self.actions = actions
        self.logger = logger
    }

    /// Notes that the user does something with the view.
    ///
    /// Until then the extension cannot have the notification dealt with: it would be gone from the list as
    /// soon as the user opens it, and the app would be told that the user had acted.
    func noteUse() {
        state.withLock { $0.isUsed = true }
    }

    /// Hands on what is new in a snapshot, once; where the disk is full, as soon as it is not.
    func take(_ snapshot: ContentSnapshot) async {
        do {
            try await handOn(snapshot)
        } catch let error as CenterError where error.isPassing {
            // Not a part of the caller's task: the page may be closed before there is room.
            Task {
                while true {
                    try await Task.sleep(for: Self.retryDelay)
                    do {
                        return try await handOn(snapshot)
                    } catch let error as CenterError where error.isPassing {}
                }
            }
        } catch {
            logger.warning(
                "what a content extension has decided came to nothing",
                metadata: ["notification": "\(sequence)", "error": "\(error)"]
            )
        }
    }

    /// Hands on what is new in a snapshot, once, and returns when that is committed.
    ///
    /// - Throws: ``CenterError``; where that is passing, what was not handed on can be later.
    func handOn(_ snapshot: ContentSnapshot) async throws {
        let task = state.withLock { state in
            let task = Task { [last = state.last] in
                _ = await last?.result
                try await handOnNext(snapshot)
            }
            state.last = task
            return task
        }
        try await task.value
    }

    private func handOnNext(_ snapshot: ContentSnapshot) async throws {
        let isUsed = state.withLock(\.isUsed)
        let fresh = snapshot.appEvents.dropFirst(state.withLock(\.handedCount))
        guard isUsed else {
            guard !fresh.isEmpty else { return }
            state.withLock { $0.handedCount = snapshot.appEvents.count }
            logger.warning(
                "a content extension acted before the user did anything; the app is not told",
                metadata: ["notification": "\(sequence)"]
            )
            return
        }
        for case .response(_, let action, let text) in fresh {
            let shown = snapshot.actions.first { $0.identifier == action }
            do {
                try await actions.forward(
                    action,
                    text: text,
                    of: sequence,
                    opensApp: shown?.options.contains(.foreground) ?? false
                )
            } catch let error as CenterError where error.isPassing {
                throw error
            } catch {
                // What can never be handed on is tried once.
                state.withLock { $0.handedCount += 1 }
                throw error
            }
            state.withLock { $0.handedCount += 1 }
        }
        let isEnd = state.withLock { snapshot.phase == .closed && !$0.hasEnded }
        guard isEnd else { return }
        // Closed without a word to the app, it has been dealt with all the same.
        try await actions.close(sequence)
        state.withLock { $0.hasEnded = true }
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
        app.hidesTexts(on: try transaction.device())
    }
}
