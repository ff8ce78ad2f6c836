// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryInlets
internal import BelfryModel
internal import BelfryReport
internal import Hummingbird

/// Messages in Gotify's form.
extension Inlet {
    func addGotify(to router: Router<APIContext>) {
        router.get("/version") { _, _ in
            Response.json([
                "version": .string(BelfryVersion.text), "commit": "belfry", "buildDate": "",
            ])
        }
        router.post("/message") { [self] request, _ in
            let fields = try fields(of: request)
            guard let token = InletCredentials.gotify(fields),
                let topic = topics.topic(ofToken: token)
            else {
                throw InletError(
                    40101,
                    "you need to provide a valid access token; belfry topic token gives a topic one"
                )
            }
            try rate.count(topic.name)
            return try await room.reading(request, of: topic.name, limit: Self.gotifyByteLimit) {
                try await publish(try GotifyMessage($0, fields), to: topic)
            }
        }
    }

    private func publish(_ message: GotifyMessage, to topic: InletTopic) async throws -> Response {
        let moment = try await prepare(topic)
        let number = try await take(
            message.push(topic: topic.name),
            as: Self.makeIdentifier(),
            for: topic
        )
        var document: JSONObject = [
            "id": .number(JSONNumber(number)), "appid": .number(JSONNumber(topic.number)),
            "message": .string(message.message),
        ]
        for member in message.document(topic: topic.name).members {
            document[member.key] = member.value
        }
        document["date"] = .string(APITime.text(moment.now))
        return Response.json(.object(document))
    }

    /// Longer than any message: each byte of its texts escaped, and the rest.
    private static let gotifyByteLimit = 512 * 1024
}
