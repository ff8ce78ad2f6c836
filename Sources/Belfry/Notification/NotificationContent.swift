// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a notification says and how it is shown, with Apple's names and defaults.
///
/// Texts in it may be an extension's: neutralise them for a terminal, and give none of them to a browser
/// as markup.
public struct NotificationContent: Sendable, Equatable {
    var engine: Engine.Content

    init(_ engine: Engine.Content) {
        self.engine = engine
    }

    /// A notification that says something.
    ///
    /// - Parameters:
    ///   - title: The first line.
    ///   - body: The message.
    public init(title: String = "", body: String = "") {
        engine = Engine.Content(title: title, body: body)
    }

    /// The first line.
    public var title: String {
        get { engine.title }
        set { engine.title = newValue }
    }

    /// The second line.
    public var subtitle: String {
        get { engine.subtitle }
        set { engine.subtitle = newValue }
    }

    /// The message.
    public var body: String {
        get { engine.body }
        set { engine.body = newValue }
    }

    /// The number on the app's icon: nil leaves it alone, 0 removes it.
    public var badge: Int? {
        get { engine.badge }
        set { engine.badge = newValue }
    }

    /// The sound; nil for none.
    public var sound: Sound? {
        get { engine.sound.map(Sound.init) }
        set { engine.sound = newValue?.engine }
    }

    /// The category, which picks the actions and the content extension.
    public var categoryIdentifier: String {
        get { engine.categoryIdentifier }
        set { engine.categoryIdentifier = newValue }
    }

    /// The thread by which notifications are grouped.
    public var threadIdentifier: String {
        get { engine.threadIdentifier }
        set { engine.threadIdentifier = newValue }
    }

    /// The scene or window that the notification opens; nil for none in particular.
    public var targetContentIdentifier: String? {
        get { engine.targetContentIdentifier }
        set { engine.targetContentIdentifier = newValue }
    }

    /// What a Focus filter is matched with; nil for nothing.
    public var filterCriteria: String? {
        get { engine.filterCriteria }
        set { engine.filterCriteria = newValue }
    }

    /// The image or storyboard that is shown while the app starts.
    public var launchImageName: String {
        get { engine.launchImageName }
        set { engine.launchImageName = newValue }
    }

    /// How strongly it asks for attention.
    public var interruptionLevel: InterruptionLevel {
        get { InterruptionLevel(engine.interruptionLevel) }
        set { engine.interruptionLevel = newValue.engine }
    }

    /// The weight in the summary, from 0 to 1.
    public var relevanceScore: Double {
        get { engine.relevanceScore }
        set { engine.relevanceScore = newValue }
    }

    /// The app's own values as a JSON object; for a push the whole payload, `aps` included.
    public var userInfoJSON: String {
        String(decoding: JSONValue.object(engine.userInfo).serialized(), as: UTF8.self)
    }

    /// Who speaks to whom as a JSON object, where the extension has said so; nil where it has not.
    public var communicationJSON: String? {
        engine.communication.map {
            String(decoding: JSONValue.object($0).serialized(), as: UTF8.self)
        }
    }

    /// The files, in order; the first gives the thumbnail.
    public var attachments: [Attachment] {
        get { engine.attachments.map(Attachment.init) }
        set { engine.attachments = newValue.map(\.engine) }
    }
}
