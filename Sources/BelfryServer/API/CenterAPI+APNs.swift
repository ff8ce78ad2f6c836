// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// The push endpoint, the keys of those who may push to it, and the tokens that they push to.
extension CenterAPI {
    func addAPNs(to router: Router<APIContext>) {
        router.get("/v1/apns") { _, _ in Response.json(.object(endpointDocument)) }
        router.get("/v1/apns/providers") { _, _ in
            let keys = push.providers.ring.keys
            return Response.json(["providers": .array(keys.map { .object($0.document) })])
        }
        router.post("/v1/apns/providers") { request, _ in
            let body = try await APIObject(
                request,
                ["keyID", "teamID", "key", "environment", "topics"]
            )
            let key = try providerKey(body)
            try push.providers.add(key)
            return Response.json(.object(key.document), status: .created)
        }
        router.delete("/v1/apns/providers/:key") { _, context in
            try push.providers.remove(try context.parameter("key"))
            return Response(status: .noContent)
        }
        router.post("/v1/apns/certificates") { request, _ in
            let body = try await APIObject(request, ["topics", "environment"])
            let topics = try body.required("topics", try body.texts("topics"), "apps' identifiers")
            let environment: PushEnvironment? = try body.choice("environment")
            guard (1...100).contains(topics.count), topics.allSatisfy(PushTopic.isValid) else {
                throw APIError.malformed("topics holds 1 to 100 bundle identifiers")
            }
            let made = try push.makeCertificate(topics: topics, environment: environment)
            return Response.json(
                ["certificate": .string(made.pem), "serial": .string(made.serial)],
                status: .created
            )
        }
        router.get("/v1/apns/certificates") { _, _ in
            let entries = push.providers.certificates.register.entries
            return Response.json(["certificates": .array(entries.map { .object($0.answer) })])
        }
        router.delete("/v1/apns/certificates/:serial") { _, context in
            try push.providers.certificates.remove(try context.parameter("serial"))
            return Response(status: .noContent)
        }
        addPlannedRefusals(to: router)
        addDeviceTokens(to: router)
    }

    private func addPlannedRefusals(to router: Router<APIContext>) {
        router.get("/v1/apns/refusals") { _, _ in
            Response.json(.object(push.planned.plan?.document ?? [:]))
        }
        router.put("/v1/apns/refusals") { request, _ in
            guard push.place != nil else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "the daemon has no push endpoint; start it with belfryd --apns-port 2197"
                )
            }
            let body = try await APIObject(request, ["reason", "count"])
            let reasons = PushReason.allCases.filter { !$0.isOfChannelsAlone }.map(\.rawValue)
            let word = try body.required(
                "reason",
                try body.text("reason"),
                "one of Apple's reasons"
            )
            guard let reason = PushReason(rawValue: word), !reason.isOfChannelsAlone else {
                throw APIError.malformed(
                    "reason is \(word.quoted); write one of \(reasons.joined(separator: ", "))"
                )
            }
            let count = try body.integer("count", in: 1...PlannedRefusals.countLimit) ?? 1
            let plan = PlannedRefusals.Plan(reason: reason, count: count)
            push.planned.set(plan)
            return Response.json(.object(plan.document))
        }
        router.delete("/v1/apns/refusals") { _, _ in
            push.planned.set(nil)
            return Response(status: .noContent)
        }
    }

    private var endpointDocument: JSONObject {
        let place = push.place
        var object: JSONObject = [
            "isOpen": .bool(place != nil), "environment": .string(push.environment.rawValue),
            "takesAnyProvider": .bool(push.takesAnyProvider),
        ]
        object["port"] = place.map { .number(JSONNumber($0.port)) }
        object["channelPort"] = place?.channelPort.map { .number(JSONNumber($0)) }
        object["authority"] = place?.authority.map { .string($0) }
        return object
    }

    private func providerKey(_ body: APIObject) throws -> ProviderKey {
        let keyID = try body.required("keyID", try body.text("keyID"), "the key's identifier")
        let teamID = try body.required("teamID", try body.text("teamID"), "the team's identifier")
        let pem = try body.required("key", try body.text("key"), "what the .p8 file holds")
        let environment: PushEnvironment? = try body.choice("environment")
        let topics = try body.texts("topics") ?? []
        do throws(ProviderKeyError) {
            return try ProviderKey(
                keyID: keyID,
                teamID: teamID,
                pem: pem,
                environment: environment,
                topics: topics
            )
        } catch {
            throw APIError(.unprocessableContent, "provider_key", error.message)
        }
    }

    // MARK: Device tokens

    private func addDeviceTokens(to router: Router<APIContext>) {
        router.get("/v1/device/tokens") { _, _ in
            let tokens = try await center.perform { try $0.transaction.deviceTokens(of: nil) }
            return Response.json(["tokens": .array(tokens.map { .object($0.document) })])
        }
        router.post("/v1/apps/:app/token") { request, context in
            let app = try context.parameter("app")
            let body = try await APIObject(request, ["environment", "device"])
            let device = try body.text("device") ?? PushDevice.main
            let environment: PushEnvironment = try body.choice("environment") ?? push.environment
            let made = DeviceToken.random()
            let token = try await center.perform {
                try $0.register(app, for: environment, on: device, making: made)
            }
            return Response.json(.object(token.document))
        }
        router.delete("/v1/apps/:app/token") { request, context in
            let app = try context.parameter("app")
            let environment: PushEnvironment =
                try choice(request, "environment") ?? push.environment
            let end: DeviceToken.End = try choice(request, "end") ?? .unregistered
            let device = try request.query("device") ?? PushDevice.main
            let token = try await center.perform {
                try $0.unregister(app, from: environment, on: device, end)
            }
            return Response.json(.object(token.document))
        }
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ request: Request,
        _ name: String
    ) throws -> Choice? {
        guard let text = try request.query(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError.malformed(
                "the parameter \(name) is \(text.quoted); write one of \(words)"
            )
        }
        return choice
    }
}

extension PlannedRefusals.Plan {
    fileprivate var document: JSONObject {
        [
            "reason": .string(reason.rawValue), "status": .number(JSONNumber(reason.status)),
            "count": .number(JSONNumber(count)),
        ]
    }
}

extension DeviceToken {
    /// 256 bits of the system's generator (man 2 getrandom), as APNs' tokens have.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            let digits = String(generator.next() as UInt8, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// The token as the API writes it.
    var document: JSONObject {
        var object: JSONObject = [
            "token": .string(token), "app": .string(app), "device": .string(device),
            "environment": .string(environment.rawValue),
            "registered": .string(APITime.text(registered)), "isActivity": .bool(isActivity),
        ]
        object["ended"] = ended.map { .string(APITime.text($0)) }
        object["end"] = end.map { .string($0.rawValue) }
        return object
    }
}
