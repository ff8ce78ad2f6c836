// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird

/// The topics of the inlet: who may send messages to which app.
extension CenterAPI {
    func addTopics(to router: Router<APIContext>) {
        router.get("/v1/topics") { _, _ in
            var object: JSONObject = [
                "topics": .array(inlet.topics.topics.map { .object($0.document) })
            ]
            object["port"] = inlet.port.map { .number(JSONNumber($0)) }
            return Response.json(.object(object))
        }
        router.post("/v1/topics") { request, _ in
            let body = try await APIObject(request, ["name", "app"])
            let name = try body.required("name", try body.text("name"), "what it is called")
            let app = try body.required("app", try body.text("app"), "an app's identifier")
            let now = try await center.perform { turn in
                _ = try turn.app(app)
                return turn.now
            }
            return answer(try inlet.topics.add(name, app: app, at: now), status: .created)
        }
        router.post("/v1/topics/:topic/token") { _, context in
            answer(try inlet.topics.renewToken(of: try context.parameter("topic")), status: .ok)
        }
        router.delete("/v1/topics/:topic") { _, context in
            try inlet.topics.remove(try context.parameter("topic"))
            return Response(status: .noContent)
        }
    }

    private func answer(
        _ made: (topic: InletTopic, token: String),
        status: HTTPResponse.Status
    ) -> Response {
        var object = made.topic.document
        object["token"] = .string(made.token)
        object["port"] = inlet.port.map { .number(JSONNumber($0)) }
        return Response.json(.object(object), status: status)
    }
}
