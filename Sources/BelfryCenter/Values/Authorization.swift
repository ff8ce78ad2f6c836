// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user lets an app do, and whether the user was asked.
package struct Authorization: Codable, Equatable, Sendable {
    /// Apple's states; an App Clip's is absent.
    package enum Status: String, Codable, Sendable, CaseIterable {
        case notDetermined, denied, authorized, provisional
    }

    /// What an app asks for.
    package enum Option: String, Codable, Sendable, CaseIterable {
        case badge, sound, alert, carPlay, criticalAlert, providesAppNotificationSettings
        case provisional, announcement, timeSensitive
    }

    /// Where the app stands.
    package var status: Status

    /// What the app asked for the last time that it was asked or granted something.
    package var options: Set<Option>

    /// Whether a question waits for the user's answer.
    package var isAsking: Bool

    package init(
        status: Status = .notDetermined,
        options: Set<Option> = [],
        isAsking: Bool = false
    ) {
        self.status = status
        self.options = options
        self.isAsking = isAsking
    }

    /// Whether the app may notify at all.
    package var mayNotify: Bool { status == .authorized || status == .provisional }

    /// Whether the app's settings have what an option asks for.
    ///
    /// An app that has named nothing, as one that the user allowed before it asked, has what every app
    /// may have.
    package func brings(_ option: Option) -> Bool {
        options.isSubset(of: [.provisional]) || options.contains(option)
    }
}
