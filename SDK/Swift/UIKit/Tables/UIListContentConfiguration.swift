// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a cell shows, said in one.
public protocol UIContentConfiguration {}

/// A picture and two texts of a cell.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
public struct UIListContentConfiguration: UIContentConfiguration {
    /// How a text looks.
    public struct TextProperties {
        /// Its font; nil for the cell's.
        public var font: UIFont?
        /// Its colour; nil for the cell's.
        public var color: UIColor?
        /// How many lines there are at most; 0 for any number.
        public var numberOfLines = 0
        /// Where it stands.
        public var alignment = TextAlignment.natural

        /// Where a text stands.
        public enum TextAlignment: Int, Sendable {
            /// As its script goes.
            case natural = 0
            /// In the middle.
            case center = 1
            /// At both sides.
            case justified = 2
        }
    }

    /// How a picture looks.
    public struct ImageProperties {
        /// The colour of a shape; nil for the cell's.
        public var tintColor: UIColor?
        /// How far its corners are rounded.
        public var cornerRadius: CGFloat = 0
        /// The room that is kept for it from side to side.
        ///
        /// - Note: Without effect: the picture has its own.
        public var reservedLayoutSize = CGSize.zero
        /// How a symbol is made.
        ///
        /// - Note: Without effect: the symbol is made as its own configuration says.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
        /// The largest that it is.
        ///
        /// - Note: Without effect: the picture has its size.
        public var maximumSize = CGSize.zero
    }

    /// The text.
    public var text: String?
    /// The text with parts that look different.
    public var attributedText: NSAttributedString?
    /// The second text.
    public var secondaryText: String?
    /// The second text with parts that look different.
    public var secondaryAttributedText: NSAttributedString?
    /// The picture.
    public var image: UIImage?
    /// How the text looks.
    public var textProperties = TextProperties()
    /// How the second text looks.
    public var secondaryTextProperties = TextProperties()
    /// How the picture looks.
    public var imageProperties = ImageProperties()

    /// How the two texts stand.
    let style: UITableViewCell.CellStyle

    init(_ style: UITableViewCell.CellStyle = .subtitle) {
        self.style = style
    }

    /// What a cell of one text shows.
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// What a cell of two texts below each other shows.
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    /// What a cell of two texts beside each other shows.
    public static func valueCell() -> UIListContentConfiguration {
        UIListContentConfiguration(.value1)
    }

    @MainActor func fill(
        _ label: UILabel?,
        _ text: String?,
        _ attributed: NSAttributedString?,
        _ look: TextProperties
    ) {
        guard let label, text != nil || attributed != nil else { return }
        if let font = look.font { label.font = font }
        if let color = look.color { label.textColor = color }
        label.numberOfLines = look.numberOfLines
        switch look.alignment {
        case .natural: label.textAlignment = .natural
        case .center: label.textAlignment = .center
        case .justified: label.textAlignment = .justified
        }
        if let attributed { label.attributedText = attributed } else { label.text = text }
    }
}

extension UITableViewCell {
    /// What the cell shows where nothing is said.
    public func defaultContentConfiguration() -> UIListContentConfiguration {
        UIListContentConfiguration(style == .default ? .subtitle : style)
    }

    /// Shows what a configuration says, in the cell's own labels and picture.
    final func take(_ content: UIListContentConfiguration) {
        if style != content.style { style = content.style }
        content.fill(textLabel, content.text, content.attributedText, content.textProperties)
        content.fill(
            content.secondaryText == nil && content.secondaryAttributedText == nil
                ? nil : detailTextLabel,
            content.secondaryText,
            content.secondaryAttributedText,
            content.secondaryTextProperties
        )
        defer { if requiredHeight == 44 { require(height: nil) } }
        guard let image = content.image else { return }
        imageView?.image = image
        if let tint = content.imageProperties.tintColor { imageView?.tintColor = tint }
        imageView?.layer.cornerRadius = content.imageProperties.cornerRadius
    }
}
