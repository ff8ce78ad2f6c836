// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

extension CenterScreen {
    /// Devices that senders push to.
    func pushDevices(_ devices: [JSONObject]) -> String {
        var table = CenterTable(terminal, "DEVICE", "STATE", "POWER", "STORED")
        for device in devices {
            table.add(
                device.text("name"),
                device["isOnline"] == .bool(true) ? "online" : "offline",
                device.text("power"),
                device.text("stored")
            )
        }
        return table.text
    }

    /// Lines of the delivery log.
    func pushes(_ pushes: [JSONObject]) -> String {
        guard !pushes.isEmpty else { return "No push has come to the push endpoint.\n" }
        var table = CenterTable(
            terminal,
            "NUMBER",
            "ID",
            "RECEIVED",
            "APP",
            "DEVICE",
            "TYPE",
            "OUTCOME"
        )
        for push in pushes {
            table.add(
                push.text("number"),
                push.text("uniqueID"),
                push.time("received"),
                push.text("app"),
                push.text("device"),
                push.text("pushType"),
                Self.outcome(push)
            )
        }
        return table.text
    }

    /// One push, its steps, and what its extension did.
    func push(_ push: JSONObject) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 14)
        sheet.heading("push", push.text("uniqueID"))
        sheet.row("apns-id", push.text("apnsID"))
        sheet.row("app", push.text("app"))
        sheet.row("device", "\(push.text("device")), \(push.text("environment"))")
        sheet.row("token", push.text("token"))
        sheet.row("type", "\(push.text("pushType")), priority \(push.text("priority"))")
        let further = [
            ("channel", "channel"), ("collapse-id", "collapseID"), ("expiration", "expiration"),
        ]
        for (label, key) in further where push[key] != nil { sheet.row(label, push.text(key)) }
        if push.text("duplicates") != "0" {
            sheet.row("repeated", "\(push.text("duplicates")) times")
        }
        sheet.row("received", push.time("received"))
        for step in push.objects("steps") {
            sheet.row("", "\(step.time("date"))  \(Self.outcome(step))")
        }
        if case .array(let warnings)? = push["warnings"] {
            for warning in warnings { sheet.row("warning", warning.string ?? "") }
        }
        let notification = push["notification"]?.object
        if push["sequence"] != nil {
            let state = notification?.text("state") ?? "kept no longer"
            sheet.row("notification", "\(push.text("sequence")), \(state)")
        }
        for run in push.objects("runs") {
            sheet.row("run", "\(run.text("attempt")), \(Self.verdict(run["verdict"]?.object))")
        }
        sheet.gap()
        return sheet.text
    }

    private static func outcome(_ step: JSONObject) -> String {
        let reason = step.text("reason")
        return reason.isEmpty ? step.text("outcome") : "\(step.text("outcome")): \(reason)"
    }
}
