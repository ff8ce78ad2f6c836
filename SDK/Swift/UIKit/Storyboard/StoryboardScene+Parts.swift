// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension StoryboardScene {
    /// The elements in one that stand for objects of their own: views, and what bars and tables hold.
    ///
    /// A prototype's are none of them: they are made anew with each row.
    func parts(of element: StoryboardElement) -> [StoryboardElement] {
        element.all(in: "subviews") + held(by: element)
    }

    private func held(by element: StoryboardElement) -> [StoryboardElement] {
        func keyed(_ names: String...) -> [StoryboardElement] { names.compactMap(element.keyed) }
        switch element.name {
        case "visualEffectView", "tableViewCell", "collectionViewCell":
            return keyed("contentView")
        case "toolbar", "navigationBar", "tabBar": return element.all(in: "items")
        case "navigationItem":
            return Self.placesOfItems.flatMap { keyed($0) + element.all(in: "\($0)s") }
                + keyed("backBarButtonItem", "titleView")
        case "barButtonItem": return keyed("customView")
        case "tableView":
            let sections = element.all(in: "sections")
            return sections.flatMap { $0.all(in: "cells") } + keyed("refreshControl")
        case "scrollView", "collectionView", "textView": return keyed("refreshControl")
        case "viewController", "tableViewController", "collectionViewController":
            return keyed("navigationItem", "refreshControl") + element.all(in: "toolbarItems")
        default: return []
        }
    }

    /// The keys of a navigation item's items; with an s the names of what holds several.
    static let placesOfItems = ["leftBarButtonItem", "rightBarButtonItem"]

    /// The class that the storyboard names for an object, or the usual one of its kind.
    func namedClass<Object: AnyObject>(
        of element: StoryboardElement,
        _ usual: Object.Type
    ) -> Object.Type {
        let module = element["customModule"]
        guard let name = element["customClass"] else { return usual }
        if let type = classes.find(name, module: module) as? Object.Type { return type }
        file.complain(
            "unknown class \(name), or it is no \(usual); a plain one takes its place",
            at: element
        )
        return usual
    }
}
