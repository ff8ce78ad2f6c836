// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A text that is looked up when it is needed.
public struct LocalizedStringResource: Sendable, ExpressibleByStringInterpolation {
    /// Where the text is.
    public enum BundleDescription: Sendable {
        /// The extension's own bundle.
        case main
        /// That of a class.
        case forClass(AnyClass)
        /// That of a folder.
        case atURL(URL)

        var found: Bundle? {
            switch self {
            case .main: .main
            case .forClass(let type): Bundle(for: type)
            case .atURL(let url): Bundle(url: url)
            }
        }
    }

    /// The key of the text.
    public let key: String
    /// The text where a bundle has none.
    public let defaultValue: String.LocalizationValue
    /// The `.strings` file without its extension; `Localizable` when nil.
    public let table: String?
    /// How numbers in it are written.
    public var locale: Locale

    let bundle: BundleDescription

    /// Describes a text by a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The text where a bundle has none.
    ///   - table: The `.strings` file without its extension; `Localizable` when nil.
    ///   - locale: How numbers in it are written.
    ///   - bundle: Where the text is.
    ///   - comment: For whoever translates.
    public init(
        _ key: StaticString,
        defaultValue: String.LocalizationValue,
        table: String? = nil,
        locale: Locale = .current,
        bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        self.key = key.description
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    /// Describes a text that is its own key.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text.
    ///   - table: The `.strings` file without its extension; `Localizable` when nil.
    ///   - locale: How numbers in it are written.
    ///   - bundle: Where the text is.
    ///   - comment: For whoever translates.
    public init(
        _ keyAndValue: String.LocalizationValue,
        table: String? = nil,
        locale: Locale = .current,
        bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        key = keyAndValue.key
        defaultValue = keyAndValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    /// Takes a text without values.
    public init(stringLiteral value: String) {
        self.init(String.LocalizationValue(value))
    }

    /// Takes a text with values.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
}
