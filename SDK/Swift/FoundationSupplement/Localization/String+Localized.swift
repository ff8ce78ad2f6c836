// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension String {
    /// Looks a text up by itself; the text where a bundle has no other.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text, which is its own key.
    ///   - table: The `.strings` file without its extension; `Localizable` when nil.
    ///   - bundle: Where to look; the main bundle when nil.
    ///   - locale: How numbers in it are written.
    ///   - comment: For whoever translates.
    public init(
        localized keyAndValue: String.LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        self = keyAndValue.text(table: table, bundle: bundle, locale: locale)
    }

    /// Looks a text up by a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The text where a bundle has none.
    ///   - table: The `.strings` file without its extension; `Localizable` when nil.
    ///   - bundle: Where to look; the main bundle when nil.
    ///   - locale: How numbers in it are written.
    ///   - comment: For whoever translates.
    public init(
        localized key: StaticString,
        defaultValue: String.LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        self = defaultValue.text(
            key: key.description,
            table: table,
            bundle: bundle,
            locale: locale
        )
    }

    /// Looks up a text that was described before.
    public init(localized resource: LocalizedStringResource) {
        self = resource.defaultValue.text(
            key: resource.key,
            table: resource.table,
            bundle: resource.bundle.found,
            locale: resource.locale
        )
    }
}
