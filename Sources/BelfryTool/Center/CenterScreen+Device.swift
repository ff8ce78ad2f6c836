// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

extension CenterScreen {
    /// The virtual device.
    func device(_ device: JSONObject) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        sheet.heading("device", device.text("token"))
        sheet.row("lock", device.text("lock"))
        sheet.row("foreground", Self.some(device.text("foregroundApp")))
        sheet.row("focus", Self.some(device.text("focus", "name")))
        let allowed = device["focus"]?.object?.texts("allowedApps") ?? []
        if !allowed.isEmpty { sheet.row("", "allows " + allowed.joined(separator: ", ")) }
        let filters = device["focus"]?.object?["filters"]?.object ?? [:]
        for app in filters.keys.sorted() {
            sheet.row("", "of \(app) only " + filters.texts(app).joined(separator: ", "))
        }
        sheet.row("schedule", Self.schedule(device["focusSchedule"]?.object))
        for line in Self.focusesOff(device) { sheet.row("", line) }
        sheet.row("mute", device.text("isMuted"))
        let accessories = device.texts("accessories").joined(separator: ", ")
        sheet.row("accessories", Self.some(accessories))
        sheet.row("summary", Self.some(device.texts("summaryTimes").joined(separator: ", ")))
        sheet.row("time zone", device.text("timeZone"))
        sheet.row("location", Self.some(device.numbers("position").joined(separator: ",")))
        sheet.gap()
        return sheet.text
    }

    /// What the user lets an app do.
    func settings(_ app: JSONObject) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 22)
        sheet.heading("settings", app.text("identifier"))
        let until = app.time("ephemeralUntil")
        let status = app.text("authorization")
        sheet.row("authorization", until.isEmpty ? status : "\(status) until \(until)")
        let rows = [
            ("alert", "alert"), ("sound", "sound"), ("badge", "badge"),
            ("lock screen", "lockScreen"), ("notification centre", "notificationCenter"),
            ("scheduled delivery", "scheduledDelivery"), ("alert style", "alertStyle"),
            ("previews", "showPreviews"), ("grouping", "grouping"),
            ("critical alerts", "criticalAlert"),
            ("time-sensitive", "timeSensitive"), ("direct messages", "directMessages"),
            ("CarPlay", "carPlay"), ("announcement", "announcement"), ("filtering", "filtering"),
        ]
        for (label, key) in rows { sheet.row(label, app.text("settings", key)) }
        let focuses = app["settings"]?.object?["focus"]?.object ?? [:]
        let through = focuses.keys.filter { focuses[$0] == "enabled" }.joined(separator: ", ")
        sheet.row("comes through", Self.some(through.neutralised()))
        if app["settings"]?.object?["providesAppNotificationSettings"] == .bool(true) {
            let name = app.text("identifier")
            sheet.row("settings in the app", "belfry open \(name) --settings  shows them")
        }
        sheet.gap()
        return sheet.text
    }

    /// The centre's clock.
    func clock(_ clock: JSONObject) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        let isVirtual = clock["isVirtual"] == .bool(true)
        sheet.heading("clock", isVirtual ? "virtual: it stands still" : "the machine's")
        sheet.row("now", clock.time("now"))
        sheet.row("time zone", clock.text("timeZone"))
        sheet.row("due next", clock.text("next").isEmpty ? "nothing" : clock.time("next"))
        sheet.gap()
        return sheet.text
    }

    /// What each Focus that is off lets through once it is on, where that is something.
    private static func focusesOff(_ device: JSONObject) -> [String] {
        guard case .array(let focuses)? = device["focuses"] else { return [] }
        let off = focuses.compactMap(\.object)
            .filter { $0.text("name") != device.text("focus", "name") }
        return off.compactMap { focus in
            let apps = focus.texts("allowedApps").joined(separator: ", ")
            return apps.isEmpty ? nil : "\(focus.text("name")), once it is on, allows \(apps)"
        }
    }

    /// When Do Not Disturb goes on and off by itself.
    private static func schedule(_ schedule: JSONObject?) -> String {
        guard let schedule else { return "none" }
        let days = schedule.texts("weekdays")
        let when = days.count == 7 ? "every day" : days.joined(separator: ", ")
        let word = schedule["isOn"] == .bool(true) ? "off" : "on"
        let next = schedule.time("next")
        return "Do Not Disturb from \(schedule.text("from")) to \(schedule.text("to")), \(when)"
            + (next.isEmpty ? "" : "; \(word) at \(next)")
    }

    private static func some(_ text: String) -> String { text.isEmpty ? "none" : text }
}
