// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Synchronization

/// One process of an app that listens.
final class AppSession: Sendable {
    let app: String

    /// The process's number, for messages.
    let process: Int32

    /// Has an element when there may be something for the app.
    let signals: AsyncStream<Void>

    private let continuation: AsyncStream<Void>.Continuation
    private let given = Mutex<ContinuousClock.Instant?>(nil)

    init(app: String, process: Int32) {
        self.app = app
        self.process = process
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// When it was given something last; nil for never.
    var lastGiven: ContinuousClock.Instant? { given.withLock(\.self) }

    /// Whether it was given anything.
    var hasGiven: Bool { lastGiven != nil }

    func noteGiven() {
        given.withLock { $0 = .now }
    }

    func signal() {
        continuation.yield()
    }

    func end() {
        continuation.finish()
    }
}

/// Something that an app is told, and that is gone with the daemon.
struct AppNotice: Sendable {
    /// Such as `settings`.
    let kind: String
    let object: JSONObject
}

/// A notification about which an app in front is asked.
struct AppQuestion: Sendable {
    let app: String
    let sequence: Int

    /// Whether the app's process was told.
    var isTold = false
}
