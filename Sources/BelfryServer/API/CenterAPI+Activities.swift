// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// Live activities, as pushes have begun and changed them.
extension CenterAPI {
    func addActivities(to router: Router<APIContext>) {
        router.get("/v1/activities") { request, _ in
            let app = try request.query("app")
            let activities = try await center.perform { turn in
                try turn.transaction.liveActivities(of: app).map { $0.document(at: turn.now) }
            }
            return Response.json(["activities": .array(activities.map { .object($0) })])
        }
    }
}

extension LiveActivity {
    /// The activity as the API writes it.
    fileprivate func document(at now: UnixTime) -> JSONObject {
        var object: JSONObject = [
            "number": .number(JSONNumber(number)), "app": .string(app), "device": .string(device),
            "token": .string(token), "state": .string(state.rawValue),
            "isStale": .bool(isStale(at: now)), "attributesType": .string(attributesType),
            "started": .string(APITime.text(started)), "updated": .string(APITime.text(updated)),
        ]
        object["attributes"] = try? JSONValue.parseWrapped(Array(attributes.utf8))
        object["contentState"] = try? JSONValue.parseWrapped(Array(contentState.utf8))
        object["channel"] = channel.map { .string($0) }
        object["staleDate"] = staleDate.map { .string(APITime.text($0)) }
        object[state == .active ? "endsBy" : "dismissed"] = .string(APITime.text(due))
        return object
    }
}
