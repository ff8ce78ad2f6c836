// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

extension StoryboardElement {
    /// The rectangle that it is.
    var rectangle: CGRect {
        CGRect(
            x: number("x") ?? 0,
            y: number("y") ?? 0,
            width: number("width") ?? 0,
            height: number("height") ?? 0
        )
    }

    /// The size that it is.
    var size: CGSize { CGSize(width: number("width") ?? 0, height: number("height") ?? 0) }

    /// The insets that it is.
    var insets: UIEdgeInsets {
        UIEdgeInsets(
            top: number("minY") ?? number("top") ?? 0,
            left: number("minX") ?? number("leading") ?? 0,
            bottom: number("maxY") ?? number("bottom") ?? 0,
            right: number("maxX") ?? number("trailing") ?? 0
        )
    }

    /// What one of its attributes names among some choices.
    func choice<Value>(_ name: String, _ choices: [String: Value]) -> Value? {
        self[name].flatMap { choices[$0] }
    }
}

extension StoryboardFile {
    /// The colour of an element for a key; nil where there is none, or it is not to be made out.
    func color(_ key: String, of element: StoryboardElement) -> UIColor? {
        guard let color = element.keyed(key), color.name == "color" else { return nil }
        return self.color(color)
    }

    /// The colour that an element is.
    func color(_ element: StoryboardElement) -> UIColor? {
        _ = (element["colorSpace"], element["customColorSpace"])
        // What stands beside a system's colour is what it was when the file was written.
        let system = element["systemColor"] ?? element["cocoaTouchSystemColor"]
        if let color = system.flatMap({ SystemColors.named($0) }) {
            _ = ["alpha", "blue", "green", "red", "white"].map { element[$0] }
            return color
        }
        let alpha = element.number("alpha") ?? 1
        if let white = element.number("white") { return UIColor(white: white, alpha: alpha) }
        if let red = element.number("red") {
            return UIColor(
                red: red,
                green: element.number("green") ?? 0,
                blue: element.number("blue") ?? 0,
                alpha: alpha
            )
        }
        if let cyan = element.number("cyan") {
            let rest = 1 - (element.number("black") ?? 0)
            return UIColor(
                red: (1 - cyan) * rest,
                green: (1 - (element.number("magenta") ?? 0)) * rest,
                blue: (1 - (element.number("yellow") ?? 0)) * rest,
                alpha: alpha
            )
        }
        guard let name = system ?? element["name"] else { return nil }
        if let color = UIColor(named: name, in: bundle, compatibleWith: nil) { return color }
        if let copy = namedColor(name) { return color(copy) }
        warn("the colour \(name)", at: element.line, "is not known here")
        return nil
    }

    /// The font of an element for a key.
    func font(_ key: String, of element: StoryboardElement, defaultSize: Double = 17) -> UIFont? {
        guard let description = element.keyed(key), description.name == "fontDescription" else {
            return nil
        }
        let given = description.number("pointSize") ?? 0
        let size = given > 0 ? given : defaultSize
        if let style = description["style"] {
            return .preferredFont(forTextStyle: UIFont.TextStyle(rawValue: style))
        }
        _ = description["family"]
        if let name = description["name"] { return UIFont(name: name, size: size) }
        switch description["type"] {
        case "boldSystem": return .boldSystemFont(ofSize: size)
        case "italicSystem": return .italicSystemFont(ofSize: size)
        default:
            let weight = description.choice("weight", Self.weights) ?? .regular
            return .systemFont(ofSize: size, weight: weight)
        }
    }

    private static let weights: [String: UIFont.Weight] = [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular,
        "medium": .medium, "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    /// The picture that an attribute names; nil where the bundle has none of the name, which is told.
    func image(_ attribute: String, of element: StoryboardElement) -> UIImage? {
        guard let name = element[attribute] else { return nil }
        if element["catalog"] == "system" || isSystemImage(name) {
            return UIImage(systemName: name)
        }
        if let image = UIImage(named: name, in: bundle, compatibleWith: nil) { return image }
        warn("the picture \(name)", at: element.line, "is not in the bundle")
        return nil
    }

    /// A text, be it an attribute or an element of its own.
    func text(_ key: String, of element: StoryboardElement, as name: String? = nil) -> String? {
        let inside = element.keyed(key)
        _ = inside?["base64-UTF8"]
        let written = element[key] ?? inside.flatMap { $0.name == "nil" ? nil : $0.text }
        return localized(written, element, name ?? key)
    }
}
