// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Writes a person's name, such as `Anna Lind`.
///
/// Foundation on Linux has the parts of a name and not this class. Names in Chinese, Japanese or
/// Korean letters, and Hungarian and Vietnamese ones by the locale, begin with the family's.
open class PersonNameComponentsFormatter: Formatter {
    /// How much of a name is written.
    public enum Style: Int, Sendable {
        /// As usual: the given name and the family's.
        case `default` = 0
        /// The nickname, or the given name.
        case short = 1
        /// The given name and the family's.
        case medium = 2
        /// All of it.
        case long = 3
        /// The first letters.
        case abbreviated = 4
    }

    /// Additional choices, of which there are none.
    public struct Options: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Takes the bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The name is written as it is pronounced.
        ///
        /// - Note: Without effect: names are written by their letters.
        public static let phonetic = Self(rawValue: 2)
    }

    /// How much is written.
    open var style = Style.default
    /// Whose order of names it is, where the letters do not tell.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var locale: Locale! = .current

    /// Writes a name.
    open func string(from components: PersonNameComponents) -> String {
        let (given, family) = (components.givenName, components.familyName)
        let isFamilyFirst = isFamilyFirst(components)
        switch style {
        case .short: return components.nickname ?? given ?? family ?? ""
        case .default, .medium:
            return joined(isFamilyFirst ? [family, given] : [given, family], isFamilyFirst)
        case .long:
            let (middle, prefix, suffix) =
                (components.middleName, components.namePrefix, components.nameSuffix)
            return joined(
                isFamilyFirst
                    ? [prefix, family, middle, given, suffix]
                    : [prefix, given, middle, family, suffix],
                isFamilyFirst
            )
        case .abbreviated:
            let letters = (isFamilyFirst ? [family, given] : [given, family]).compactMap(\.?.first)
            return String(letters).uppercased(with: locale)
        }
    }

    /// Writes a name in a style.
    open class func localizedString(
        from components: PersonNameComponents,
        style nameFormatStyle: Style,
        options nameOptions: Options = []
    ) -> String {
        let formatter = PersonNameComponentsFormatter()
        formatter.style = nameFormatStyle
        return formatter.string(from: components)
    }

    /// Writes a name; nil for anything else.
    open override func string(for obj: Any?) -> String? {
        (obj as? PersonNameComponents).map(string)
    }

    private func joined(_ parts: [String?], _ isFamilyFirst: Bool) -> String {
        let parts = parts.compactMap { $0 }.filter { !$0.isEmpty }
        let hasNoSpaces = isFamilyFirst && parts.allSatisfy { isIdeographic($0) }
        return parts.joined(separator: hasNoSpaces ? "" : " ")
    }

    private func isFamilyFirst(_ components: PersonNameComponents) -> Bool {
        let text = (components.familyName ?? "") + (components.givenName ?? "")
        if isIdeographic(text) { return true }
        return ["hu", "vi"].contains(locale.language.languageCode?.identifier)
    }

    private func isIdeographic(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            scalar.properties.isIdeographic || (0xAC00...0xD7A3).contains(scalar.value)
        }
    }
}
