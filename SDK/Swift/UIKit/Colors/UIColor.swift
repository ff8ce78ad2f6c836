// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A colour, which may depend on whether the screen is dark.
// Unchecked only because the class is open, as Apple's is: its stored property is a constant.
open class UIColor: NSObject, NSCopying, @unchecked Sendable {
    private let provider: @Sendable (UITraitCollection) -> CGColor

    init(provider: @escaping @Sendable (UITraitCollection) -> CGColor) {
        self.provider = provider
        super.init()
    }

    /// Creates a colour from sRGB components.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Creates a colour from Display P3 components, which are taken for sRGB's.
    public convenience init(
        displayP3Red red: CGFloat,
        green: CGFloat,
        blue: CGFloat,
        alpha: CGFloat
    ) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a grey.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a colour from its hue, how strong and how light it is.
    public convenience init(
        hue: CGFloat,
        saturation: CGFloat,
        brightness: CGFloat,
        alpha: CGFloat
    ) {
        func channel(_ offset: CGFloat) -> CGFloat {
            let turn = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(turn, 4 - turn, 1))
        }
        self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
    }

    /// Creates a colour from one to draw with.
    public convenience init(cgColor: CGColor) {
        guard let dark = cgColor.shadeOnDark else {
            self.init(provider: { _ in cgColor })
            return
        }
        let light = cgColor.shade
        self.init(provider: {
            CGColor($0.userInterfaceStyle == .dark ? dark : light, onDark: nil)
        })
    }

    /// Creates a colour that depends on the screen.
    public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        self.init(provider: { dynamicProvider($0).resolvedColor(with: $0).cgColor })
    }

    /// The colour to draw with: that of a light screen.
    ///
    /// Layers show it as it is on the screen, light or dark.
    open var cgColor: CGColor {
        let (light, dark) = (provider(.light), provider(.dark))
        return light == dark ? light : CGColor(light.shade, onDark: dark.shade)
    }

    /// Returns the colour as it is on a screen.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        UIColor(cgColor: provider(traitCollection))
    }

    /// Returns the colour with another alpha.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(provider: { [provider] in
            let shade = provider($0).shade
            return CGColor(red: shade.red, green: shade.green, blue: shade.blue, alpha: alpha)
        })
    }

    /// Fills and strokes with the colour in the current context.
    open func set() {
        setFill()
        setStroke()
    }

    /// Fills with the colour in the current context.
    open func setFill() {
        UIGraphicsGetCurrentContext()?.setFillColor(cgColor)
    }

    /// Strokes with the colour in the current context.
    open func setStroke() {
        UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor)
    }

    /// Returns the colour.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the components are the same, on a light screen and on a dark one.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return [UITraitCollection.light, .dark].allSatisfy { provider($0) == other.provider($0) }
    }

    /// A number that equal colours share.
    open override var hash: Int { provider(.light).hashValue }

    /// The components.
    open override var description: String {
        let shade = cgColor.shade
        return "UIExtendedSRGBColorSpace \(shade.red) \(shade.green) \(shade.blue) \(shade.alpha)"
    }
}
