// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import CoreGraphics
public import Foundation

/// A layer that draws a text, at its upper edge.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catextlayer
open class CATextLayer: CALayer {
    /// The text: a `String` or an `NSAttributedString`; anything else is none.
    open var string: Any? { didSet { contentChanged() } }
    /// The font of a text without attributes: a `UIFont`, or a font's name; its size is ``fontSize``.
    open var font: AnyObject? { didSet { contentChanged() } }
    /// The size of the font of a text without attributes, in points.
    open var fontSize: CGFloat = 36 { didSet { contentChanged() } }
    /// The colour of a text without attributes; white at first.
    open var foregroundColor: CGColor? = CGColor(gray: 1, alpha: 1) { didSet { contentChanged() } }
    /// Where lines stand.
    open var alignmentMode = CATextLayerAlignmentMode.natural { didSet { contentChanged() } }
    /// What becomes of text that is too long.
    open var truncationMode = CATextLayerTruncationMode.none { didSet { contentChanged() } }
    /// Whether lines break at the layer's width.
    open var isWrapped = false { didSet { contentChanged() } }

    // A label of the host's has its text in the middle of its height, so that it is no higher than that.
    override func displayText(_ size: CGSize) -> Bool {
        let text = string as? NSAttributedString
        guard let plain = text?.string ?? string as? String, !plain.isEmpty else { return false }
        let node = contentNode(BF_VIEW_LABEL)
        let named = (font as? NSString).flatMap { UIFont(name: $0 as String, size: fontSize) }
        let font = (font as? UIFont)?.withSize(fontSize) ?? named
        node.set(font: font ?? .systemFont(ofSize: fontSize))
        node.set(.textColor, foregroundColor.map(UIColor.init(cgColor:)) ?? .clear)
        node.set(.textAlignment, Int64(alignmentMode.alignment.rawValue))
        node.set(.lineBreak, Int64(truncationMode.lineBreak(isWrapped).rawValue))
        node.set(.lineCount, isWrapped ? 0 : 1)
        if let text { node.set(attributedText: text) } else { node.set(.text, plain) }
        let wanted = node.measure(within: CGSize(width: size.width, height: 0)) ?? size
        node.setFrame(
            CGRect(x: 0, y: 0, width: size.width, height: min(wanted.height, size.height))
        )
        return true
    }
}

/// Where the lines of a layer's text stand.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catextlayeralignmentmode
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As the text's script goes.
    public static let natural = Self(rawValue: "natural")
    /// At the left.
    public static let left = Self(rawValue: "left")
    /// At the right.
    public static let right = Self(rawValue: "right")
    /// In the middle.
    public static let center = Self(rawValue: "center")
    /// At both sides.
    public static let justified = Self(rawValue: "justified")

    fileprivate var alignment: NSTextAlignment {
        switch self {
        case .left: .left
        case .right: .right
        case .center: .center
        case .justified: .justified
        default: .natural
        }
    }
}

/// What becomes of a layer's text that is too long.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catextlayertruncationmode
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is cut.
    public static let none = Self(rawValue: "none")
    /// Its beginning is left out.
    public static let start = Self(rawValue: "start")
    /// Its end is left out.
    public static let end = Self(rawValue: "end")
    /// Its middle is left out.
    public static let middle = Self(rawValue: "middle")

    fileprivate func lineBreak(_ isWrapped: Bool) -> NSLineBreakMode {
        switch self {
        case .start: .byTruncatingHead
        case .end: .byTruncatingTail
        case .middle: .byTruncatingMiddle
        default: isWrapped ? .byWordWrapping : .byClipping
        }
    }
}
