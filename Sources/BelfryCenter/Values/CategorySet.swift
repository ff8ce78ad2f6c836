// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// The categories of an app, with the version that a compare-and-swap names.
package struct CategorySet: Equatable, Sendable {
    /// Most categories of one app.
    package static let limit = 128

    /// How often the set was changed.
    package var version: Int

    /// The categories that the app has declared, in its order.
    package var categories: [NotificationCategory]

    package init(version: Int = 0, categories: [NotificationCategory] = []) {
        self.version = version
        self.categories = categories
    }

    /// The category of an identifier; case counts.
    package func category(_ identifier: String) -> NotificationCategory? {
        categories.first { $0.identifier == identifier }
    }

    /// Refuses more categories than there may be.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/limit``.
    package static func check(_ categories: [NotificationCategory]) throws(CenterError) {
        guard categories.count <= limit else {
            throw CenterError(
                .limit,
                "\(categories.count) categories are more than the \(limit) there may be"
            )
        }
    }
}
