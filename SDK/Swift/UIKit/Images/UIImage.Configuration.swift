// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIImage {
    /// What an image is made for.
    ///
    /// - Note: Without effect: no image is chosen by it.
    // Unchecked only because the class is open, as Apple's is: it stores nothing.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// How a symbol is made: its size and its colour, which the host draws.
    ///
    /// - Note: The host draws one kind of line: the weight and shades of a colour are without effect.
    // Unchecked only because its superclass is; it stores a constant.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        let look: Symbol.Look

        init(_ look: Symbol.Look) {
            self.look = look
            super.init()
        }

        /// Creates what says nothing.
        public override convenience init() {
            self.init(Symbol.Look())
        }
        /// Creates what a size says.
        public convenience init(pointSize: CGFloat) {
            self.init(Symbol.Look(pointSize: pointSize))
        }
        /// Creates what a size and a weight say.
        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) {
            self.init(pointSize: pointSize)
        }
        /// Creates what a size, a weight and a scale say.
        public convenience init(
            pointSize: CGFloat,
            weight: UIImage.SymbolWeight,
            scale: UIImage.SymbolScale
        ) {
            self.init(Symbol.Look(pointSize: pointSize, scale: scale))
        }
        /// Creates what a weight says.
        ///
        /// - Note: Without effect: the host draws one kind of line.
        public convenience init(weight: UIImage.SymbolWeight) {
            self.init()
        }
        /// Creates what a scale says.
        public convenience init(scale: UIImage.SymbolScale) {
            self.init(Symbol.Look(scale: scale))
        }
        /// Creates what a font says.
        public convenience init(font: UIFont) {
            self.init(pointSize: font.pointSize)
        }
        /// Creates what a font and a scale say.
        public convenience init(font: UIFont, scale: UIImage.SymbolScale) {
            self.init(Symbol.Look(pointSize: font.pointSize, scale: scale))
        }
        /// Creates what a kind of text says.
        public convenience init(textStyle: UIFont.TextStyle) {
            self.init(font: .preferredFont(forTextStyle: textStyle))
        }
        /// Creates what a kind of text and a scale say.
        public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) {
            self.init(font: .preferredFont(forTextStyle: textStyle), scale: scale)
        }
        /// Creates what shades of a colour say: that colour.
        public convenience init(hierarchicalColor: UIColor) {
            self.init(Symbol.Look(color: hierarchicalColor))
        }
        /// Creates what colours say: the first one.
        public convenience init(paletteColors: [UIColor]) {
            self.init(Symbol.Look(color: paletteColors.first))
        }
        /// Returns what both say; where both say something, what the other does.
        public func applying(_ otherConfiguration: SymbolConfiguration?) -> SymbolConfiguration {
            SymbolConfiguration(look.with(otherConfiguration?.look ?? Symbol.Look()))
        }
    }

    /// How heavy a symbol is.
    public enum SymbolWeight: Int, Sendable {
        /// As it suits.
        case unspecified = 0
        /// The lightest.
        case ultraLight = 1
        /// Very light.
        case thin = 2
        /// Light.
        case light = 3
        /// Neither light nor heavy.
        case regular = 4
        /// A little heavy.
        case medium = 5
        /// Rather heavy.
        case semibold = 6
        /// Heavy.
        case bold = 7
        /// Very heavy.
        case heavy = 8
        /// The heaviest.
        case black = 9
    }

    /// How large a symbol is by its text.
    public enum SymbolScale: Int, Sendable {
        /// As usual.
        case `default` = -1
        /// As it suits.
        case unspecified = 0
        /// Small.
        case small = 1
        /// Of a middle size.
        case medium = 2
        /// Large.
        case large = 3
    }

    /// Returns the symbol, made as a configuration says; nil for a picture.
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        symbol.map { showing($0.with(configuration.look)) }
    }

    /// Returns a symbol, made as a configuration says; a picture as it is.
    public func withConfiguration(_ configuration: Configuration) -> UIImage {
        (configuration as? SymbolConfiguration).flatMap(applyingSymbolConfiguration) ?? self
    }

    /// Returns another symbol, shown the same way.
    func showing(_ symbol: Symbol) -> UIImage {
        UIImage(
            nil,
            scale: scale,
            orientation: imageOrientation,
            renderingMode: renderingMode,
            symbol: symbol
        )
    }
}
