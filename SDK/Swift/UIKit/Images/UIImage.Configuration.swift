// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIImage {
    /// What an image is made for.
    ///
    /// - Note: Without effect: no image is chosen by it.
    // Unchecked only because the class is open, as Apple's is: it stores nothing.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// How a symbol is made.
    ///
    /// - Note: Without effect: symbols have no pixels here.
    // Unchecked only because its superclass is; it stores nothing.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// Creates what a size says.
        public convenience init(pointSize: CGFloat) {
            self.init()
        }

        /// Creates what a size and a weight say.
        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) {
            self.init()
        }
        /// Creates what a size, a weight and a scale say.
        public convenience init(
            pointSize: CGFloat,
            weight: UIImage.SymbolWeight,
            scale: UIImage.SymbolScale
        ) {
            self.init()
        }
        /// Creates what a weight says.
        public convenience init(weight: UIImage.SymbolWeight) {
            self.init()
        }
        /// Creates what a scale says.
        public convenience init(scale: UIImage.SymbolScale) {
            self.init()
        }
        /// Creates what a font says.
        public convenience init(font: UIFont) {
            self.init()
        }
        /// Creates what a font and a scale say.
        public convenience init(font: UIFont, scale: UIImage.SymbolScale) {
            self.init()
        }
        /// Creates what a kind of text says.
        public convenience init(textStyle: UIFont.TextStyle) {
            self.init()
        }
        /// Creates what a kind of text and a scale say.
        public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) {
            self.init()
        }
        /// Creates what shades of a colour say.
        public convenience init(hierarchicalColor: UIColor) {
            self.init()
        }
        /// Creates what colours say.
        public convenience init(paletteColors: [UIColor]) {
            self.init()
        }
        /// Returns what both say.
        public func applying(_ otherConfiguration: SymbolConfiguration?) -> Self { self }
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

    /// Returns the symbol, made as a configuration says.
    ///
    /// - Note: Without effect: symbols have no pixels here.
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        self
    }

    /// Returns the image, made for something else.
    ///
    /// - Note: Without effect: no image is chosen by it.
    public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
}
