// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What an extension has changed of a notification, as the server is told.
///
/// What it has left alone goes to the server as the program has written it, byte by byte.
package struct NotifyChange: Equatable, Sendable {
    /// Another title; nil for the program's.
    package private(set) var summary: String?

    /// Another text; nil for the program's.
    package private(set) var body: String?

    /// Hints that take the place of the program's.
    package private(set) var hints: [NotifyCall.Hint] = []

    /// Names of the program's hints that are left out.
    package private(set) var leftOut: Set<String> = []

    /// Whether the file that the program names as its icon is left out.
    package private(set) var dropsIcon = false

    /// Keys and texts of the buttons, in turns; nil for the program's.
    package private(set) var actions: [String]?

    /// The buttons that the program has not offered: what the extension calls them, by the keys that the
    /// server knows them by.
    package private(set) var ownKeys: [String: String] = [:]

    /// Whether it says anything.
    package var isEmpty: Bool {
        summary == nil && body == nil && hints.isEmpty && leftOut.isEmpty && !dropsIcon
            && actions == nil
    }

    /// Compares what an extension was shown with what it has made of it.
    ///
    /// - Parameters:
    ///   - request: The notification as it came.
    ///   - before: What the extension was shown.
    ///   - after: What it has made of it.
    ///   - picture: What becomes of the program's picture.
    ///   - server: Who shows it.
    package init(
        _ request: NotifyRequest,
        from before: NotificationContent,
        to after: NotificationContent,
        picture: PictureChange,
        for server: DesktopServer
    ) {
        if after.title != before.title {
            summary = after.title.fitForBus(byteLimit: NotifyCall.titleLimit)
        }
        let hasMarkup = server.has(.bodyMarkup)
        if after.body != before.body || after.subtitle != before.subtitle {
            let written = after.body.fitForBus(byteLimit: NotifyCall.bodyLimit, keepsLines: true)
            // A text that only gets a subtitle keeps its markup.
            let text =
                after.body == before.body
                ? request.body : hasMarkup ? written.escapedForMarkup : written
            let subtitle = after.subtitle.fitForBus(byteLimit: NotifyCall.titleLimit)
            let first = hasMarkup ? "<b>\(subtitle.escapedForMarkup)</b>" : subtitle
            body = [subtitle.isEmpty ? "" : first, text].filter { !$0.isEmpty }
                .joined(separator: "\n")
        }
        if after.interruptionLevel != before.interruptionLevel {
            put(NotifyCall.Hint("urgency", .byte(Self.urgency(of: after.interruptionLevel))))
        }
        if before.sound != nil, after.sound == nil {
            silence()
        }
        if server.has(.actions) { takeButtons(request, from: before, to: after) }
        guard picture != .kept else { return }
        leftOut.formUnion(["image-data", "image_data", "icon_data", "image-path", "image_path"])
        if case .replaced(let picture) = picture {
            put(NotifyCall.Hint(server.pictureHint, .picture(picture)))
        } else {
            dropsIcon = SenderPicture.file(named: request.icon) != nil
        }
    }

    /// What the server's keys of buttons begin with that no program has offered.
    private static let ownPrefix = "belfry:"

    /// Takes the buttons as the extension wants them; those of the program's keep their keys.
    private mutating func takeButtons(
        _ request: NotifyRequest,
        from before: NotificationContent,
        to after: NotificationContent
    ) {
        guard let wanted = after.desktopButtons, wanted != before.desktopButtons else { return }
        let offered = Set(
            stride(from: 0, to: request.actions.count, by: 2).map { request.actions[$0] }
        )
        var texts: [String] = []
        for button in wanted.compactMap(\.object).prefix(NotifyRequest.actionLimit) {
            guard let key = button["key"]?.string, !key.isEmpty,
                let title = button["title"]?.string
            else { continue }
            let text = title.fitForBus(byteLimit: NotifyCall.titleLimit)
            if offered.contains(key) {
                texts += [key, text]
                continue
            }
            let known = Self.ownPrefix + key.fitForBus(byteLimit: NotifyCall.titleLimit)
            guard !offered.contains(known), ownKeys.updateValue(key, forKey: known) == nil else {
                continue
            }
            texts += [known, text]
        }
        actions = texts
    }

    /// What is heard no second time, and all else as it came.
    static var silent: NotifyChange {
        var change = NotifyChange()
        change.silence()
        return change
    }

    private init() {}

    /// Has the server play no sound.
    mutating func silence() {
        hints.removeAll { $0.name == "suppress-sound" }
        put(NotifyCall.Hint("suppress-sound", .flag(true)))
        leftOut.formUnion(["sound-file", "sound-name"])
    }

    private mutating func put(_ hint: NotifyCall.Hint) {
        leftOut.insert(hint.name)
        hints.append(hint)
    }

    private static func urgency(of level: InterruptionLevel) -> UInt8 {
        let urgency: DesktopNotification.Urgency =
            switch level {
            case .passive: .low
            case .active, .timeSensitive: .normal
            case .critical: .critical
            }
        return urgency.rawValue
    }
}

extension NotificationContent {
    /// The buttons of a program's notification, as an extension sees them and may have changed them.
    fileprivate var desktopButtons: [JSONValue]? {
        guard case .array(let buttons)? = userInfo["desktop"]?.object?["actions"] else {
            return nil
        }
        return buttons
    }
}
