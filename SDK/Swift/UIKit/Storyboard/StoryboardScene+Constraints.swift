// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension StoryboardScene {
    /// Adds the constraints that an element and those in it hold.
    ///
    /// - Parameters:
    ///   - element: A view, or what holds views without being one, such as an item of a bar.
    ///   - view: The view that it is; nil where it is none.
    func constrain(_ element: StoryboardElement, within view: UIView?) {
        for child in element.all(in: "constraints") where child.name == "constraint" {
            guard let view, let id = child["id"], !excluded.contains(id) else { continue }
            guard let constraint = constraint(child, of: view) else { continue }
            objects[id] = constraint
            constraint.isActive = true
        }
        for child in parts(of: element) {
            guard let id = child["id"], let object = objects[id] else { continue }
            constrain(child, within: object as? UIView)
        }
    }

    /// Makes a constraint; nil for one that is there for the editor alone, or of something unknown.
    private func constraint(_ element: StoryboardElement, of view: UIView) -> NSLayoutConstraint? {
        let isPlaceholder = element.flag("placeholder") == true
        let isSymbolic = element.flag("symbolic") == true
        let constant = element.number("constant")
        _ = element["symbolType"]
        guard let first = end("first", of: element, in: view) else { return nil }
        let second = end("second", of: element, in: view)
        let named = element["secondAttribute"] != nil
        guard !isPlaceholder, !named || second != nil else { return nil }
        let standard = isSymbolic ? Self.standardSpacing(first.item, second?.item) : 0
        let constraint = NSLayoutConstraint(
            item: first.item,
            attribute: first.attribute,
            relatedBy: element.choice("relation", StoryboardChoices.relations) ?? .equal,
            toItem: second?.item,
            attribute: second?.attribute ?? .notAnAttribute,
            multiplier: Self.multiplier(element["multiplier"]),
            constant: constant ?? standard
        )
        if let priority = element.number("priority") {
            constraint.priority = UILayoutPriority(Float(priority))
        }
        constraint.identifier = element["identifier"]
        return constraint
    }

    private func end(
        _ side: String,
        of element: StoryboardElement,
        in view: UIView
    ) -> (item: AnyObject, attribute: NSLayoutConstraint.Attribute)? {
        let id = element["\(side)Item"]
        guard let name = element["\(side)Attribute"] else { return nil }
        guard let attribute = StoryboardChoices.attributes[name] else {
            file.warn("the attribute \(name) of a constraint", at: element.line)
            return nil
        }
        guard let id else { return (view, attribute) }
        guard let item = objects[id] else {
            let isGone = excluded.contains(id)
            if !isGone {
                file.complain("the constraint is one of nothing that is there", at: element)
            }
            return nil
        }
        return (item, edges[id] ?? attribute)
    }

    /// The gap between two views that iOS has for a standard one.
    private static func standardSpacing(_ first: AnyObject, _ second: AnyObject?) -> Double {
        let views = [first, second].map { item in
            (item as? UIView) ?? (item as? UILayoutGuide)?.owningView
        }
        guard let one = views[0], let other = views[1] else { return 8 }
        return one.isDescendant(of: other) || other.isDescendant(of: one) ? 20 : 8
    }

    /// Reads `0.5` and `4:3`.
    private static func multiplier(_ text: String?) -> Double {
        let parts = (text ?? "1").split(separator: ":").compactMap { Double($0) }
        guard let first = parts.first else { return 1 }
        let second = parts.count > 1 ? parts[1] : 1
        let value = first / second
        return value.isFinite && second != 0 ? value : 1
    }
}
