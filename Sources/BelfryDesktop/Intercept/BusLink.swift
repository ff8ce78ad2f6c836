// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// A connection to a bus that several parts of one thread use.
final class BusLink {
    let connection: BusConnection

    init(to address: String) throws(SystemError) {
        connection = try BusConnection(to: address)
    }

    /// Begins to connect, to watch what others say to each other.
    init(watching address: String) throws(SystemError) {
        connection = try BusConnection(to: address, isMonitor: true)
    }
}

/// A message that is kept for its answer; it belongs to the thread of its bus.
final class HeldMessage {
    let message: BusMessage

    init(_ message: consuming BusMessage) {
        self.message = message
    }
}

extension BusRefusal {
    /// What a caller is told where the server has ended before it has answered; the bus says the same.
    static let noReply = BusRefusal(
        name: "org.freedesktop.DBus.Error.NoReply",
        text: "Message recipient disconnected from message bus without replying"
    )

    /// What a caller is told that sends faster than its notifications are shown, as servers say it.
    static let excess = BusRefusal(
        name: "org.freedesktop.Notifications.Error.ExcessNotificationGenerated",
        text: "too many notifications of this program wait to be shown"
    )

    /// What a caller is told whose message is larger than any notification.
    static let tooLarge = BusRefusal(
        name: "org.freedesktop.DBus.Error.LimitsExceeded",
        text: "the message has more values or bytes than a notification may have"
    )

    static let failed = BusRefusal(
        name: "org.freedesktop.DBus.Error.Failed",
        text: "the message could not be handed on"
    )
}
