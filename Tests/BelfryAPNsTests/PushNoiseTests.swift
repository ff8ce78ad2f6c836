// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryRandom
import Logging
import Testing

@testable import BelfryAPNs

/// Requests that are made of good parts, bad parts and noise: each is refused, or holds what is
/// promised of a push.
struct PushNoiseTests {
    private static let names = [
        "authorization", "apns-topic", "apns-push-type", "apns-id", "apns-expiration",
        "apns-priority", "apns-collapse-id", "content-length", "host", "apns-noise",
    ]

    private static let values =
        [
            "", "app", "app.voip", "app.push-type.liveactivity", "0", "1", "5", "10", "-1", "1e9",
            "1800000000", "123e4567-e89b-12d3-a456-426655440000", "bearer a.b.c", "bearer ..",
            "bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA", String(repeating: "x", count: 5000), "é",
            "\u{0}", "a\nb", "𝔘",
        ] + PushType.allCases.map(\.rawValue)

    private static let paths = [
        "/3/device/" + String(repeating: "0A", count: 32), "/3/device/", "/3/device", "/", "",
        "/3/device/é", "/3/device/" + String(repeating: "a", count: 10_000),
    ]

    private static let bodies = [
        #"{"aps":{"alert":"x"}}"#, #"{"aps":{"content-available":1}}"#, "{}", "", "{", "[]", "7",
        #"{"aps":{"alert":{"loc-key":"k","loc-args":["a"]},"badge":-1,"sound":{"volume":2}}}"#,
        String(repeating: "[", count: 4000), #"{"aps":{"event":"start","timestamp":1}}"#,
    ]

    /// A request as it comes, before any of it is looked at.
    private struct Noise {
        let method: String
        let path: String
        let fields: PushFields
        let body: [UInt8]
        let byteCount: Int

        func read(
            by service: PushService,
            _ session: inout ProviderSession
        ) throws(PushRefusal) -> RemotePush {
            let head = try service.readHead(method, path, fields, &session)
            let request = PushRequest(
                head: head,
                identifier: RequestIdentifier(of: path, on: .pushes, fields),
                body: body,
                byteCount: byteCount
            )
            guard case .push(let push) = try service.read(request) else {
                throw PushRefusal(.badPath, "it is not a push to a device")
            }
            return push
        }
    }

    private func request(_ numbers: inout SeededGenerator) -> Noise {
        var fields: [(name: String, value: String)] = []
        if Bool.random(using: &numbers) { fields.append(("apns-topic", "app")) }
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            let name = Self.names.randomElement(using: &numbers) ?? ""
            fields.append((name, Self.values.randomElement(using: &numbers) ?? ""))
        }
        var body = Array((Self.bodies.randomElement(using: &numbers) ?? "").utf8)
        if Int.random(in: 0...3, using: &numbers) == 0, !body.isEmpty {
            body[Int.random(in: 0..<body.count, using: &numbers)] = UInt8(
                truncatingIfNeeded: numbers.next()
            )
        }
        return Noise(
            method: Int.random(in: 0...9, using: &numbers) == 0 ? "GET" : "POST",
            path: Int.random(in: 0...3, using: &numbers) == 0
                ? Self.paths.randomElement(using: &numbers) ?? "" : Self.paths[0],
            fields: PushFields(fields),
            body: body,
            byteCount: body.count + (Int.random(in: 0...19, using: &numbers) == 0 ? 1 : 0)
        )
    }

    @Test(arguments: [true, false])
    func `ends every request in a reason or a push`(_ takesAny: Bool) throws {
        let ring = ProviderKeyring([try ProviderKit().key()], takesAny: takesAny)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = PushService(
            ring: ring,
            environment: .development,
            door: ScriptedDoor(),
            logger: logger
        )
        var numbers = SeededGenerator(seed: 7)
        var reasons: Set<PushReason> = []
        var pushes = 0
        for _ in 0..<10_000 {
            let request = request(&numbers)
            var session = service.makeSession()
            do throws(PushRefusal) {
                let push = try request.read(by: service, &session)
                pushes += 1
                #expect(push.deviceToken == push.deviceToken.lowercased())
                #expect(
                    (1...255).contains(push.app.utf8.count) && push.app.utf8.allSatisfy { $0 > 32 }
                )
                #expect(CanonicalUUID.lowercased(push.identifier) == push.identifier)
                #expect(push.payload.bytes.count <= push.type.payloadLimit.byteCount)
                #expect((1...64).contains(push.collapseIdentifier?.utf8.count ?? 1))
            } catch {
                reasons.insert(error.reason)
                #expect(!error.explanation.utf8.contains(10) && !error.explanation.utf8.contains(0))
            }
        }
        #expect((pushes > 0) == takesAny)
        #expect(reasons.count >= (takesAny ? 12 : 5), "\(reasons)")
    }
}
