// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel
internal import BelfryTerminal

/// What `belfry desktop intercept` prints: a line for each thing that happens.
struct InterceptScreen {
    /// Whether what was shown as it came, or as the extension has made it, has its line too.
    let isVerbose: Bool

    /// Whether each line is a JSON object.
    let isJSON: Bool

    /// The line of an event; empty for one that is not told.
    func line(of event: InterceptEvent) -> String {
        isJSON ? json(of: event) : text(of: event)
    }

    // MARK: Text

    private func text(of event: InterceptEvent) -> String {
        switch event {
        case .serving(let server):
            "ready      notifications are shown by \(Self.name(of: server))\n"
        case .watching(let server):
            (["ready      \(Self.name(of: server)) shows notifications, and again what is changed"]
                + ResendCost.sentences.map { "cost       \($0)" }).map { $0 + "\n" }.joined()
        case .serverFound(let server): "server     \(Self.name(of: server)) goes on\n"
        case .serverLost(let fault): "server     \(fault.description.neutralised())\n"
        case .handled(let record): text(of: record)
        case .pressed(let button):
            "pressed    \(button.key.quoted) of \(button.app.quoted) (\(button.sender)), \(button.title.quoted)"
                .neutralised() + "\n"
        }
    }

    private static func name(of server: DesktopServer) -> String {
        [server.name, server.version].filter { !$0.isEmpty }.joined(separator: " ").neutralised()
    }

    private func text(of record: InterceptRecord) -> String {
        guard isVerbose || Self.isTold(record) else { return "" }
        let verdict = record.verdict.padding(to: 10)
        let reason = record.reason.isEmpty ? "" : ": \(record.reason)"
        let shown =
            record.shownTitle == record.title ? "" : ", shown as \(record.shownTitle.quoted)"
        let error = record.error.map { ", answered with \($0)" } ?? ""
        let refusal = record.refusal.map { ", which the server has refused with \($0)" } ?? ""
        let line =
            "\(verdict) \(record.app.quoted) (\(record.sender))\(reason), \(record.title.quoted)"
            + shown + error + refusal
        return line.neutralised() + "\n"
    }

    /// Whether a notification's end is told without being asked for: whatever is not shown, and
    /// whatever the extension has failed at.
    private static func isTold(_ record: InterceptRecord) -> Bool {
        record.error != nil || record.refusal != nil
            || !["delivered", "passed"].contains(record.verdict)
    }

    // MARK: JSON

    private func json(of event: InterceptEvent) -> String {
        let object: JSONObject =
            switch event {
            case .serving(let server): ["event": "serving", "server": .object(Self.object(server))]
            case .watching(let server):
                [
                    "event": "watching", "server": .object(Self.object(server)),
                    "costs": .array(ResendCost.sentences.map { .string($0) }),
                ]
            case .serverFound(let server):
                ["event": "serverFound", "server": .object(Self.object(server))]
            case .serverLost(let fault):
                ["event": "serverLost", "problem": .string(fault.description)]
            case .handled(let record): Self.object(record)
            case .pressed(let button):
                [
                    "event": "pressed", "key": .string(button.key), "app": .string(button.app),
                    "sender": .string(button.sender), "title": .string(button.title),
                    "number": .number(JSONNumber(Int(button.number))),
                ]
            }
        return (try? JSONText.line(object)) ?? ""
    }

    private static func object(_ server: DesktopServer) -> JSONObject {
        [
            "name": .string(server.name), "vendor": .string(server.vendor),
            "version": .string(server.version),
            "specification": .string(server.specification),
            "capabilities": .array(server.capabilities.map { .string($0) }),
        ]
    }

    private static func object(_ record: InterceptRecord) -> JSONObject {
        var object: JSONObject = [
            "event": "notification", "verdict": .string(record.verdict),
            "reason": .string(record.reason), "app": .string(record.app),
            "sender": .string(record.sender), "title": .string(record.title),
            "shownTitle": .string(record.shownTitle),
            "number": .number(JSONNumber(Int(record.number))),
        ]
        if let error = record.error { object["error"] = .string(error) }
        if let refusal = record.refusal { object["refused"] = .string(refusal) }
        return object
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
