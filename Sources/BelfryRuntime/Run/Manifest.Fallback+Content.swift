// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension Manifest.Fallback {
    /// The original with the declared texts in place of its own; what is not declared stays.
    func applied(to original: NotificationContent) -> NotificationContent {
        var content = original
        if let title {
            content.title = title
            content.titleLocalization = nil
        }
        if let subtitle {
            content.subtitle = subtitle
            content.subtitleLocalization = nil
        }
        if let body {
            content.body = body
            content.bodyLocalization = nil
        }
        return content
    }
}
