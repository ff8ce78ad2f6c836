// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension String {
    /// Returns the user's words for a key of the bundle's `Localizable` table, arguments put in.
    ///
    /// On Apple's systems the key and the arguments travel on, and become words when the notification
    /// is shown. Here they do at once, in the language the user has now; for an extension that is the
    /// same run.
    ///
    /// - Parameters:
    ///   - key: The key in `Localizable.strings` or `Localizable.xcstrings`; also the format where no
    ///     table has it.
    ///   - arguments: What takes the place of `%@`, `%d`, `%2$@` and their like.
    /// - Returns: The words.
    public static func localizedUserNotificationString(
        forKey key: String,
        arguments: [Any]?
    ) -> String {
        let strings = BundleStrings.ofExtension()
        return LocalizedFormat(strings.text(forKey: key) ?? key).filled(with: arguments ?? [])
    }
}

extension NSString {
    /// Returns the user's words for a key of the bundle's `Localizable` table, arguments put in.
    ///
    /// - Parameters:
    ///   - key: The key in `Localizable.strings` or `Localizable.xcstrings`; also the format where no
    ///     table has it.
    ///   - arguments: What takes the place of `%@`, `%d`, `%2$@` and their like.
    /// - Returns: The words.
    public class func localizedUserNotificationString(
        forKey key: String,
        arguments: [Any]?
    ) -> String {
        String.localizedUserNotificationString(forKey: key, arguments: arguments)
    }
}
