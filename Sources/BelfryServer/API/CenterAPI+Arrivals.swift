// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// Pushes: what a sender would give to APNs, with the same headers.
extension CenterAPI {
    func addArrivals(to router: Router<APIContext>) {
        router.post("/v1/apps/:app/push") { request, context in
            let app = try context.parameter("app")
            if let device = try request.query("device") {
                return try await push(request, to: app, on: device)
            }
            let arrival = try await arrival(of: request, for: app)
            let localized = await texts.localized(arrival)
            let acceptance = try await center.perform { try $0.accept(localized) }
            metrics.countPush(acceptance)
            var isDuplicate = false
            if case .duplicate = acceptance { isDuplicate = true }
            return Response.json([
                "sequence": .number(JSONNumber(acceptance.sequence)),
                "duplicate": .bool(isDuplicate), "apnsID": .string(arrival.identifier),
            ])
        }
        router.post("/v1/payload-check") { request, _ in
            Response.json(.object(try await check(request)))
        }
    }

    /// Reads a payload as a push would be read, and says what is wrong with it; nothing is sent.
    ///
    /// With an app, its headers are looked at too, as of a push to a device of a sender.
    private func check(_ request: Request) async throws -> JSONObject {
        let app = try request.query("app")
        let type =
            app == nil
            ? try pushType(request.headers)
            : try text(request.headers, "apns-push-type").flatMap(PushType.init(rawValue:))
        let limit = Self.limit(of: type)
        let bytes = try await request.bytes(limit: Self.pushByteLimit)
        var object: JSONObject = [
            "byteCount": .number(JSONNumber(bytes.count)),
            "limit": .number(JSONNumber(limit.byteCount)),
        ]
        do throws(PayloadError) {
            let payload = try PushPayload.parse(bytes, limit: limit, isStrict: true)
            object["isValid"] = true
            object["pushType"] = .string(Self.pushType(of: payload).rawValue)
            object["content"] = payload.content.document
            object["warnings"] = .array(payload.warnings.map { .string($0.description) })
        } catch {
            object["isValid"] = false
            object["problem"] = [
                "code": .string(error.code.rawValue), "message": .string(error.message),
            ]
            object["warnings"] = .array([])
        }
        if let app { addHeaders(of: request, to: app, bytes, &object) }
        return object
    }

    private func arrival(of request: Request, for app: String) async throws -> PushArrival {
        let headers = request.headers
        let type = try pushType(headers)
        let limit = Self.limit(of: type)
        // One byte more, so that the payload's reader says by how much it is too long.
        let bytes = try await request.bytes(limit: Self.pushByteLimit)
        let payload = try PushPayload.parse(bytes, limit: limit, isStrict: true)
        var arrival = PushArrival(
            app: app,
            identifier: try text(headers, "apns-id") ?? UUID().uuidString.lowercased(),
            pushType: type ?? Self.pushType(of: payload),
            payload: payload
        )
        if arrival.pushType == .liveactivity { arrival.activityToken = DeviceToken.random() }
        arrival.collapseIdentifier = try text(headers, "apns-collapse-id")
        arrival.expires = try expiration(headers)
        return arrival
    }

    /// More than any payload may have; what is larger is not even read.
    static let pushByteLimit = 64 * 1024

    static func limit(of type: PushType?) -> PayloadLimit {
        type == .voip ? .voip : .standard
    }

    private static func pushType(of payload: PushPayload) -> PushType {
        payload.isContentAvailable && !payload.content.hasEffect ? .background : .alert
    }

    private func pushType(_ headers: HTTPFields) throws -> PushType? {
        guard let text = try text(headers, "apns-push-type") else { return nil }
        guard let type = PushType(rawValue: text) else {
            let known = PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError.malformed(
                "the header apns-push-type is \(text.quoted); write one of \(known)"
            )
        }
        return type
    }

    /// When the push is worth nothing any more; 0, which asks for one try, expires never here: the
    /// device is always there.
    private func expiration(_ headers: HTTPFields) throws -> UnixTime? {
        guard let text = try text(headers, "apns-expiration") else { return nil }
        guard let seconds = Int64(text), (0...4_102_444_800).contains(seconds) else {
            throw APIError.malformed(
                "the header apns-expiration is \(text.quoted); write seconds of UNIX time"
            )
        }
        return seconds == 0 ? nil : UnixTime(milliseconds: seconds * 1000)
    }

    /// A header of 1 to 64 bytes, the most that APNs takes.
    func text(_ headers: HTTPFields, _ name: String) throws -> String? {
        guard let field = HTTPField.Name(name), let text = headers[field] else { return nil }
        guard (1...64).contains(text.utf8.count) else {
            throw APIError.malformed("the header \(name) is not of 1 to 64 bytes")
        }
        return text
    }
}
