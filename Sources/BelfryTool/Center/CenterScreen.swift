// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

/// The daemon's answers for people.
struct CenterScreen {
    let terminal: Terminal

    /// Installed apps, and what the user lets them do.
    func apps(_ apps: [JSONObject]) -> String {
        guard !apps.isEmpty else {
            return "No app is installed; belfry install Name.app installs one.\n"
        }
        var table = CenterTable(
            terminal,
            "APP",
            "VERSION",
            "NOTIFICATIONS",
            "BADGE",
            "PROGRAM",
            "EXTENSION"
        )
        for app in apps {
            table.add(
                app.text("identifier"),
                app.text("version"),
                Self.permission(app.text("authorization")),
                app.text("badge"),
                Self.program(app["program"]?.object),
                app.text("serviceExtension").split(separator: "/").last.map(String.init) ?? "-"
            )
        }
        return table.text
    }

    /// Notifications, in the daemon's order.
    func notifications(_ notifications: [JSONObject]) -> String {
        guard !notifications.isEmpty else { return "There is none.\n" }
        var table = CenterTable(terminal, "ID", "STATE", "APP", "TIME", "VERDICT", "CONTENT")
        for notification in notifications {
            table.add(
                notification.text("sequence"),
                notification.text("state"),
                notification.text("app"),
                notification.time("accepted"),
                Self.verdict(notification["verdict"]?.object),
                notification["content"]?.object?.headline ?? ""
            )
        }
        return table.text
    }

    /// Requests that wait for their time.
    func requests(_ requests: [JSONObject]) -> String {
        guard !requests.isEmpty else { return "Nothing is pending.\n" }
        var table = CenterTable(terminal, "REQUEST", "APP", "DUE", "CONTENT")
        for pending in requests {
            let request = pending["request"]?.object ?? [:]
            let due = pending.time("due")
            table.add(
                pending.text("identifier"),
                pending.text("app"),
                due.isEmpty ? "at a place" : due,
                request["content"]?.object?.headline ?? ""
            )
        }
        return table.text
    }

    /// One line about an app's permission.
    static func permission(_ status: String) -> String {
        status == "notDetermined" ? "not asked" : status
    }

    /// What an app's process does.
    private static func program(_ program: JSONObject?) -> String {
        switch program?.text("state") {
        case "listening": "listens"
        case "running": "runs, does not listen"
        case "givenUp": "never listened, given up"
        case "stopped": "-"
        default: "none"
        }
    }

    static func verdict(_ verdict: JSONObject?) -> String {
        guard let verdict else { return "-" }
        let reason = verdict.text("reason")
        return reason.isEmpty ? verdict.text("kind") : "\(verdict.text("kind")): \(reason)"
    }
}
