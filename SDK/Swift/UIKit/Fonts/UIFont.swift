// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A font, as far as a name and sizes go: the host draws text.
///
/// Metrics are those of a sans-serif font of the size, near Apple's.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UIFont: NSObject, NSCopying, @unchecked Sendable {
    /// The font's name.
    public let fontName: String
    /// The name of its family.
    public let familyName: String
    /// Its size in points.
    public let pointSize: CGFloat
    /// How heavy it is.
    let weight: Weight
    /// Whether digits have one width.
    let hasDigitsOfOneWidth: Bool

    init(
        _ fontName: String,
        family: String,
        size: CGFloat,
        weight: Weight = .regular,
        hasDigitsOfOneWidth: Bool = false
    ) {
        self.fontName = fontName
        familyName = family
        pointSize = size > 0 ? size : Self.systemFontSize
        self.weight = weight
        self.hasDigitsOfOneWidth = hasDigitsOfOneWidth
        super.init()
    }

    /// Takes a font by its name, whichever that is; nil for an empty one.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        let family = fontName.split(separator: "-").first.map(String.init) ?? fontName
        let isBold = fontName.lowercased().contains("bold")
        self.init(fontName, family: family, size: fontSize, weight: isBold ? .bold : .regular)
    }

    /// How far letters rise above the line.
    open var ascender: CGFloat { pointSize * 0.952 }
    /// How far letters reach below the line; negative.
    open var descender: CGFloat { pointSize * -0.241 }
    /// The height of capitals.
    open var capHeight: CGFloat { pointSize * 0.705 }
    /// The height of small letters.
    open var xHeight: CGFloat { pointSize * 0.526 }
    /// The space between lines.
    open var leading: CGFloat { 0 }
    /// The height of a line.
    open var lineHeight: CGFloat { ascender - descender }

    /// Returns the font at another size.
    open func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(
            fontName,
            family: familyName,
            size: fontSize,
            weight: weight,
            hasDigitsOfOneWidth: hasDigitsOfOneWidth
        )
    }

    /// Returns the font.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether name and size are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return fontName == other.fontName && pointSize == other.pointSize
    }

    /// A number that equal fonts share.
    open override var hash: Int { fontName.hashValue }

    /// The name and the size.
    open override var description: String { "<UIFont: \(fontName) \(pointSize)>" }
}
