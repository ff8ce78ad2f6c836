// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// Pushes to one of the devices that senders know, by the push endpoint's rules and without its TLS: they
/// wait for a device that is offline or saves power.
extension CenterAPI {
    func addDevicePushes(to router: Router<APIContext>) {
        router.post("/v1/apps/:app/push-command") { request, context in
            let app = try context.parameter("app")
            let device = try request.query("device") ?? PushDevice.main
            let bytes = try await request.bytes(limit: Self.pushByteLimit)
            guard let payload = String(validating: bytes, as: UTF8.self),
                !payload.utf8.contains(0)
            else {
                throw APIError.malformed(
                    "the payload is not UTF-8, or has a zero byte; no command of a shell can have it"
                )
            }
            let command = try PushShellCommand(
                payload,
                sentHeaders(of: request),
                to: app,
                on: device,
                by: await way(to: app, on: device)
            )
            return Response.json([
                "command": .string(command.text), "needsToken": .bool(command.needsToken),
            ])
        }
    }

    /// Where a sender of this machine pushes to.
    private func way(to app: String, on device: String) async throws -> PushShellCommand.Way {
        if let place = push.place {
            return .endpoint(
                port: place.port,
                authority: place.authority,
                token: try await token(of: app, on: device),
                takesAny: push.takesAnyProvider
            )
        }
        guard let socket else {
            throw APIError(
                .conflict,
                "wrong_state",
                "the daemon's socket has no path; start it with belfryd --apns-port 2197"
            )
        }
        return .socket(socket)
    }

    /// Takes a push to a device.
    ///
    /// - Parameters:
    ///   - request: The payload, with the headers of APNs.
    ///   - app: The app.
    ///   - device: The device's name.
    /// - Returns: What became of it so far.
    /// - Throws: ``APIError`` with what the endpoint would have told its sender.
    func push(_ request: Request, to app: String, on device: String) async throws -> Response {
        let fields = PushFields(sentHeaders(of: request))
        let type = fields["apns-push-type"]
        let bytes = try await request.bytes(limit: Self.pushByteLimit)
        // What is typed is held to JSON, of which the endpoint passes over some faults.
        _ = try PushPayload.parse(
            bytes,
            limit: Self.limit(of: type.flatMap(PushType.init(rawValue:))),
            isStrict: true
        )
        let token = try await token(of: app, on: device)
        do {
            let arrival = try RemotePush(
                to: token,
                fields,
                body: bytes,
                usualTopic: PushTopic.usual(of: app, type),
                identifier: UUID().uuidString.lowercased()
            )
            let known = try await withCheckedThrowingContinuation { continuation in
                door.accept(arrival) { continuation.resume(with: $0) }
            }
            return Response.json(.object(try await document(of: arrival, known)))
        } catch let refusal as PushRefusal {
            throw APIError(refusal)
        }
    }

    private func document(of push: RemotePush, _ known: String?) async throws -> JSONObject {
        var object: JSONObject = ["apnsID": .string(push.identifier)]
        guard let known else {
            object["duplicate"] = true
            return object
        }
        let record = try await center.perform { try $0.pushRecord(known) }
        object["uniqueID"] = .string(known)
        object["duplicate"] = .bool(record.duplicates > 0)
        object["outcome"] = .string(record.outcome.rawValue)
        object["reason"] = record.reason.map { .string($0.rawValue) }
        object["sequence"] = record.sequence.map { .number(JSONNumber($0)) }
        return object
    }

    /// Adds what the endpoint would say to the headers of a push.
    func addHeaders(
        of request: Request,
        to app: String,
        _ body: [UInt8],
        _ object: inout JSONObject
    ) {
        let fields = PushFields(sentHeaders(of: request))
        let usual = PushTopic.usual(of: app, fields["apns-push-type"])
        let faults = fields.faults(body: body, usualTopic: usual)
        object["topic"] = .string(fields["apns-topic"] ?? usual)
        object["headers"] = .array(
            faults.map { fault in
                [
                    "name": .string(fault.name), "reason": .string(fault.refusal.reason.rawValue),
                    "message": .string(fault.refusal.explanation),
                ]
            }
        )
        if !faults.isEmpty { object["isValid"] = false }
    }
}

extension APIError {
    /// What a sender of the endpoint is told.
    fileprivate init(_ refusal: PushRefusal) {
        self.init(
            HTTPResponse.Status(code: refusal.reason.status),
            "apns_\(refusal.reason.rawValue)",
            refusal.explanation
        )
    }
}
