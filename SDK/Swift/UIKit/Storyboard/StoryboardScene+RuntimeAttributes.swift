// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import FoundationSupplement

/// What a storyboard sets by name: "User Defined Runtime Attributes", and what `@IBInspectable` offers.
extension StoryboardScene {
    /// Sets what an element says of an object.
    func setRuntimeAttributes(of element: StoryboardElement, on object: AnyObject) {
        for attribute in element.all(in: "userDefinedRuntimeAttributes") {
            _ = attribute["type"]
            guard let path = attribute["keyPath"], let values = values(of: attribute) else {
                continue
            }
            set(path, of: object, to: values, attribute)
        }
    }

    /// What a value may be in Swift, the likeliest first: a storyboard tells no `Int` from a `CGFloat`.
    private func values(of element: StoryboardElement) -> [Any]? {
        if let flag = element.flag("value"), element["type"] == "boolean" { return [flag] }
        guard let child = element.keyed("value") else {
            guard let text = element["value"] else { return nil }
            return [file.localized(text, element, "value") ?? text]
        }
        switch child.name {
        case "color": return file.color(child).map { [$0, $0.cgColor] }
        case "integer", "real":
            guard let number = child.number("value") else { return nil }
            let whole = Int(exactly: number.rounded()).map { [$0 as Any] } ?? []
            return [CGFloat(number), number, Float(number)] + whole + [number != 0]
        case "image": return child["name"].flatMap { UIImage(named: $0) }.map { [$0] }
        case "nil": return []
        case "point": return [child.rectangle.origin]
        case "rect": return [child.rectangle]
        case "size": return [child.size]
        case "string", "mutableString": return [child.text]
        default:
            file.warn("a value <\(child.name)> of an attribute", at: child.line)
            return nil
        }
    }

    private func set(
        _ path: String,
        of object: AnyObject,
        to values: [Any],
        _ element: StoryboardElement
    ) {
        if let layer = (object as? UIView)?.layer, path.hasPrefix("layer.") {
            return set(layer: layer, String(path.dropFirst("layer.".count)), values, element)
        }
        if let property = ObjectiveCRuntime.property(path, of: object) {
            for value in values where (try? property.set(value, on: object)) != nil { return }
        } else if let view = object as? UIView, setKnown(path, of: view, values) {
            return
        }
        let type: AnyClass = Swift.type(of: object)
        file.complain(
            "the attribute \(path) cannot be set: the class \(type) has no such property marked "
                + "@IBInspectable or @objc, or it takes something else",
            at: element
        )
    }

    private func set(
        layer: CALayer,
        _ key: String,
        _ values: [Any],
        _ element: StoryboardElement
    ) {
        let number = values.lazy.compactMap { $0 as? CGFloat }.first
        let flag = values.lazy.compactMap { $0 as? Bool }.first
        let color = values.lazy.compactMap { $0 as? UIColor }.first
        switch key {
        case "cornerRadius": layer.cornerRadius = number ?? 0
        case "borderWidth": layer.borderWidth = number ?? 0
        case "masksToBounds": layer.masksToBounds = flag ?? false
        // On iOS a UIColor cannot be set here; what people write around it is this name.
        case "borderColor", "borderUIColor": layer.borderColor = color?.cgColor
        case "backgroundColor": layer.backgroundColor = color?.cgColor
        case "opacity": layer.opacity = Float(number ?? 1)
        case "shadowColor": layer.shadowColor = color?.cgColor
        case "shadowOpacity": layer.shadowOpacity = Float(number ?? 0)
        case "shadowRadius": layer.shadowRadius = number ?? 3
        case "shadowOffset": layer.shadowOffset = values.first as? CGSize ?? .zero
        default: file.warn("the attribute layer.\(key)", at: element.line)
        }
    }

    /// Sets what the SDK's own views have.
    private func setKnown(_ key: String, of view: UIView, _ values: [Any]) -> Bool {
        let flag = values.lazy.compactMap { $0 as? Bool }.first
        switch key {
        case "clipsToBounds", "layer.masksToBounds": view.clipsToBounds = flag ?? false
        case "hidden", "isHidden": view.isHidden = flag ?? false
        case "alpha": view.alpha = values.lazy.compactMap { $0 as? CGFloat }.first ?? 1
        case "backgroundColor": view.backgroundColor = values.first as? UIColor
        case "tintColor": view.tintColor = values.first as? UIColor
        case "accessibilityLabel": view.accessibilityLabel = values.first as? String
        case "accessibilityIdentifier": view.accessibilityIdentifier = values.first as? String
        default: return false
        }
        return true
    }
}
