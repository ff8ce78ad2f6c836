// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension RunReport {
    /// What of a content a report shows: enough to tell what the extension changed.
    package struct ContentSummary: Sendable, Codable {
        /// The texts, as they are shown.
        package var title: String
        package var subtitle: String
        package var body: String

        /// The number on the app's icon; nil to leave it as it is.
        package var badge: Int?

        /// What decides about the actions, and what notifications are grouped by; empty for none.
        package var categoryIdentifier: String
        package var threadIdentifier: String

        /// How many files come with it.
        package var attachmentCount: Int
        /// Who speaks to whom, where the extension said so.
        package var communication: JSONValue?

        /// Takes what is shown from a whole content.
        package init(_ content: NotificationContent) {
            title = content.title
            subtitle = content.subtitle
            body = content.body
            badge = content.badge
            categoryIdentifier = content.categoryIdentifier
            threadIdentifier = content.threadIdentifier
            attachmentCount = content.attachments.count
            communication = content.communication.map(JSONValue.object)
        }
    }
}
