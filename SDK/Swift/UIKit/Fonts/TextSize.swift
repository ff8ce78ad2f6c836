// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// How a text's size is reckoned.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// From the top of the first line.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
    /// With the space between lines.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
    /// With what the letters cover.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
    /// Cut where it is too long.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// What is known while a text's size is reckoned.
open class NSStringDrawingContext: NSObject {}

extension NSString {
    /// The size of the text in one line for each of its own.
    ///
    /// A content extension gets it from the host, which sets texts. Elsewhere no font is loaded, and it
    /// is an estimate: half an em for a letter, a whole one for a wide letter.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let limit = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
        return boundingRect(with: limit, attributes: attributes, context: nil).size
    }

    /// The rectangle that the text fills within a width; see ``size(withAttributes:)``.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        let text = NSAttributedString(string: "\(self)", attributes: attributes)
        if let size = TextMeasure.size(of: text, within: size.width) {
            return CGRect(origin: .zero, size: size)
        }
        let font = text.drawingFont
        var (width, lines) = (CGFloat(0), 0)
        for line in "\(self)".split(separator: "\n", omittingEmptySubsequences: false) {
            let length = line.unicodeScalars.reduce(CGFloat(0)) { sum, scalar in
                sum + (scalar.value >= 0x1100 ? 1 : 0.5) * font.pointSize
            }
            width = max(width, min(length, size.width))
            let wrapped = size.width > 0 ? (length / size.width).rounded(.up) : 1
            lines += max(Int(min(wrapped, 1e6)), 1)
        }
        return CGRect(x: 0, y: 0, width: width, height: CGFloat(lines) * font.lineHeight)
    }
}

extension String {
    /// The size of the text; see `NSString`'s.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSString(string: self).size(withAttributes: attributes)
    }

    /// The rectangle that the text fills; see `NSString`'s.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        NSString(string: self)
            .boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}

extension NSAttributedString {
    /// The size of the text; see `NSString`'s.
    public func size() -> CGSize {
        let limit = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
        return boundingRect(with: limit, context: nil).size
    }

    /// The rectangle that the text fills; see `NSString`'s.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        context: NSStringDrawingContext?
    ) -> CGRect {
        if let size = TextMeasure.size(of: self, within: size.width) {
            return CGRect(origin: .zero, size: size)
        }
        return NSString(string: string)
            .boundingRect(
                with: size,
                options: options,
                attributes: [.font: drawingFont],
                context: context
            )
    }
}

/// What the host says of the sizes of texts.
private enum TextMeasure {
    /// The size within a width; nil without a host, and off the main thread, which is the host's alone.
    static func size(of text: NSAttributedString, within width: CGFloat) -> CGSize? {
        guard text.length > 0, Thread.isMainThread, ViewHost.current != nil else { return nil }
        let isLimited = width > 0 && width < 1e6
        let label = ViewNode(BF_VIEW_LABEL)
        label.set(drawn: text, isOneLine: !isLimited)
        return label.measure(within: CGSize(width: isLimited ? width : 0, height: 0))
    }
}
