// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Logging
import Testing

@testable import BelfryAPNs

/// Requests about broadcast channels: paths, header fields, bodies, and each reason of their own.
struct ChannelRequestTests {
    private static let id = "123e4567-e89b-12d3-a456-426655440000"
    private static let channel = "dHN0LXNyY2gtY2hubA=="
    private let door = ScriptedDoor()

    private func service(
        _ kind: PushService.Kind,
        _ ring: ProviderKeyring = ProviderKeyring([], takesAny: true)
    ) -> PushService {
        PushService(
            kind,
            ring: ring,
            environment: .development,
            door: door,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private struct Request {
        var method = "POST"
        var path = "/4/broadcasts/apps/com.example.app"
        var fields = [
            "apns-channel-id": ChannelRequestTests.channel, "apns-push-type": "liveactivity",
        ]
        var body = #"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#
        /// Fields that are there a second time.
        var further: [(String, String)] = []
    }

    /// Answers a request as the stream's handler has it answered.
    private func answer(
        _ request: Request,
        by service: PushService,
        _ certificate: ClientAuthority.Verdict? = nil
    ) async -> PushAnswer {
        let fields = PushFields(request.fields.map { ($0.key, $0.value) } + request.further)
        let identifier = RequestIdentifier(of: request.path, on: service.kind, fields)
        var session = service.makeSession()
        session.certificate = certificate
        let content: RequestContent
        do throws(PushRefusal) {
            let head = try service.readHead(request.method, request.path, fields, &session)
            let body = Array(request.body.utf8)
            content = try service.read(
                PushRequest(
                    head: head,
                    identifier: identifier,
                    body: Array(body.prefix(head.byteLimit)),
                    byteCount: body.count
                )
            )
        } catch {
            return service.refuse(identifier, error)
        }
        return await withCheckedContinuation { continuation in
            service.deliver(content, of: identifier) { continuation.resume(returning: $0) }
        }
    }

    private func reason(_ answer: PushAnswer) -> String {
        let text = String(decoding: answer.body ?? [], as: UTF8.self)
        return "\(answer.status) \(text)"
    }

    private func refusal(_ status: Int, _ reason: String) -> String {
        "\(status) {\"reason\":\"\(reason)\"}"
    }

    @Test func `takes a push to a channel, and answers by apns-request-id`() async throws {
        var request = Request()
        request.fields["apns-request-id"] = Self.id.uppercased()
        request.fields["apns-expiration"] = "0"
        request.fields["apns-priority"] = "5"
        let answer = await answer(request, by: service(.pushes))
        #expect(answer.status == 200 && answer.body == nil)
        #expect(answer.identifierName == "apns-request-id")
        #expect(answer.identifier == Self.id.uppercased())
        let push = try #require(door.broadcasts.first)
        #expect(push.app == "com.example.app" && push.channel == Self.channel)
        #expect(push.identifier == Self.id && push.expiration == 0)
        #expect(push.priority == .considerate)
    }

    @Test func `makes, reads, lists and removes channels`() async throws {
        let service = service(.channels)
        var request = Request()
        request.path = "/1/apps/com.example.app/channels"
        request.fields = ["apns-request-id": Self.id]
        request.body = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
        let made = await answer(request, by: service)
        #expect(made.status == 201 && made.channel == "Y2hhbm5lbA==" && made.body == nil)
        #expect(made.identifierName == "apns-request-id" && made.identifier == Self.id)
        request.fields["apns-channel-id"] = Self.channel
        request.body = ""
        request.method = "GET"
        let read = await answer(request, by: service)
        #expect(
            reason(read) == #"200 {"message-storage-policy":1,"push-type":"LiveActivity"}"#
        )
        request.method = "DELETE"
        #expect(reason(await answer(request, by: service)) == "204 ")
        request.method = "GET"
        request.path = "/1/apps/com.example.app/all-channels"
        #expect(
            reason(await answer(request, by: service)) == #"200 {"channels":["Y2hhbm5lbA=="]}"#
        )
        let operations: [ChannelRequest.Operation] = [
            .make(policy: 1), .read(Self.channel), .remove(Self.channel), .list,
        ]
        #expect(door.requests.map(\.operation) == operations)
    }

