// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension RunReport {
    package struct ContentSummary: Sendable, Codable {
        package var title: String
        package var subtitle: String
        package var body: String
        package var badge: Int?
        package var categoryIdentifier: String
        package var threadIdentifier: String
        package var attachmentCount: Int
        /// Who speaks to whom, where the extension said so.
        package var communication: JSONValue?

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
