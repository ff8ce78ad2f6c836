// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// What happened to a notification, and when: the events that the log has of it, and for those that the
/// log has forgotten the times in its row.
struct NotificationLife: Sendable {
    private var steps: [Step]

    /// One thing that happened.
    private struct Step {
        let kind: CenterEvent.Kind
        let date: UnixTime
        var note = ""
    }

    /// Most events that are told of one notification; an ordinary one has half a dozen.
    static let limit = 200

    /// - Parameters:
    ///   - entry: The notification.
    ///   - events: What the log has of it, in order.
    init(of entry: LedgerEntry, _ events: [CenterEvent]) {
        steps = events.map { Step(kind: $0.kind, date: $0.date, note: $0.note) }
        let end = CenterEvent.Kind(rawValue: entry.state.rawValue)
        add(.accepted, entry.accepted)
        add(.forwarded, entry.detail.forwarded)
        add(.presented, entry.presented)
        add(.seen, entry.detail.seen)
        if entry.state.isEnd, let end { add(end, entry.ended) }
    }

    /// Adds what the row says and the log does not.
    private mutating func add(_ kind: CenterEvent.Kind, _ date: UnixTime?) {
        guard let date, !steps.contains(where: { $0.kind == kind }) else { return }
        let place = steps.firstIndex { $0.date > date } ?? steps.endIndex
        steps.insert(Step(kind: kind, date: date), at: place)
    }

    /// The steps in the order in which they happened.
    var document: JSONValue {
        .array(
            steps.map { step in
                var object: JSONObject = [
                    "event": .string(step.kind.rawValue), "date": .string(APITime.text(step.date)),
                ]
                if !step.note.isEmpty { object["note"] = .string(step.note) }
                return .object(object)
            }
        )
    }
}