    /// What is changed of a push to a channel, and what it is refused with.
    static let refusals: [(String, String?, Int, String)] = [
        ("apns-channel-id", nil, 400, "MissingChannelId"),
        ("apns-channel-id", "no channel", 400, "BadChannelId"),
        ("apns-channel-id", String(repeating: "A", count: 65), 400, "BadChannelId"),
        ("apns-push-type", nil, 400, "MissingPushType"),
        ("apns-push-type", "alert", 400, "InvalidPushType"),
        ("apns-request-id", "7", 400, "BadMessageId"),
        ("apns-expiration", "soon", 400, "BadExpirationDate"),
        ("apns-priority", "7", 400, "BadPriority"),
        ("body", "", 400, "PayloadEmpty"), ("body", "{", 400, "BadRequestPayload"),
        ("body", String(repeating: " ", count: 5121), 413, "PayloadTooLarge"),
        ("path", "/4/broadcasts/apps/", 404, "BadPath"),
        ("path", "/4/broadcasts/apps/a/b", 404, "BadPath"),
        ("method", "GET", 405, "MethodNotAllowed"),
    ]

    @Test(arguments: refusals)
    func `refuses a push to a channel`(
        _ name: String,
        _ value: String?,
        _ status: Int,
        _ reason: String
    ) async {
        var request = Request()
        switch name {
        case "body": request.body = value ?? ""
        case "path": request.path = value ?? ""
        case "method": request.method = value ?? ""
        default: request.fields[name] = value
        }
        let answer = await answer(request, by: service(.pushes))
        #expect(self.reason(answer) == refusal(status, reason))
        #expect(answer.identifierName == "apns-request-id")
    }

    /// Method, path, body, and what a request that manages channels is refused with.
    static let faults: [(String, String, String, Int, String)] = [
        ("POST", "/1/apps/a/channels", "", 400, "PayloadEmpty"),
        ("POST", "/1/apps/a/channels", "[]", 400, "BadRequestPayload"),
        (
            "POST", "/1/apps/a/channels",
            #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#, 400, "BadRequestPayload"
        ),
        ("POST", "/1/apps/a/channels", #"{"message-storage-policy":0}"#, 400, "MissingPushType"),
        (
            "POST", "/1/apps/a/channels", #"{"message-storage-policy":0,"push-type":"alert"}"#, 400,
            "InvalidPushType"
        ),
        ("POST", "/1/apps/a/channels", String(repeating: " ", count: 4097), 413, "PayloadTooLarge"),
        ("GET", "/1/apps/a/channels", "", 400, "MissingChannelId"),
        ("PUT", "/1/apps/a/channels", "", 405, "MethodNotAllowed"),
        ("POST", "/1/apps/a/all-channels", "", 405, "MethodNotAllowed"),
        ("GET", "/1/apps/a", "", 404, "BadPath"), ("GET", "/1/apps//channels", "", 404, "BadPath"),
        ("POST", "/3/device/aa", "{}", 404, "BadPath"),
    ]

    @Test(arguments: faults)
    func `refuses a request that manages channels`(
        _ method: String,
        _ path: String,
        _ body: String,
        _ status: Int,
        _ reason: String
    ) async {
        let request = Request(method: method, path: path, fields: [:], body: body)
        #expect(
            self.reason(await answer(request, by: service(.channels))) == refusal(status, reason)
        )
        #expect(door.requests.isEmpty)
    }

    @Test func `does not manage channels where pushes go`() async {
        let request = Request(path: "/1/apps/a/all-channels", fields: [:], body: "")
        let answer = await answer(request, by: service(.pushes))
        #expect(reason(answer) == refusal(404, "BadPath"))
        #expect(answer.identifierName == "apns-id")
    }

    @Test func `refuses a field that is there twice`() async {
        var request = Request()
        request.further = [("apns-push-type", "liveactivity")]
        #expect(
            reason(await answer(request, by: service(.pushes)))
                == refusal(400, "BadRequestParams")
        )
    }

    @Test func `lets in who may push to the app, with reasons of its own`() async throws {
        let kit = ProviderKit()
        let ring = ProviderKeyring([try kit.key(topics: ["com.example.app"])])
        let pushes = service(.pushes, ring)
        #expect(reason(await answer(Request(), by: pushes)) == refusal(403, "MissingProviderToken"))
        var request = Request()
        request.fields["authorization"] =
            "bearer \(try kit.token(issued: "\(Int(Date().timeIntervalSince1970))"))"
        #expect(reason(await answer(request, by: pushes)) == "200 ")
        request.path = "/4/broadcasts/apps/com.example.other"
        #expect(reason(await answer(request, by: pushes)) == refusal(400, "TopicDisallowed"))
        let elsewhere = ProviderKeyring([try kit.key(environment: .production)])
        request.path = Request().path
        #expect(
            reason(await answer(request, by: service(.pushes, elsewhere)))
                == refusal(403, "InvalidProviderToken")
        )
    }
}
