// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What scales fonts as the user has chosen; the host has one size, so that all stays as it is.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uifontmetrics
open class UIFontMetrics: NSObject {
    /// That of body text.
    public static var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    /// Creates one for a style.
    public init(forTextStyle textStyle: UIFont.TextStyle) {}

    /// The font, in the host's one size.
    open func scaledFont(for font: UIFont) -> UIFont { font }

    /// The font, no larger than a size.
    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        font.pointSize > maximumPointSize ? font.withSize(maximumPointSize) : font
    }

    /// The number, in the host's one size.
    open func scaledValue(for value: CGFloat) -> CGFloat { value }
}
