// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension CenterScreen {
    /// One event of the log on one line: number, time, kind, app, notification, and what is said.
    static func line(of event: JSONObject) -> String {
        let number = event.text("cursor")
        let sequence = event.text("sequence")
        let notification = event["notification"]?.object
        let words = [
            event.text("note"), notification?["content"]?.object?.headline ?? "", range(of: event),
        ]
        let cells = [
            padded(number.isEmpty ? "-" : number, 6), event.time("date"),
            padded(event.text("kind"), 12), event.text("app"),
            sequence.isEmpty ? "" : "#\(sequence)",
            words.filter { !$0.isEmpty }.joined(separator: " · "),
        ]
        return cells.filter { !$0.isEmpty }
            .map { $0.neutralised(byteLimit: 400) }
            .joined(separator: "  ") + "\n"
    }

    /// What a gap or a reset is about.
    private static func range(of event: JSONObject) -> String {
        let last = event.text("last")
        return last.isEmpty ? "" : "events \(event.text("after")) to \(last)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
