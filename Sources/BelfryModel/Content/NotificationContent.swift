// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a notification says and how it is shown, with Apple's names and defaults.
package struct NotificationContent: Sendable, Equatable {
    /// The first line.
    package var title: String

    /// The second line.
    package var subtitle: String

    /// The message.
    package var body: String

    /// The number on the app's icon: nil leaves it alone, 0 removes it.
    package var badge: Int?

    /// The sound; nil for none.
    package var sound: Sound?

    /// The image or storyboard to show while the app starts.
    package var launchImageName: String

    /// The category, which picks the actions and the content extension.
    package var categoryIdentifier: String

    /// The thread by which notifications are grouped and kept in order.
    package var threadIdentifier: String

    /// The scene or window to open.
    package var targetContentIdentifier: String?

    /// What a Focus filter is matched with.
    package var filterCriteria: String?

    /// The text for the group's summary line; deprecated by Apple since iOS 15.
    package var summaryArgument: String

    /// How many items the notification stands for in that line, 1 or more.
    package var summaryArgumentCount: Int

    /// How strongly it asks for attention.
    package var interruptionLevel: InterruptionLevel

    /// The weight in the summary, from 0 to 1.
    package var relevanceScore: Double

    /// The app's own values; for a push the whole payload, `aps` included.
    package var userInfo: JSONObject

    /// Who speaks to whom, where the extension said so: ``isCommunication(_:)``.
    package var communication: JSONObject?

    /// Where the title comes from when the payload gives a key instead of a text.
    package var titleLocalization: LocalizedText?

    /// Where the subtitle comes from when the payload gives a key instead of a text.
    package var subtitleLocalization: LocalizedText?

    /// Where the body comes from when the payload gives a key instead of a text.
    package var bodyLocalization: LocalizedText?

    /// The files, in order; the first gives the thumbnail.
    package var attachments: [NotificationAttachment]

    package init(
        title: String = "",
        subtitle: String = "",
        body: String = "",
        badge: Int? = nil,
        sound: Sound? = nil,
        launchImageName: String = "",
        categoryIdentifier: String = "",
        threadIdentifier: String = "",
        targetContentIdentifier: String? = nil,
        filterCriteria: String? = nil,
        summaryArgument: String = "",
        summaryArgumentCount: Int = 1,
        interruptionLevel: InterruptionLevel = .active,
        relevanceScore: Double = 0,
        userInfo: JSONObject = JSONObject(),
        communication: JSONObject? = nil,
        titleLocalization: LocalizedText? = nil,
        subtitleLocalization: LocalizedText? = nil,
        bodyLocalization: LocalizedText? = nil,
        attachments: [NotificationAttachment] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.badge = badge
        self.sound = sound
        self.launchImageName = launchImageName
        self.categoryIdentifier = categoryIdentifier
        self.threadIdentifier = threadIdentifier
        self.targetContentIdentifier = targetContentIdentifier
        self.filterCriteria = filterCriteria
        self.summaryArgument = summaryArgument
        self.summaryArgumentCount = summaryArgumentCount
        self.interruptionLevel = interruptionLevel
        self.relevanceScore = relevanceScore
        self.userInfo = userInfo
        self.communication = communication
        self.titleLocalization = titleLocalization
        self.subtitleLocalization = subtitleLocalization
        self.bodyLocalization = bodyLocalization
        self.attachments = attachments
    }

    /// Whether there is text to show: a title, a subtitle or a body.
    package var hasAlert: Bool {
        !(title.isEmpty && subtitle.isEmpty && body.isEmpty)
    }

    /// Whether an object says who speaks: it has a `kind` that is known and a `sender` with a `name`.
    package static func isCommunication(_ object: JSONObject) -> Bool {
        guard case .string(let kind) = object["kind"], ["message", "call"].contains(kind),
            case .string = object["sender"]?.object?["name"]
        else { return false }
        return true
    }
}
