// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A place or a way in which a notification comes to the user's notice.
package enum Surface: String, Codable, Sendable, CaseIterable {
    case banner, lockScreen, list, sound, badge

    /// The screen of a car, and the voice that reads it aloud.
    case carPlay, announcement
}

/// Where a notification is shown, how, and by which rules.
package struct Presentation: Codable, Equatable, Sendable {
    package var surfaces: Set<Surface>

    /// Whether the text is hidden, and the category's placeholder stands in the body's place.
    package var hidesPreview = false

    /// Whether a locked screen lights up.
    package var lightsScreen = false

    /// The sound that is played, after the rules about length and existence; nil for silence.
    package var sound: String?

    /// The volume of a critical sound from 0 to 1, as its sender wants it; nil for the user's.
    package var volume: Double?

    /// The rules that changed something, in the order in which they were applied.
    package var rules: [String] = []

    package init(surfaces: Set<Surface> = []) {
        self.surfaces = surfaces
    }
}
