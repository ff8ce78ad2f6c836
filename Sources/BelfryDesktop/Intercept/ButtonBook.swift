// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A button that an extension has put on a program's notification, and that the user has pressed.
package struct PressedButton: Equatable, Sendable {
    /// Who has sent the notification: its connection on the bus, and what it calls itself.
    package let sender: String
    package let app: String

    /// The title as it came.
    package let title: String

    /// The number that its program was told.
    package let number: UInt32

    /// What the extension calls the button.
    package let key: String
}

/// The buttons on the screen that extensions have added: no program is told of a press of one that it
/// has not offered.
struct ButtonBook {
    private struct Notification {
        let sender: String
        let app: String
        let title: String
        let keys: [String: String]
    }

    private var notifications = NumberBook<Notification>()

    /// Notes what is shown under a number.
    ///
    /// - Parameters:
    ///   - number: The number that its program was told.
    ///   - call: How it came.
    ///   - keys: What the extension calls its buttons, by the keys that the server knows them by.
    mutating func note(_ number: UInt32, _ call: InterceptedCall, _ keys: [String: String]) {
        guard !keys.isEmpty else { return forget(number) }
        notifications.note(
            number,
            Notification(
                sender: call.program,
                app: call.request?.app.fitForBus(byteLimit: 256) ?? "",
                title: call.request?.summary.fitForBus(byteLimit: 256) ?? "",
                keys: keys
            )
        )
    }

    /// The button that a key stands for; nil for one of the program's own.
    func button(_ number: UInt32, _ key: String) -> PressedButton? {
        guard let found = notifications[number], let name = found.keys[key] else { return nil }
        return PressedButton(
            sender: found.sender,
            app: found.app,
            title: found.title,
            number: number,
            key: name
        )
    }

    mutating func forget(_ number: UInt32) {
        notifications.forget(number)
    }
}
