// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A colour to draw with: red, green, blue and alpha from 0 to 1.
public final class CGColor: Sendable {
    /// The colour as the raster has it.
    package let shade: Shade

    /// The colour on a dark screen, where it is another there: layers are shown on either.
    package let shadeOnDark: Shade?

    /// Creates a colour that may be another one on a dark screen.
    package init(_ shade: Shade, onDark: Shade?) {
        (self.shade, shadeOnDark) = (shade, onDark)
    }

    /// Creates a colour from sRGB components.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        shade = Shade(red: red, green: green, blue: blue, alpha: alpha)
        shadeOnDark = nil
    }

    /// Creates a colour from sRGB components.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a grey.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// The transparency, 1 for none.
    public var alpha: CGFloat { shade.alpha }

    /// Red, green, blue and alpha.
    public var components: [CGFloat]? { [shade.red, shade.green, shade.blue, shade.alpha] }

    /// How many components there are, alpha included.
    public var numberOfComponents: Int { 4 }

    /// The space of the components.
    public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

    /// Returns the colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(shade.with(alpha: alpha), onDark: shadeOnDark?.with(alpha: alpha))
    }
}

extension CGColor: Hashable {
    /// Whether the components are the same.
    public static func == (first: CGColor, second: CGColor) -> Bool {
        first.shade == second.shade
    }

    /// Combines the components.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(shade)
    }
}

/// The components of a colour, not premultiplied.
package struct Shade: Sendable, Hashable {
    package let red: CGFloat
    package let green: CGFloat
    package let blue: CGFloat

    /// 0 for clear to 1 for opaque; the others are from 0 to 1 too.
    package let alpha: CGFloat

    package init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    fileprivate func with(alpha: CGFloat) -> Shade {
        Shade(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The colour premultiplied, held to what a pixel can have.
    var ink: Ink {
        let alpha = Float(alpha).heldToUnit
        return Ink(
            red: Float(red).heldToUnit * alpha,
            green: Float(green).heldToUnit * alpha,
            blue: Float(blue).heldToUnit * alpha,
            alpha: alpha
        )
    }
}

extension Float {
    /// The number, held to 0 to 1; 0 for what is no number.
    var heldToUnit: Float { isNaN ? 0 : min(max(self, 0), 1) }
}
