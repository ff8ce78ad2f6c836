// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// An error that the bus or a server answers a call with.
struct BusRefusal {
    let name: String
    let text: String

    /// Whether there is nobody to answer: the bus says it.
    var isAbsence: Bool {
        [
            "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply",
            "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.Disconnected",
        ].contains(name)
    }

    /// Whether the same call may be taken later: servers refuse what comes too quickly.
    var isPassing: Bool {
        name.hasSuffix("ExcessNotificationGenerated") || name.hasSuffix("LimitsExceeded")
    }

    /// Why there is no server.
    var absence: BusFault {
        guard name == "org.freedesktop.DBus.Error.ServiceUnknown" else { return fault }
        return BusFault(
            "there is no notification server on the session bus (org.freedesktop.Notifications)"
        )
    }

    var fault: BusFault { BusFault("the notification server answers \(words)") }

    /// Its name and what it says, safe to print.
    var words: String {
        let said = text.fitForBus(byteLimit: 256)
        return name.fitForBus(byteLimit: 128) + (said.isEmpty ? "" : ": \(said)")
    }
}
