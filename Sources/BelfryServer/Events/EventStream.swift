// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird
internal import NIOCore

/// One follower's stream: the log from its cursor on, and then whatever comes.
///
/// It holds one batch of events. A reader that is disconnected for its slowness can go on later from the
/// last event that it had.
struct EventStream: Sendable {
    let center: CenterService
    let subscription: EventFeed.Subscription
    let patience: ReaderPatience

    /// The event after which it begins; nil for those from now on.
    let cursor: Int?

    /// Most events that are sent at a time.
    static let batch = 64

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        let (first, last) = try await center.perform { turn in
            let first = try turn.transaction.events(after: 0, limit: 1).first?.cursor
            return (first, try turn.transaction.lastCursor())
        }
        var cursor = cursor ?? last
        // From the beginning is from the oldest event that is kept.
        if cursor == 0 { cursor = first.map { $0 - 1 } ?? last }
        if cursor > last {
            // The log is another one, as after a backup was restored.
            try await send(Self.notice("reset", cursor, last), to: &writer)
            cursor = last
        }
        var isFirst = true
        for await signal in subscription.signals {
            var isSilent = true
            if !isFirst, case .news(let text, cursor, let last) = signal {
                try await send(text, to: &writer)
                cursor = last
                continue
            }
            while let news = try await news(after: cursor) {
                try await send(news.text, to: &writer)
                cursor = news.last
                isSilent = false
            }
            if isFirst {
                // An id without data: the follower knows from where to go on, and that this is all.
                try await send("id: \(cursor)\n: that is all for now\n\n", to: &writer)
                isFirst = false
            } else if isSilent {
                try await send(": alive\n\n", to: &writer)
            }
        }
        try await writer.finish(nil)
    }

    /// The next batch; nil where there is none.
    private func news(after cursor: Int) async throws -> (text: String, last: Int)? {
        try await center.perform { turn in
            let events = try turn.transaction.events(after: cursor, limit: Self.batch)
            guard let last = events.last else {
                let last = try turn.transaction.lastCursor()
                return last > cursor ? (Self.notice("gap", cursor, last), last) : nil
            }
            return (try Self.text(of: events, after: cursor, in: turn), last.cursor)
        }
    }

    /// Events with their notifications as they stand now, and what is missing between them: a log has
    /// a hole where a backup was restored, and before the events that are kept.
    static func text(of events: [CenterEvent], after cursor: Int, in turn: Turn) throws -> String {
        var text = ""
        var cursor = cursor
        for event in events {
            if event.cursor > cursor + 1 { text += Self.notice("gap", cursor, event.cursor - 1) }
            cursor = event.cursor
            var object = event.document
            let entry = try event.sequence.flatMap(turn.transaction.entry)
            object["notification"] = entry.map { .object($0.document) }
            text += frame(event.kind.rawValue, event.cursor, object)
        }
        return text
    }

    private static func notice(_ kind: String, _ from: Int, _ to: Int) -> String {
        frame(kind, to, ["after": .number(JSONNumber(from)), "last": .number(JSONNumber(to))])
    }

    private static func frame(_ kind: String, _ cursor: Int, _ object: JSONObject) -> String {
        let data = String(decoding: object.serialized(), as: UTF8.self)
        return "id: \(cursor)\nevent: \(kind)\ndata: \(data)\n\n"
    }

    @concurrent
    private func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
        try await patience.send(ByteBuffer(string: text), to: &writer)
    }
}
