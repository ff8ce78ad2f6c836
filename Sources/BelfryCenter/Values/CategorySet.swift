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
        categories.first { $0.identifier == identifier }
            ?? brought.first { $0.identifier == identifier }
    }

    /// Adds a category that a push has brought; of too many the one goes that was brought first.
    package mutating func bring(_ category: NotificationCategory) {
        brought.removeAll { $0.identifier == category.identifier }
        brought = brought.suffix(Self.broughtLimit - 1) + [category]
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
