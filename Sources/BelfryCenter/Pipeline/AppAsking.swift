// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Asks apps in front how their notifications are to be shown.
package protocol AppAsking: Sendable {
    /// Asks an app, on the centre's thread, and returns without waiting.
    ///
    /// The answer is given with ``Turn/answerPresentation(of:by:_:)``, whatever becomes of the app. The
    /// questions to an app are answered in the order in which they were asked.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - sequence: The notification.
    func ask(_ app: String, about sequence: Int)
}

/// What an app in front says to a notification.
package enum ForegroundAnswer: Equatable, Sendable {
    /// It is shown there, and nowhere for none.
    case surfaces(Set<Surface>)

    /// The app has not answered in time: nothing is shown.
    case late

    /// The app does not listen: what holds is what the app is known to show in front. One of which
    /// nothing is known does not run, and is not in front.
    case unreachable
}
