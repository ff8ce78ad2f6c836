// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification as it is to be shown on a desktop, whatever the server there can do.
package struct DesktopNotification: Equatable, Sendable {
    /// How much it presses (Desktop Notifications Specification, "Urgency Levels").
    package enum Urgency: UInt8, Sendable {
        case low = 0
        case normal = 1
        case critical = 2
    }

    /// A button.
    package struct Action: Equatable, Sendable {
        /// What the server gives back when it is pressed.
        package let key: String

        /// Its text.
        package let title: String

        /// - Parameters:
        ///   - identifier: What the app knows it by.
        ///   - title: Its text.
        package init(identifier: String, title: String) {
            key = Self.key(of: identifier)
            self.title = title
        }

        /// What stands for an action on the bus.
        ///
        /// It is never one of the specification's own names, as `default`, whatever the app calls it.
        ///
        /// - Parameter identifier: What the app knows the action by.
        /// - Returns: The key.
        package static func key(of identifier: String) -> String {
            "app:" + identifier.fitForBus(byteLimit: 1024)
        }

        /// The key of a click on the notification itself.
        package static let openingKey = "default"

        /// The key of the field for an answer, as Plasma names it.
        package static let replyKey = "inline-reply"
    }

    /// The field for an answer.
    package struct Reply: Equatable, Sendable {
        /// The text of what opens it.
        package let title: String
        /// What it shows while it is empty.
        package let placeholder: String
        /// The text of what sends the answer.
        package let button: String

        package init(title: String, placeholder: String = "", button: String = "") {
            self.title = title
            self.placeholder = placeholder
            self.button = button
        }
    }

    /// What is heard.
    package enum Sound: Equatable, Sendable {
        case none
        /// A sound of the user's theme, by the name that the Sound Naming Specification has.
        case themed(String)
        /// A sound file.
        case file(String)
    }

    /// Whose it is, as people know it.
    package var app: String
    package var title: String
    package var subtitle: String
    package var body: String

    /// How much it presses.
    package var urgency: Urgency

    /// Its buttons, without the one that opens it.
    package var actions: [Action]

    /// The field for an answer; nil for none.
    package var reply: Reply?
    package var sound: Sound

    /// The picture beside the text; nil for none.
    package var picture: DesktopPicture?

    package init(
        app: String,
        title: String,
        subtitle: String = "",
        body: String = "",
        urgency: Urgency = .normal,
        actions: [Action] = [],
        reply: Reply? = nil,
        sound: Sound = .none,
        picture: DesktopPicture? = nil
    ) {
        self.app = app
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.urgency = urgency
        self.actions = actions
        self.reply = reply
        self.sound = sound
        self.picture = picture
    }
}
