// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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
    /// An estimate of the size of the text in one line for each of its own.
    ///
    /// Half an em for a letter and a whole one for a wide letter: no font is loaded here.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let limit = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
        return boundingRect(with: limit, attributes: attributes, context: nil).size
    }

    /// An estimate of the rectangle that the text fills within a width; see
    /// ``size(withAttributes:)``.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        let named = attributes?.first { $0.key.rawValue == "NSFont" }?.value as? UIFont
        let font = named ?? UIFont.systemFont(ofSize: 12)
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
    /// An estimate of the size of the text; see `NSString`'s.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSString(string: self).size(withAttributes: attributes)
    }

    /// An estimate of the rectangle that the text fills; see `NSString`'s.
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
