// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// The categories of an app, with the version that a compare-and-swap names.
package struct CategorySet: Equatable, Sendable {
    /// Most categories of one app.
    package static let limit = 128

    /// Most categories that pushes have brought to one app.
    package static let broughtLimit = 16

    /// How often the app's own were changed.
    package var version: Int

    /// The categories that the app has declared, in its order.
    package var categories: [NotificationCategory]

    /// Those that pushes have brought with their buttons, the last one last.
    ///
    /// The app neither sees nor replaces them: it does not know its senders' buttons.
    package private(set) var brought: [NotificationCategory]

    package init(
        version: Int = 0,
        categories: [NotificationCategory] = [],
        brought: [NotificationCategory] = []
    ) {
        self.version = version
        self.categories = categories
        self.brought = brought
    }

    /// All that a notification can name, the app's own first.
    package var all: [NotificationCategory] { categories + brought }

    /// The category of an identifier; case counts.
    package func category(_ identifier: String) -> NotificationCategory? {
        categories.first { $0.identifier.isExactly(identifier) }
            ?? brought.first { $0.identifier.isExactly(identifier) }
    }

    /// Adds a category that a push has brought; of too many the one goes that was brought first.
    package mutating func bring(_ category: NotificationCategory) {
        brought.removeAll { $0.identifier.isExactly(category.identifier) }
        brought = brought.suffix(Self.broughtLimit - 1) + [category]
    }

    /// The app's own categories after a change.
    ///
    /// - Parameters:
    ///   - changed: Those that are added, or replace the ones of their identifiers in their places.
    ///   - removed: Identifiers of those that go first.
    /// - Returns: All of them, however many there are.
    func merging(
        _ changed: [NotificationCategory],
        removing removed: [String]
    ) -> [NotificationCategory] {
        var merged = categories.filter { known in
            !removed.contains { known.identifier.isExactly($0) }
        }
        for category in changed {
            let place = merged.firstIndex { $0.identifier.isExactly(category.identifier) }
            if let place { merged[place] = category } else { merged.append(category) }
        }
        return merged
    }

    /// Refuses more categories than there may be.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/limit``.
    package static func checkCount(_ categories: [NotificationCategory]) throws(CenterError) {
        guard categories.count <= limit else {
            throw CenterError(
                .limit,
                "\(categories.count) categories are more than the \(limit) there may be"
            )
        }
    }

    /// Refuses more categories than there may be, and texts of theirs that are too long.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/limit`` or
    ///   ``CenterError/Code/invalidCategory``.
    package static func check(_ categories: [NotificationCategory]) throws(CenterError) {
        try checkCount(categories)
        for category in categories {
            guard let excess = category.excess else { continue }
            throw CenterError(.invalidCategory, "\(excess); shorten it")
        }
    }
}

/// What an extension has changed of its app's categories during a run.
package struct CategoryChange: Equatable, Sendable {
    /// Those that it added, or set otherwise, in its order; their texts are cut to what they may have.
    package let changed: [NotificationCategory]

    /// Identifiers of those that it left out.
    package let removed: [String]

    /// - Parameters:
    ///   - old: The categories when the run began.
    ///   - new: Those that the extension has set.
    package init(from old: [NotificationCategory], to new: [NotificationCategory]) {
        // As bytes: another spelling of an identifier is another one.
        let known = Set(old.map { $0.document.serialized() })
        changed = new.map(\.shortened).filter { !known.contains($0.document.serialized()) }
        let kept = Set(new.map { ExactText($0.identifier) })
        removed = old.map(\.identifier).filter { !kept.contains(ExactText($0)) }
    }
}
