// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension NotificationContent {
    /// Whether a text of it comes from the app's string tables.
    package var isLocalized: Bool {
        titleLocalization != nil || subtitleLocalization != nil || bodyLocalization != nil
    }

    /// Puts the tables' texts in the place of those that were made from their keys.
    ///
    /// A literal text that stands beside a key stays.
    ///
    /// - Parameter format: Finds a key's format for its arguments; nil where no table has the key.
    package mutating func localize(_ format: (LocalizedText) -> String?) {
        Self.localize(&title, titleLocalization, format)
        Self.localize(&subtitle, subtitleLocalization, format)
        Self.localize(&body, bodyLocalization, format)
    }

    private static func localize(
        _ text: inout String,
        _ localization: LocalizedText?,
        _ format: (LocalizedText) -> String?
    ) {
        guard let localization, text == localization.formatted else { return }
        guard let format = format(localization), format.utf8.count <= LocalizedText.byteLimit
        else { return }
        text = localization.filled(into: format)
    }
}
