// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import Hummingbird
internal import NIOCore

/// What one app's process is told, as server-sent events: responses and background pushes until it has
/// acknowledged them, and notices once.
struct AppStream: Sendable {
    let center: CenterService
    let running: RunningApps
    let session: AppSession
    let patience: ReaderPatience

    /// After how long a response that is not acknowledged is given again.
    private static let repeatDelay = Duration.seconds(10)

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        defer { running.disconnect(session) }
        var given: [Int: ContinuousClock.Instant] = [:]
        for await _ in session.signals {
            let known = Set(given.keys)
            let again = try await responses(&given)
            let news = try await questions() + notices()
            // A process that hangs does not live longer for what it is given again.
            if !news.isEmpty || known.count < given.count { session.noteGiven() }
            let text = again + news
            try await send(text.isEmpty ? ": alive\n\n" : text, to: &writer)
        }
        try await writer.finish(nil)
    }

    /// The responses that the process was not given, or some time ago and has not acknowledged.
    private func responses(_ given: inout [Int: ContinuousClock.Instant]) async throws -> String {
        let now = ContinuousClock.now
        let recent = given.filter { now - $0.value < Self.repeatDelay }
        var text = ""
        for (response, entry) in try await take(except: Set(recent.keys), Set(given.keys)) {
            given[response.number] = now
            let kind = response.isWake ? "background" : "response"
            text += Self.frame(kind, Self.document(response, entry))
        }
        return text
    }

    private func questions() async throws -> String {
        let sequences = session.takeQuestions()
        guard !sequences.isEmpty else { return "" }
        let entries = try await center.perform { turn in
            try sequences.compactMap(turn.transaction.entry)
        }
        return entries.reduce(into: "") { text, entry in
            let question: JSONObject = [
                "sequence": .number(JSONNumber(entry.sequence)),
                "notification": entry.notification.document,
            ]
            text += Self.frame("present", question)
        }
    }

    private func notices() -> String {
        running.takeNotices(of: session.app).reduce(into: "") { text, notice in
            text += Self.frame(notice.kind, notice.object)
        }
    }

    /// The responses that the app has not acknowledged, with their notifications.
    private func take(
        except recent: Set<Int>,
        _ known: Set<Int>
    ) async throws -> [(UserResponse, LedgerEntry?)] {
        let app = session.app
        return try await center.perform { turn in
            try turn.takeResponses(of: app, except: recent, repeating: known).map { response in
                (response, try turn.transaction.entry(response.sequence))
            }
        }
    }

    private static func document(_ response: UserResponse, _ entry: LedgerEntry?) -> JSONObject {
        var object: JSONObject = ["number": .number(JSONNumber(response.number))]
        if !response.isWake { object["action"] = .string(response.action) }
        object["text"] = response.text.map { .string($0) }
        // A notification that retention has forgotten is known by its identifier alone.
        let unknown: JSONValue = [
            "date": .number(JSONNumber(0)),
            "request": ["identifier": .string(response.identifier)],
        ]
        object["notification"] = entry?.notification.document ?? unknown
        return object
    }

    private static func frame(_ kind: String, _ object: JSONObject) -> String {
        "event: \(kind)\ndata: \(String(decoding: object.serialized(), as: UTF8.self))\n\n"
    }

    @concurrent
    private func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await patience.send(ByteBuffer(string: text), to: &writer)
    }
}
