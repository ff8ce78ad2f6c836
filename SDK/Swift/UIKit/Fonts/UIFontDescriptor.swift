// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What is known of a font, to make another one of.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uifontdescriptor
open class UIFontDescriptor: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: its stored property is a constant.

    /// Traits that a font may have.
    public struct SymbolicTraits: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt32

        /// Takes the bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Slanted.
        public static let traitItalic = SymbolicTraits(rawValue: 1)
        /// Heavy.
        public static let traitBold = SymbolicTraits(rawValue: 2)
        /// Wide.
        public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
        /// Narrow.
        public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
        /// With letters of one width.
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// Kinds of the system's font.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The usual one.
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// With round ends, which the host draws as the usual one.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        /// With serifs.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        /// With letters of one width.
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    let font: UIFont

    init(_ font: UIFont) {
        self.font = font
    }

    /// Describes the font of a kind of text.
    open class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle
    ) -> UIFontDescriptor {
        UIFontDescriptor(.preferredFont(forTextStyle: style))
    }

    /// Describes a font by its name.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(UIFont(name: fontName, size: size) ?? .systemFont(ofSize: size))
    }

    /// The font's name.
    open var postscriptName: String { font.fontName }
    /// The font's size in points.
    open var pointSize: CGFloat { font.pointSize }
    /// The font's traits.
    open var symbolicTraits: SymbolicTraits {
        var traits: SymbolicTraits = []
        if font.isItalic { traits.insert(.traitItalic) }
        if font.hostWeight >= 600 { traits.insert(.traitBold) }
        if font.isFixedWidth { traits.insert(.traitMonoSpace) }
        return traits
    }

    /// Describes the font with traits, and with none besides.
    open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        let weight: UIFont.Weight = symbolicTraits.contains(.traitBold) ? .bold : .regular
        let isMono = symbolicTraits.contains(.traitMonoSpace)
        let base: UIFont
        if isMono {
            base = .monospacedSystemFont(ofSize: pointSize, weight: weight)
        } else if font.familyName.hasPrefix(".") {
            base = .systemFont(ofSize: pointSize, weight: weight)
        } else {
            base = UIFont(font.familyName, family: font.familyName, size: pointSize, weight: weight)
        }
        guard symbolicTraits.contains(.traitItalic) else { return UIFontDescriptor(base) }
        let name = "\(base.fontName)Italic"
        return UIFontDescriptor(
            UIFont(name, family: base.familyName, size: pointSize, weight: weight)
        )
    }

    /// Describes the font of another kind of the system's.
    open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        switch design {
        case .monospaced:
            UIFontDescriptor(.monospacedSystemFont(ofSize: pointSize, weight: font.weight))
        case .serif:
            UIFontDescriptor(
                UIFont("Georgia", family: "Georgia", size: pointSize, weight: font.weight)
            )
        default: self
        }
    }

    /// Describes the font at another size.
    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
        UIFontDescriptor(font.withSize(newPointSize))
    }
}

extension UIFont {
    /// Takes a font by its description; at a size of 0 it has that of the description.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let font = descriptor.font
        self.init(
            font.fontName,
            family: font.familyName,
            size: pointSize > 0 ? pointSize : font.pointSize,
            weight: font.weight,
            hasDigitsOfOneWidth: font.hasDigitsOfOneWidth
        )
    }

    /// What is known of the font.
    public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(self) }
}
