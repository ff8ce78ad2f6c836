// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIImage {
    /// Creates an image from a resource of the extension's bundle; nil where there is none.
    ///
    /// `@3x` and `@2x` files go before plain ones, as on a screen of scale 3.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// Creates an image from a bundle's resource; nil where there is none.
    public convenience init?(
        named name: String,
        in bundle: Bundle?,
        compatibleWith traitCollection: UITraitCollection?
    ) {
        guard let path = ImageFile.find(name, in: bundle ?? .main) else {
            return nil
        }
        self.init(contentsOfFile: path)
    }

    /// Creates an image from a bundle's resource; nil where there is none.
    public convenience init?(
        named name: String,
        in bundle: Bundle?,
        with configuration: Configuration?
    ) {
        self.init(named: name, in: bundle, compatibleWith: nil)
    }

    /// Creates a placeholder for a symbol of Apple's, which no other system has.
    ///
    /// It knows its name and has no pixels. Nil for an empty name.
    public convenience init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.init(nil, scale: 1, orientation: .up, symbol: Symbol(name: name))
    }

    /// Creates a placeholder for a symbol of Apple's, as large as a configuration says; see
    /// ``init(systemName:)``.
    public convenience init?(systemName name: String, withConfiguration: Configuration?) {
        guard !name.isEmpty else { return nil }
        let look = (withConfiguration as? SymbolConfiguration)?.look ?? Symbol.Look()
        self.init(nil, scale: 1, orientation: .up, symbol: Symbol(name: name, look: look))
    }

    /// Creates a placeholder for a symbol of Apple's; see ``init(systemName:)``.
    public convenience init?(systemName name: String, compatibleWith: UITraitCollection?) {
        self.init(systemName: name)
    }
}
