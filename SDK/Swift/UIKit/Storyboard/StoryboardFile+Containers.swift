// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Controllers that show others, of which a notification has none.
extension StoryboardFile {
    /// Finds the controller that is drawn where the storyboard names one: for a navigation, tab bar or
    /// split view controller the one that it begins with.
    ///
    /// - Parameter id: The controller's identifier in the file.
    /// - Returns: The identifier of the one that is drawn; the same where it leads to no other.
    func drawnController(_ id: String) -> String {
        var drawn = id
        var seen: Set<String> = []
        while seen.insert(drawn).inserted, let holder = holder(drawn),
            let segue = holder.all(in: "connections").first(where: Self.holds),
            let next = segue["destination"]
        {
            let kind = Self.holderKinds[holder.name] ?? holder.name
            warn(
                "the \(kind) \(holder["customClass"] ?? drawn)",
                at: holder.line,
                "is not made here; the controller that it begins with is drawn in its place"
            )
            drawn = next
        }
        return drawn
    }

    /// Finds the controller that is drawn where code asks for one that shows others.
    ///
    /// - Parameter identifier: The name that code asks by.
    /// - Returns: The identifier in the file of the one that is drawn; nil where no such controller has
    ///   the name.
    func drawnController(named identifier: String) -> String? {
        let holder = holders.first { $0["storyboardIdentifier"] == identifier }
        return holder?["id"].map(drawnController)
    }

    private func holder(_ id: String) -> StoryboardElement? { holders.first { $0["id"] == id } }

    private var holders: [StoryboardElement] {
        scenes.flatMap { $0.all(in: "objects") }.filter { Self.holderKinds[$0.name] != nil }
    }

    private static let holderKinds = [
        "navigationController": "navigation controller", "tabBarController": "tab bar controller",
        "splitViewController": "split view controller",
    ]

    /// Whether a connection of such a controller leads to one that it shows.
    private static func holds(_ connection: StoryboardElement) -> Bool {
        connection.name == "segue" && connection["kind"] == "relationship"
    }
}
