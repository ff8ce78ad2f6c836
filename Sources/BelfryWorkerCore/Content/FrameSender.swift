// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

/// Sends what has changed of the views, whichever thread finds that it is time.
final class FrameSender: Sendable {
    private let views: ViewRegistry
    private let send: @Sendable (WorkerEvent) -> Void

    /// Held from taking changes to having sent them: the host applies them in the order they come.
    private let turn = Mutex(())

    init(views: ViewRegistry, send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.views = views
        self.send = send
    }

    /// Lays out, and sends what the host does not know yet.
    func show() {
        turn.withLock { _ in
            for frame in views.takeFrames() { send(.content(frame)) }
        }
        for warning in views.takeWarnings() { send(.log(level: 2, text: warning)) }
    }

    /// Sends an event, and before one that may close the notification what was drawn for it to be seen.
    func sendInOrder(_ event: WorkerEvent) {
        switch event {
        case .content(.answered), .content(.dismiss), .content(.performDefaultAction): show()
        default: break
        }
        send(event)
    }
}
