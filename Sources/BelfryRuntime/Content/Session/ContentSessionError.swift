// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// Why a notification cannot be shown by an extension.
package struct ContentSessionError: Error, Equatable, CustomStringConvertible {
    /// What is at fault.
    package enum Code: Sendable {
        /// The bundle does not draw notifications.
        case bundle
        /// A file of the notification.
        case attachment
        /// The app's categories.
        case categories
    }

    /// What is at fault, for programs.
    package let code: Code

    /// What, where, and the way out, in one line.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Refuses more categories than an app may have, and texts of theirs that are too long.
    static func check(_ categories: [NotificationCategory]) throws(ContentSessionError) {
        do throws(CenterError) {
            try CategorySet.check(categories)
        } catch {
            throw ContentSessionError(.categories, error.message)
        }
    }

    /// Refuses a bundle that draws no notifications.
    static func check(_ bundle: ExtensionBundle) throws(ContentSessionError) {
        guard bundle.manifest.extensionPoint != .content else { return }
        throw ContentSessionError(
            .bundle,
            "\(bundle.path) is a service extension, which draws nothing; use `belfry run`, or set "
                + "NSExtension.NSExtensionPointIdentifier to "
                + Manifest.ExtensionPoint.content.rawValue
        )
    }
}
