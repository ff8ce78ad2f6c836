// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A call of `Notify`, as one server takes it (Desktop Notifications Specification, "Protocol").
package struct NotifyCall: Equatable, Sendable {
    /// A further word about the notification.
    package struct Hint: Equatable, Sendable {
        /// What it says, in a type of the bus.
        package enum Value: Equatable, Sendable {
            case byte(UInt8)
            case flag(Bool)
            case text(String)
            case picture(DesktopPicture)
        }

        /// What it is about, such as `urgency`, and what it says.
        package let name: String
        package let value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Whose it is.
    package let app: String

    /// The server's number of the notification that it takes the place of; 0 for none.
    package let replaced: UInt32

    /// The title.
    package let summary: String

    /// Markup where the server reads markup, else plain text.
    package let body: String

    /// Keys and texts of the buttons, in turns.
    package let actions: [String]

    /// What else there is to say.
    package let hints: [Hint]

    /// Milliseconds until it goes: -1 for the server's own time, 0 for never.
    package let timeout: Int32

    /// Says a notification so that a server understands it.
    ///
    /// No text becomes a link, as what is shown may not say where it leads. The hint `value` is not
    /// used: servers draw a bar for it.
    ///
    /// - Parameters:
    ///   - notification: What is to be shown.
    ///   - server: Who shows it.
    ///   - replaced: The server's number of the notification that it takes the place of; 0 for none.
    package init(
        _ notification: DesktopNotification,
        for server: DesktopServer,
        replacing replaced: UInt32 = 0
    ) {
        self.replaced = replaced
        app = notification.app.fitForBus(byteLimit: Self.titleLimit)
        let title = notification.title.fitForBus(byteLimit: Self.titleLimit)
        let subtitle = notification.subtitle.fitForBus(byteLimit: Self.titleLimit)
        let text = notification.body.fitForBus(byteLimit: Self.bodyLimit, keepsLines: true)
        let heading = title.isEmpty ? app : title
        if server.has(.body) {
            summary = heading
            body = Self.body(subtitle, text, hasMarkup: server.has(.bodyMarkup))
        } else {
            summary = ([heading, subtitle, text].filter { !$0.isEmpty }.joined(separator: ": "))
                .fitForBus(byteLimit: Self.bodyLimit)
            body = ""
        }
        actions = Self.actions(of: notification, server)
        hints = Self.hints(of: notification, server)
        // Not every server keeps what is critical until somebody puts it away.
        timeout = notification.urgency == .critical ? 0 : -1
    }

    static let titleLimit = 512
    static let bodyLimit = 8192

    /// Most buttons: a server draws all of them in a row.
    private static let actionLimit = 8

    private static func body(_ subtitle: String, _ text: String, hasMarkup: Bool) -> String {
        let lines =
            hasMarkup
            ? [
                subtitle.isEmpty ? "" : "<b>\(subtitle.escapedForMarkup)</b>",
                text.escapedForMarkup,
            ]
            : [subtitle, text]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func actions(
        of notification: DesktopNotification,
        _ server: DesktopServer
    ) -> [String] {
        guard server.has(.actions) else { return [] }
        var actions = [DesktopNotification.Action.openingKey, "Open"]
        if let reply = notification.reply, server.has(.inlineReply) {
            actions += [DesktopNotification.Action.replyKey, title(reply.title)]
        }
        for action in notification.actions.prefix(actionLimit) {
            actions += [action.key, title(action.title)]
        }
        return actions
    }

    private static func title(_ text: String) -> String { text.fitForBus(byteLimit: 128) }

    private static func hints(
        of notification: DesktopNotification,
        _ server: DesktopServer
    ) -> [Hint] {
        var hints = [Hint("urgency", .byte(notification.urgency.rawValue))]
        if let picture = notification.picture {
            hints.append(Hint(server.pictureHint, .picture(picture)))
        }
        switch notification.sound {
        case .none: hints.append(Hint("suppress-sound", .flag(true)))
        case .themed(let name) where server.has(.sound):
            hints.append(Hint("sound-name", .text(name.fitForBus(byteLimit: 128))))
        case .file(let path) where server.has(.sound) && path == path.fitForBus(byteLimit: 4096):
            hints.append(Hint("sound-file", .text(path)))
        case .themed, .file: break
        }
        if let reply = notification.reply, server.has(.actions), server.has(.inlineReply) {
            for (name, text) in [
                ("x-kde-reply-placeholder-text", reply.placeholder),
                ("x-kde-reply-submit-button-text", reply.button),
            ] where !text.isEmpty {
                hints.append(Hint(name, .text(title(text))))
            }
        }
        return hints
    }
}
