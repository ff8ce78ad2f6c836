// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What looks at each notification of each program before it is shown.
package protocol NotificationHook: Sendable {
    /// Begins to look at a notification; returns without waiting.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - answer: Takes what becomes of it, once, on any thread. An answer that comes too late has no
    ///     effect.
    func look(
        at notification: InterceptedNotification,
        _ answer: @escaping @Sendable (HookAnswer) -> Void
    )
}

/// A notification on its way from a program to the server.
package struct InterceptedNotification: Sendable {
    /// What tells it from others; a newer one of the same number has the same.
    package let identifier: String

    /// What it says.
    package let content: NotificationContent

    /// The picture that its program has sent; nil for none.
    package let picture: SenderPicture?
}

/// What becomes of the picture that a program has sent.
package enum PictureChange: Equatable, Sendable {
    /// It stays as the program has sent it.
    case kept

    /// Nothing is shown in its place.
    case dropped

    /// Another one is shown in its place, or where there was none.
    case replaced(DesktopPicture)
}

/// What becomes of a notification.
package struct HookAnswer: Sendable {
    /// What is shown.
    package enum Decision: Sendable {
        /// The notification as it came.
        case original

        /// Another content, and what becomes of the program's picture.
        case changed(NotificationContent, PictureChange)

        /// Nothing.
        case dropped
    }

    /// What is shown.
    package let decision: Decision

    /// The verdict about the run and its reason's code, as reports say them.
    package let verdict: String
    package let reason: String

    /// What is said of a notification that no answer changes.
    static func passed(_ reason: String) -> HookAnswer {
        HookAnswer(.original, verdict: "passed", reason: reason)
    }

    package init(_ decision: Decision, verdict: String, reason: String) {
        self.decision = decision
        self.verdict = verdict
        self.reason = reason
    }
}
