// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// A push through the daemon's own push endpoint: one request tries the whole way of a sender.
extension CenterAPI {
    func addPushTrial(to router: Router<APIContext>) {
        router.post("/v1/apps/:app/apns-push") { request, context in
            let app = try context.parameter("app")
            guard let place = push.place else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "the daemon has no push endpoint; start it with belfryd --apns-port 2197"
                )
            }
            let device = try request.query("device") ?? PushDevice.main
            let token = try await token(of: app, on: device)
            let headers = try headers(of: request, to: app)
            let bytes = try await request.bytes(limit: Self.trialByteLimit)
            let client = PushClient(
                host: place.host,
                port: place.port,
                authority: place.authority
            )
            do throws(PushClient.Failure) {
                let answer = try await client.push(bytes, to: token, headers)
                return Response.json(.object(await document(of: answer)))
            } catch {
                throw APIError(.badGateway, "endpoint", error.description)
            }
        }
    }

    /// More than any payload may have: the endpoint says what is too much.
    private static let trialByteLimit = 64 * 1024

    /// The device token of an app on a device, for the endpoint's environment.
    func token(of app: String, on device: String) async throws -> String {
        let environment = push.environment
        let made = DeviceToken.random()
        return try await center.perform {
            try $0.register(app, for: environment, on: device, making: made).token
        }
    }

    private static let sentHeaders = [
        "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-collapse-id",
        "apns-expiration",
    ]

    /// The headers of APNs as they came.
    func sentHeaders(of request: Request) -> [(name: String, value: String)] {
        Self.sentHeaders.flatMap { name -> [(name: String, value: String)] in
            guard let field = HTTPField.Name(name) else { return [] }
            return request.headers[values: field].map { (name, $0) }
        }
    }

    /// The headers of APNs as they came, a topic and a provider token.
    private func headers(
        of request: Request,
        to app: String
    ) throws -> [(name: String, value: String)] {
        var headers = sentHeaders(of: request)
        if !headers.contains(where: { $0.name == "apns-topic" }) {
            let type = headers.first { $0.name == "apns-push-type" }?.value
            headers.append(("apns-topic", PushTopic.usual(of: app, type)))
        }
        let token = try push.providers.development.token(now: Date().timeIntervalSince1970)
        headers.append(("authorization", "bearer \(token)"))
        return headers
    }

    private func document(of answer: PushClient.Answer) async -> JSONObject {
        var object: JSONObject = ["status": .number(JSONNumber(answer.status))]
        object["apnsID"] = answer.identifier.map { .string($0) }
        object["uniqueID"] = answer.uniqueIdentifier.map { .string($0) }
        object["reason"] = answer.reason.map { .string($0) }
        object["timestamp"] = answer.timestamp.map { .number(JSONNumber($0)) }
        if let known = answer.uniqueIdentifier,
            let record = try? await center.perform({ try $0.pushRecord(known) })
        {
            object["sequence"] = record.sequence.map { .number(JSONNumber($0)) }
        }
        return object
    }
}
