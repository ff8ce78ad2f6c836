// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PayloadReader {
    /// The keys of `aps` that only Live Activities have.
    static let liveActivityKeys = [
        "event", "timestamp", "content-state", "stale-date", "dismissal-date", "attributes-type",
        "attributes", "input-push-channel", "input-push-token",
    ]

    /// Reads the Live Activity's keys; nil when there is no `event`.
    func liveActivity(_ aps: PayloadObject) throws(PayloadError) -> LiveActivityUpdate? {
        let event = try event(aps)
        let update = LiveActivityUpdate(
            event: event ?? .update,
            timestamp: try aps.number("timestamp"),
            contentState: try aps.object("content-state")?.members,
            staleDate: try aps.number("stale-date"),
            dismissalDate: try aps.number("dismissal-date"),
            attributesType: try aps.text("attributes-type"),
            attributes: try aps.object("attributes")?.members,
            inputPushChannel: try aps.text("input-push-channel"),
            wantsInputPushToken: try flag(
                "input-push-token",
                in: aps,
                effect: "the app gets no token"
            )
        )
        if event != nil { return update }
        for key in Self.liveActivityKeys where aps.members[key] != nil {
            warn(
                aps,
                key,
                "stands in a payload without event",
                effect: "no Live Activity is changed",
                fix: "add \"event\": \"update\" or remove it"
            )
        }
        return nil
    }

    private func event(_ aps: PayloadObject) throws(PayloadError) -> LiveActivityUpdate.Event? {
        guard let name = try aps.text("event") else { return nil }
        guard let event = LiveActivityUpdate.Event(rawValue: name) else {
            try aps.passOutOfRange(
                "event",
                found: "the string \(name.quoted)",
                expected: "\"start\", \"update\" or \"end\""
            )
            return nil
        }
        return event
    }
}
