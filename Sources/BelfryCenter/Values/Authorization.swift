// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user lets an app do, and whether the user was asked.
package struct Authorization: Codable, Equatable, Sendable {
    /// Apple's states.
    package enum Status: String, Codable, Sendable, CaseIterable {
        case notDetermined, denied, authorized, provisional

        /// That of an App Clip for a time after each launch. It is never stored: ``status(at:)`` has it.
        case ephemeral
    }

    /// The launch of an App Clip that may notify without asking, and what it brings.
    package struct Launch: Codable, Equatable, Sendable {
        /// What tells a launch from others: which start of the machine, and how much later its process
        /// began, in the kernel's clock ticks.
        package struct Moment: Codable, Equatable, Sendable {
            package var boot: String
            package var tick: UInt64

            package init(boot: String, tick: UInt64) {
                self.boot = boot
                self.tick = tick
            }

            /// Whether it is another launch than one that is known, and not an earlier one.
            ///
            /// Of two processes of an app that take turns the later one counts, and counts once.
            func follows(_ known: Moment) -> Bool { boot != known.boot || tick > known.tick }
        }

        /// Which launch it is.
        package var moment: Moment

        /// When the app may notify no more, by the centre's clock.
        package var until: UnixTime
    }

    /// What an app asks for.
    package enum Option: String, Codable, Sendable, CaseIterable {
        case badge, sound, alert, carPlay, criticalAlert, providesAppNotificationSettings
        case provisional, announcement, timeSensitive
    }

    /// Where the app stands by what the user and the app have said; ``status(at:)`` is what counts.
    package var status: Status

    /// What the app asked for the last time that it was asked or granted something.
    package var options: Set<Option>

    /// Whether a question waits for the user's answer.
    package var isAsking: Bool

    /// The last launch of an App Clip about which the user has said nothing; nil for every other app.
    package var launch: Launch?

    package init(
        status: Status = .notDetermined,
        options: Set<Option> = [],
        isAsking: Bool = false
    ) {
        self.status = status
        self.options = options
        self.isAsking = isAsking
    }

    /// Where the app stands at a time.
    ///
    /// Apple says that an App Clip may notify "for up to 8 hours after each launch", that this is on by
    /// default, and that what the user answers to a question of the app's overrides it
    /// (https://developer.apple.com/documentation/appclip/enabling-notifications-in-app-clips). It does
    /// not say what the status is when the time is over; here it is then what it would be without.
    package func status(at now: UnixTime) -> Status {
        guard status == .notDetermined, let launch, now < launch.until else { return status }
        return .ephemeral
    }

    /// Whether the app may notify at all at a time.
    package func mayNotify(at now: UnixTime) -> Bool {
        [.authorized, .provisional, .ephemeral].contains(status(at: now))
    }

    /// Whether the app's settings have what an option asks for.
    ///
    /// An app that has named nothing, as one that the user allowed before it asked, has what every app
    /// may have.
    package func brings(_ option: Option) -> Bool {
        options.isSubset(of: [.provisional]) || options.contains(option)
    }
}
