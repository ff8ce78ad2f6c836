// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Bars, and what is in them.
extension StoryboardScene {
    func fill(toolbar bar: UIToolbar, _ element: StoryboardElement) {
        if let color = file.color("barTintColor", of: element) { bar.barTintColor = color }
        skipBarLook(element)
        bar.items = element.all(in: "items").compactMap { makeBarItem($0) }
    }

    func fill(navigationBar bar: UINavigationBar, _ element: StoryboardElement) {
        if let color = file.color("barTintColor", of: element) { bar.barTintColor = color }
        skipBarLook(element)
        _ = element["largeTitles"]
        element.keyed("largeTitleTextAttributes")?.readAll()
        if let look = element.keyed("titleTextAttributes") {
            var attributes: [NSAttributedString.Key: Any] = [:]
            attributes[.font] = file.font("fontDescription", of: look)
            attributes[.foregroundColor] = file.color("textColor", of: look)
            bar.titleTextAttributes = attributes
        }
        bar.items = element.all(in: "items").compactMap { makeNavigationItem($0) }
    }

    func fill(tabBar bar: UITabBar, _ element: StoryboardElement) {
        if let color = file.color("barTintColor", of: element) { bar.barTintColor = color }
        if let color = file.color("unselectedItemTintColor", of: element) {
            bar.unselectedItemTintColor = color
        }
        skipBarLook(element)
        _ = (element["itemPositioning"], element["itemWidth"], element["itemSpacing"])
        bar.items = element.all(in: "items").compactMap { makeTabItem($0) }
    }

    /// The host draws light and dark by itself, and nothing shows through.
    private func skipBarLook(_ element: StoryboardElement) {
        _ = (element["barStyle"], element["translucent"])
    }

    /// Gives a controller what its bars would show.
    func fillBars(of controller: UIViewController, _ element: StoryboardElement) {
        let item = element.keyed("navigationItem").flatMap { makeNavigationItem($0) }
        controller.madeNavigationItem = item
        let items = element.all(in: "toolbarItems").compactMap { makeBarItem($0) }
        if !items.isEmpty { controller.toolbarItems = items }
    }

    /// Makes what a navigation bar shows, with its items.
    func makeNavigationItem(_ element: StoryboardElement) -> UINavigationItem? {
        let type = namedClass(of: element, UINavigationItem.self)
        guard let item = type.init(coder: StoryboardCoder { _ in }) else { return nil }
        if let id = element["id"] { objects[id] = item }
        if let title = file.text("title", of: element) { item.title = title }
        if let prompt = file.text("prompt", of: element) { item.prompt = prompt }
        _ = element["largeTitleDisplayMode"]
        func items(_ place: String) -> [UIBarButtonItem]? {
            let several = element.all(in: "\(place)s").compactMap { makeBarItem($0) }
            let one = element.keyed(place).flatMap { makeBarItem($0) }
            return several.isEmpty ? one.map { [$0] } : several
        }
        item.leftBarButtonItems = items("leftBarButtonItem")
        item.rightBarButtonItems = items("rightBarButtonItem")
        item.backBarButtonItem = element.keyed("backBarButtonItem").flatMap { makeBarItem($0) }
        item.titleView = element.keyed("titleView").flatMap { make($0) }
        return item
    }

    /// Makes an item of a bar.
    func makeBarItem(_ element: StoryboardElement) -> UIBarButtonItem? {
        let type = namedClass(of: element, UIBarButtonItem.self)
        guard let item = type.init(coder: StoryboardCoder { _ in }) else { return nil }
        if let id = element["id"] { objects[id] = item }
        if let usual = element.choice("systemItem", Self.barItems) { item.show(usual) }
        if let style = element.choice("style", Self.barItemStyles) { item.style = style }
        if let title = file.text("title", of: element) { item.title = title }
        if let image = file.image("image", of: element) { item.image = image }
        if let flag = element.flag("enabled") { item.isEnabled = flag }
        if let width = element.number("width") { item.width = width }
        if let tag = element.integer("tag") { item.tag = tag }
        if let color = file.color("tintColor", of: element) { item.tintColor = color }
        // A phone that is held upright shows the other picture.
        _ = (element["landscapeImage"], element.keyed("imageInsets")?.insets)
        item.customView = element.keyed("customView").flatMap { make($0) }
        return item
    }

    private func makeTabItem(_ element: StoryboardElement) -> UITabBarItem? {
        let type = namedClass(of: element, UITabBarItem.self)
        guard let item = type.init(coder: StoryboardCoder { _ in }) else { return nil }
        if let id = element["id"] { objects[id] = item }
        if let usual = element.choice("systemItem", Self.tabItems) { item.show(usual) }
        if let title = file.text("title", of: element) { item.title = title }
        if let image = file.image("image", of: element) { item.image = image }
        if let image = file.image("selectedImage", of: element) { item.selectedImage = image }
        if let tag = element.integer("tag") { item.tag = tag }
        if let text = file.text("badgeValue", of: element) { item.badgeValue = text }
        return item
    }

    // MARK: Words

    private static let barItemStyles: [String: UIBarButtonItem.Style] = [
        "bordered": .bordered, "done": .done, "plain": .plain,
    ]

    private static let barItems: [String: UIBarButtonItem.SystemItem] = [
        "action": .action, "add": .add, "bookmarks": .bookmarks, "camera": .camera,
        "cancel": .cancel, "close": .close, "compose": .compose, "done": .done, "edit": .edit,
        "fastForward": .fastForward, "fixedSpace": .fixedSpace, "flexibleSpace": .flexibleSpace,
        "organize": .organize, "pause": .pause, "play": .play, "redo": .redo, "refresh": .refresh,
        "reply": .reply, "rewind": .rewind, "save": .save, "search": .search, "stop": .stop,
        "trash": .trash, "undo": .undo,
    ]

    private static let tabItems: [String: UITabBarItem.SystemItem] = [
        "bookmarks": .bookmarks, "contacts": .contacts, "favorites": .favorites,
        "featured": .featured, "history": .history, "more": .more, "recents": .recents,
        "search": .search, "topRated": .topRated,
    ]
}
