// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Which of several content extensions draws a category; there is one at most.
package struct ContentChoice: Sendable {
    private let bundles: [String: ExtensionBundle]

    /// Looks at bundles; service extensions among them draw nothing.
    ///
    /// - Parameter bundles: Those of one app, or of all.
    /// - Throws: ``ContentChoiceError`` where two of an app claim one category.
    package init(among bundles: [ExtensionBundle]) throws(ContentChoiceError) {
        var chosen: [String: ExtensionBundle] = [:]
        for bundle in bundles where bundle.manifest.extensionPoint == .content {
            for category in bundle.manifest.categories {
                let key = Self.key(category, of: bundle.manifest.appIdentifier)
                if let other = chosen[key], other.path != bundle.path {
                    throw ContentChoiceError(category, other, bundle)
                }
                chosen[key] = bundle
            }
        }
        self.bundles = chosen
    }

    /// The extension that draws notifications of a category; case counts.
    ///
    /// - Parameters:
    ///   - category: A notification's `categoryIdentifier`.
    ///   - app: The app's identifier.
    /// - Returns: Its bundle; nil where none does.
    package func bundle(for category: String, of app: String) -> ExtensionBundle? {
        bundles[Self.key(category, of: app)]
    }

    /// The length in front keeps two pairs from having one key.
    private static func key(_ category: String, of app: String) -> String {
        "\(app.utf8.count) \(app)\(category)"
    }
}

/// Two content extensions of an app that draw the same category.
package struct ContentChoiceError: Error, Equatable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ category: String, _ one: ExtensionBundle, _ other: ExtensionBundle) {
        description =
            "\(one.path) and \(other.path) both draw the category \(category.quoted); take it out of "
            + "UNNotificationExtensionCategory in one of their Info.plist files"
    }
}
