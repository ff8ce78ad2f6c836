// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation
internal import FoundationSupplement

/// A text that is shown.
@preconcurrency @MainActor
open class UILabel: UIView {
    private var shown: NSAttributedString?
    private var plain: String?

    override class var kind: bf_view_kind { BF_VIEW_LABEL }
    override var takesInteraction: Bool { false }

    override var usualColors: [bf_view_key: UIColor] { [BF_VIEW_TEXT_COLOR: .label] }
    override func screenChanged() { if let shown { node.set(attributedText: shown) } }

    /// The text.
    open var text: String? {
        get { shown?.string ?? plain }
        set {
            (plain, shown) = (newValue, nil)
            node.set(.text, newValue)
            invalidateIntrinsicContentSize()
        }
    }

    /// The text with parts that look different.
    open var attributedText: NSAttributedString? {
        get { shown ?? plain.map { NSAttributedString(string: $0) } }
        set {
            (plain, shown) = (nil, newValue)
            node.set(attributedText: newValue)
            takeParagraphStyle(of: newValue)
            invalidateIntrinsicContentSize()
        }
    }

    /// The font.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var font: UIFont! {
        get { ownFont ?? .systemFont(ofSize: UIFont.labelFontSize) }
        set {
            ownFont = newValue
            node.set(font: newValue)
            invalidateIntrinsicContentSize()
        }
    }
    private var ownFont: UIFont?

    /// The colour of the text.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textColor: UIColor! {
        get { ownColor ?? .label }
        set {
            ownColor = newValue
            node.set(.textColor, newValue)
        }
    }
    private var ownColor: UIColor?

    /// Where the text stands.
    open var textAlignment: NSTextAlignment = .natural {
        didSet { node.set(.textAlignment, Int64(textAlignment.rawValue)) }
    }

    /// What becomes of text that is too long.
    open var lineBreakMode: NSLineBreakMode = .byTruncatingTail {
        didSet { node.set(.lineBreak, Int64(lineBreakMode.rawValue)) }
    }

    /// How many lines there are at most; 0 for any number.
    open var numberOfLines = 1 {
        didSet {
            node.set(.lineCount, Int64(min(max(numberOfLines, 0), 10_000)))
            invalidateIntrinsicContentSize()
        }
    }

    /// Whether the font shrinks where the text does not fit.
    open var adjustsFontSizeToFitWidth = false {
        didSet { tellScale() }
    }

    /// How far the font may shrink; 0 for as far as the host likes.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { tellScale() }
    }

    /// Whether letters stand closer before the text is cut off.
    ///
    /// - Note: Without effect: the host has them as the font has them.
    open var allowsDefaultTighteningForTruncation = false

    /// Whether the font follows the user's choice of size.
    ///
    /// - Note: Without effect: the host has one size.
    open var adjustsFontForContentSizeCategory = false
    /// How small letters stand when the font shrinks.
    ///
    /// - Note: Without effect: the host has them stand on the line.
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
    /// How wide lines are at most where rules are to say how high the label is.
    ///
    /// - Note: Without effect: the host measures at the width that the label has.
    open var preferredMaxLayoutWidth: CGFloat = 0
    /// Whether the label can be used.
    open var isEnabled = true {
        didSet { node.set(.isEnabled, isEnabled) }
    }
    /// Whether the text is drawn highlighted.
    ///
    /// - Note: Without effect: it looks the same.
    open var isHighlighted = false
    /// The colour of highlighted text.
    ///
    /// - Note: Without effect: it is never used.
    open var highlightedTextColor: UIColor?
    /// The colour of the text's shadow.
    open var shadowColor: UIColor? { didSet { tellTextShadow() } }
    /// Where the text's shadow lies.
    open var shadowOffset = CGSize(width: 0, height: -1) { didSet { tellTextShadow() } }

    private func tellTextShadow() {
        node.set(.shadowColor, shadowColor)
        node.set(.shadowRadius, 0)
        node.set(.shadowX, shadowOffset.width)
        node.set(.shadowY, shadowOffset.height)
    }

    /// The size of the text in one line for each of its own.
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    /// Returns the size that the text has within another; 0 for no limit.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        fitting(size) ?? estimate(width: size.width > 0 ? size.width : .greatestFiniteMagnitude)
    }

    private func estimate(width: CGFloat) -> CGSize {
        let limit = CGSize(width: width, height: .greatestFiniteMagnitude)
        let attributes: [NSAttributedString.Key: Any] = [.font: font as Any]
        let whole = ((text ?? "") as NSString).boundingRect(
            with: limit,
            attributes: attributes,
            context: nil
        )
        let high = numberOfLines == 0 ? whole.height : font.lineHeight * CGFloat(numberOfLines)
        return CGSize(width: whole.width.rounded(.up), height: min(whole.height, high).rounded(.up))
    }

    /// Draws the text in a rectangle of the label's; override to draw it in another, by calling this.
    ///
    /// Called before the label is shown, and when its size has changed.
    open func drawText(in rect: CGRect) {
        let bounds = bounds
        let isInset = rect.minX != 0 || rect.minY != 0 || rect.size != bounds.size
        node.set(.insetTop, isInset ? rect.minY - bounds.minY : nil)
        node.set(.insetLeft, isInset ? rect.minX - bounds.minX : nil)
        node.set(.insetBottom, isInset ? bounds.maxY - rect.maxY : nil)
        node.set(.insetRight, isInset ? bounds.maxX - rect.maxX : nil)
    }

    /// Returns the rectangle that the text has in another, with no more than so many lines.
    open func textRect(
        forBounds bounds: CGRect,
        limitedToNumberOfLines numberOfLines: Int
    ) -> CGRect {
        let size = sizeThatFits(bounds.size)
        let held = CGSize(
            width: min(size.width, bounds.width),
            height: min(size.height, bounds.height)
        )
        return CGRect(
            origin: CGPoint(x: bounds.minX, y: bounds.midY - held.height / 2),
            size: held
        )
    }

    /// Has the text drawn where a class of its own may want it elsewhere.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if type(of: self) != UILabel.self { drawText(in: bounds) }
    }

    private func tellScale() {
        let scale = minimumScaleFactor > 0 ? min(minimumScaleFactor, 1) : 0.5
        node.set(.minimumScale, adjustsFontSizeToFitWidth ? scale : 1)
    }

    private func takeParagraphStyle(of text: NSAttributedString?) {
        guard let text, text.length > 0 else { return }
        let style = unsafe text.attribute(.paragraphStyle, at: 0, effectiveRange: nil)
        guard let style = style as? NSParagraphStyle else { return }
        if style.alignment != .natural { textAlignment = style.alignment }
    }
}

/// How small letters stand when a font shrinks.
public enum UIBaselineAdjustment: Int, Sendable {
    /// On the line.
    case alignBaselines = 0
    /// In the middle.
    case alignCenters = 1
    /// As they come.
    case none = 2
}
