// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIFont {
    /// How heavy a font is.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// From -1 to 1; 0 is regular.
        public let rawValue: CGFloat

        /// Takes a number from -1 to 1.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The lightest.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Very light.
        public static let thin = Weight(rawValue: -0.6)
        /// Light.
        public static let light = Weight(rawValue: -0.4)
        /// Neither light nor heavy.
        public static let regular = Weight(rawValue: 0)
        /// A little heavy.
        public static let medium = Weight(rawValue: 0.23)
        /// Rather heavy.
        public static let semibold = Weight(rawValue: 0.3)
        /// Heavy.
        public static let bold = Weight(rawValue: 0.4)
        /// Very heavy.
        public static let heavy = Weight(rawValue: 0.56)
        /// The heaviest.
        public static let black = Weight(rawValue: 0.62)
    }

    /// What a text is for.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        /// The style's name.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A very large title.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A title.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A smaller title.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A still smaller title.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A heading.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// A smaller heading.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// Text.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// Text that stands out.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A note.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// A caption.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller caption.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    /// The size of text in controls.
    public class var systemFontSize: CGFloat { 14 }
    /// The size of small text in controls.
    public class var smallSystemFontSize: CGFloat { 12 }
    /// The size of labels.
    public class var labelFontSize: CGFloat { 17 }
    /// The size of buttons.
    public class var buttonFontSize: CGFloat { 18 }

    /// Returns the system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .regular)
    }

    /// Returns the system's font, as heavy as asked.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        let name = ".SFUI-\(weight.name)"
        return UIFont(name, family: ".AppleSystemUIFont", size: fontSize, weight: weight)
    }

    /// Returns the system's heavy font.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .bold)
    }

    /// Returns the system's slanted font.
    public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(".SFUI-RegularItalic", family: ".AppleSystemUIFont", size: fontSize)
    }

    /// Returns the system's font with digits of one width.
    public class func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(
            ".SFUI-\(weight.name)",
            family: ".AppleSystemUIFont",
            size: size,
            weight: weight,
            hasDigitsOfOneWidth: true
        )
    }

    /// Returns the system's font with letters of one width.
    public class func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        let name = ".SFMono-\(weight.name)"
        return UIFont(name, family: ".AppleSystemUIFontMonospaced", size: size, weight: weight)
    }

    /// Returns the font for a kind of text, at the size it has unless a user changed it.
    public class func preferredFont(
        forTextStyle style: TextStyle,
        compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont { preferredFont(forTextStyle: style) }

    /// Returns the font for a kind of text, at the size it has unless a user changed it.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let sizes: [TextStyle: CGFloat] = [
            .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17,
            .subheadline: 15, .body: 17, .callout: 16, .footnote: 13, .caption1: 12, .caption2: 11,
        ]
        return systemFont(
            ofSize: sizes[style] ?? labelFontSize,
            weight: style == .headline ? .semibold : .regular
        )
    }
}

extension UIFont.Weight {
    fileprivate var name: String {
        let names: [(UIFont.Weight, String)] = [
            (.ultraLight, "Ultralight"), (.thin, "Thin"), (.light, "Light"), (.regular, "Regular"),
            (.medium, "Medium"), (.semibold, "Semibold"), (.bold, "Bold"), (.heavy, "Heavy"),
        ]
        return names.first { rawValue <= $0.0.rawValue }?.1 ?? "Black"
    }
}
