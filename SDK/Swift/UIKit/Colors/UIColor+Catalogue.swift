// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation
internal import FoundationSupplement

extension UIColor {
    /// Creates a colour of the extension's asset catalogue; nil where there is none of the name.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// Creates a colour of a bundle's asset catalogue, for light and dark; nil where there is none.
    ///
    /// `belfry build` puts each of a catalogue's colours into the bundle, as `NAME.colorset.json`.
    public convenience init?(
        named name: String,
        in bundle: Bundle?,
        compatibleWith traitCollection: UITraitCollection?
    ) {
        guard !name.contains("/"), let folder = (bundle ?? .main).resourcePath,
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name).colorset.json")
        else { return nil }
        guard let shades = CatalogueColor(bytes) else {
            RunLog.write(.warning, "the colour \(name) of the asset catalogue cannot be read")
            return nil
        }
        self.init(provider: {
            let shade = $0.userInterfaceStyle == .dark ? shades.dark : shades.light
            return shade.resolvedColor(with: $0).cgColor
        })
    }
}

/// A colour as a catalogue has it.
struct CatalogueColor {
    let light: UIColor
    let dark: UIColor

    /// Reads the `Contents.json` of a colour set; nil where it describes no colour.
    init?(_ bytes: Data) {
        guard bytes.count <= 1 << 20, let set = try? JSONDecoder().decode(Set.self, from: bytes)
        else { return nil }
        let entries = set.colors.filter {
            $0.idiom == nil || ["universal", "iphone"].contains($0.idiom)
        }
        let plain = entries.filter { ($0.appearances ?? []).isEmpty }
        guard let light = plain.compactMap(\.shade).first else { return nil }
        self.light = light
        let dark = entries.filter { entry in
            entry.appearances?.map(\.value) == ["dark"]
        }
        self.dark = dark.compactMap(\.shade).first ?? light
    }

    private struct Set: Decodable {
        let colors: [Entry]
    }

    private struct Entry: Decodable {
        struct Appearance: Decodable {
            let value: String
        }

        struct Color: Decodable {
            let components: [String: String]?
            let reference: String?
        }

        let idiom: String?
        let appearances: [Appearance]?
        let color: Color?

        /// The colour; nil where its parts are not numbers, or it is one that is not known here.
        var shade: UIColor? {
            if let reference = color?.reference { return SystemColors.named(reference) }
            guard let parts = color?.components else { return nil }
            func part(_ name: String) -> CGFloat? { parts[name].flatMap(Self.number) }
            let alpha = parts["alpha"].map { Double($0).map { CGFloat($0) } } ?? 1
            guard let alpha else { return nil }
            if let white = part("white") { return UIColor(white: white, alpha: alpha) }
            guard let red = part("red"), let green = part("green"), let blue = part("blue") else {
                return nil
            }
            return UIColor(red: red, green: green, blue: blue, alpha: alpha)
        }

        /// A part of a colour, as Xcode writes it: `0.5`, `128` or `0x80`.
        private static func number(_ text: String) -> CGFloat? {
            if text.lowercased().hasPrefix("0x") {
                return UInt8(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 }
            }
            guard let number = Double(text), number.isFinite else { return nil }
            return text.contains(".") ? CGFloat(number) : CGFloat(number / 255)
        }
    }
}
