// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How long the daemon waits for apps, and how often it tries.
struct AppPatience: Sendable {
    /// How long a program that was started in the background has after it was given something, and a
    /// process that the daemon did not start until it is believed to come back.
    var background = Duration.seconds(30)

    /// How long a program that is asked to end has until it is killed.
    var ending = Duration.seconds(5)

    /// How long an app in front has to say how a notification is shown.
    var asking = Duration.seconds(5)

    /// How long what an app is to be asked waits for it to listen, when the daemon begins.
    var grace = Duration.seconds(2)

    /// The same where an earlier daemon has left processes, which have to find the new one.
    var returning = Duration.seconds(10)

    /// How long after its process has gone an app is looked after again.
    var settling = Duration.seconds(1)

    /// How long whoever opens an app waits for it to listen.
    var opening = Duration.seconds(3)

    /// When a program that has not listened is started for the second time; twice as late each
    /// further time.
    var restart = Duration.seconds(5)

    /// How often a program is started that never listens.
    var startLimit = 5
}
