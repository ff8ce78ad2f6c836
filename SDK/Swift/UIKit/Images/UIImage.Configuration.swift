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
        public convenience init(pointSize: CGFloat, weight: UIFont.Weight) {
            self.init()
        }
    }

    /// Returns the image, made for something else.
    ///
    /// - Note: Without effect: no image is chosen by it.
    public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
}
