// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Crypto
import Foundation
import Logging
import Testing

@testable import BelfryAPNs

/// Provider tokens, each fault with Apple's reason for it.
struct ProviderTokenTests {
    private let kit = ProviderKit()
    private let now = 1_800_000_000.0

    private func admit(
        _ authorization: String?,
        _ ring: ProviderKeyring? = nil,
        now: Double? = nil
    ) throws -> PushReason? {
        let ring = try ring ?? ProviderKeyring([kit.key()])
        var session = ProviderSession(ring, .development)
        return refusal { () throws(PushRefusal) in
            try session.admit(authorization, now: now ?? self.now)
        }?.reason
    }

    @Test(arguments: ["1800000000", "1799999999.25", #""1800000000""#, "1.8e9"])
    func `takes a time that is whole, a fraction or text`(_ issued: String) throws {
        #expect(try admit("bearer \(kit.token(issued: issued))") == nil)
    }

    @Test(arguments: ["bearer", "Bearer", "BEARER"])
    func `takes the scheme in either case`(_ scheme: String) throws {
        #expect(try admit("\(scheme) \(kit.token(issued: "1800000000"))") == nil)
    }

    @Test func `takes a header without a type, and base64 with padding`() throws {
        let token = try kit.token(
            header: #"{"kid":"ABC123DEFG","alg":"ES256"}"#,
            claims: #"{"iat":1800000000,"iss":"DEF123GHIJ"}"#
        )
        #expect(try admit("bearer \(token)") == nil)
        let parts = token.split(separator: ".").map { part in
            part + String(repeating: "=", count: (4 - part.utf8.count % 4) % 4)
        }
        // The padding is signed where the sender writes it.
        let signed = "\(parts[0]).\(parts[1])"
        let signature = try kit.privateKey.signature(for: Data(signed.utf8)).rawRepresentation
        let encoded = signature.base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_")
        let padded = "\(signed).\(encoded)"
        #expect(try admit("bearer \(padded)") == nil)
    }

    @Test func `asks for a token where there is none`() throws {
        for authorization in [nil, "", "bearer", "Basic Zm9v", "token abc"] {
            #expect(try admit(authorization) == .missingProviderToken)
        }
    }

    @Test func `refuses what is not a token of a known key`() throws {
        let claims = #"{"iss":"DEF123GHIJ","iat":1800000000}"#
        let header = #"{"alg":"ES256","kid":"ABC123DEFG"}"#
        let right = try kit.token(header: header, claims: claims)
        let parts = right.split(separator: ".")
        let other = ProviderKit()
        let tokens: [String] = [
            "", "abc", "a.b", "..", "a.b.c.d", "\(parts[0]).\(parts[1]).", "\(right)A", "\(right).",
            "\(parts[0]).\(parts[1]).\(parts[2].dropLast(4))!!!!",
            // Padding that is not the whole, and a last character with bits that mean nothing.
            "\(right)=", "\(right)====", "\(right.dropLast())\(Self.twin(right.last))",
            "\(parts[0])=.\(parts[1]).\(parts[2])",
            try kit.token(header: "[]", claims: claims),
            try kit.token(header: #"{"alg":"none","kid":"ABC123DEFG"}"#, claims: claims),
            try kit.token(header: #"{"alg":"HS256","kid":"ABC123DEFG"}"#, claims: claims),
            try kit.token(header: #"{"alg":"ES256"}"#, claims: claims),
            try kit.token(header: #"{"alg":"ES256","kid":7}"#, claims: claims),
            try kit.token(header: #"{"alg":"ES256","kid":"XYZ123DEFG"}"#, claims: claims),
            try kit.token(header: header, claims: #"{"iat":1800000000}"#),
            try kit.token(header: header, claims: #"{"iss":"AAA123GHIJ","iat":1800000000}"#),
            try kit.token(header: header, claims: #"{"iss":"DEF123GHIJ"}"#),
            try kit.token(header: header, claims: #"{"iss":"DEF123GHIJ","iat":"soon"}"#),
            try kit.token(header: header, claims: #"{"iss":"DEF123GHIJ","iat":-1}"#),
            try kit.token(header: header, claims: #"{"iss":"DEF123GHIJ","iat":1800000301}"#),
            try kit.token(header: header, claims: #"{"iss":"DEF123GHIJ","iat":1e300}"#),
            try other.token(header: header, claims: claims),
            String(repeating: "a", count: 5000) + ".a.a",
        ]
        for token in tokens {
            #expect(try admit("bearer \(token)") == .invalidProviderToken, "\(token)")
        }
        #expect(try admit("bearer \(right)") == nil)
    }

    @Test func `refuses a token that is older than an hour, remembered or not`() throws {
        let ring = try ProviderKeyring([kit.key()])
        let token = try kit.token(issued: "1800000000")
        #expect(try admit("bearer \(token)", ring, now: now + 3600) == nil)
        #expect(try admit("bearer \(token)", ring, now: now + 3601) == .expiredProviderToken)
        let fresh = try ProviderKeyring([kit.key()])
        #expect(try admit("bearer \(token)", fresh, now: now + 3601) == .expiredProviderToken)
    }

    @Test func `forgets the tokens of a key that is removed or replaced`() throws {
        let ring = try ProviderKeyring([kit.key()])
        let token = try kit.token(issued: "1800000000")
        #expect(try admit("bearer \(token)", ring) == nil)
        ring.replace([try ProviderKit().key()])
        #expect(try admit("bearer \(token)", ring) == .invalidProviderToken)
        ring.replace([])
        #expect(try admit("bearer \(token)", ring) == .invalidProviderToken)
    }

    @Test func `takes anything where any provider is let in`() throws {
        let ring = ProviderKeyring([], takesAny: true)
        for authorization in [nil, "bearer abc", "Basic Zm9v"] {
            #expect(try admit(authorization, ring) == nil)
        }
    }

    /// The next letter: of the last one's six bits only two count where 64 bytes are written.
    private static func twin(_ letter: Character?) -> Character {
        switch letter {
        case "A": "B"
        case "Q": "R"
        case "g": "h"
        default: "x"
        }
    }

    /// The other signature that a key's owner could have made of the same text (r, n − s), which
    /// anybody can compute.
    private static func second(_ token: String) throws -> String {
        let order: [UInt8] = [
            0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63,
            0x25, 0x51,
        ]
        let parts = token.split(separator: ".")
        var signature = try #require(ProviderToken.bytes(parts[2]))
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
            signature[32 + index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        return "\(parts[0]).\(parts[1])." + ProviderKit.encoded(Data(signature))
    }

    // MARK: Connections

    @Test func `takes a token's other texts for the same token`() throws {
        var session = ProviderSession(ProviderKeyring([try kit.key()]), .development)
        let token = try kit.token(issued: "1800000000")
        let texts = [token, "\(token)==", try Self.second(token), token]
        for text in texts {
            #expect(try session.admit("bearer \(text)", now: now) == .key(kit.key()), "\(text)")
        }
        let forged = String(token.dropLast(6)) + "AAAAAA"
        let reason = refusal { () throws(PushRefusal) in
            try session.admit("bearer \(forged)", now: now)
        }?.reason
        #expect(reason == .invalidProviderToken)
    }

    @Test func `refuses a new token within 20 minutes, and goes on with the old one`() throws {
        var session = ProviderSession(ProviderKeyring([try kit.key()]), .development)
        let first = try kit.token(issued: "1800000000")
        let second = try kit.token(issued: "1800000001")
        func reason(_ token: String, _ now: Double) -> PushReason? {
            refusal { () throws(PushRefusal) in
                try session.admit("bearer \(token)", now: now)
            }?.reason
        }
        #expect(reason(first, now) == nil)
        #expect(reason(second, now + 1) == .tooManyProviderTokenUpdates)
        #expect(reason(first, now + 2) == nil)
        #expect(reason(second, now + 1199) == .tooManyProviderTokenUpdates)
        #expect(reason(second, now + 1200) == nil)
        #expect(reason(first, now + 1201) == nil)
        #expect(reason(try kit.token(issued: "1800001200"), now + 1202) != nil)
    }

    /// As Go's apns2 renews: one token for all connections, after 50 minutes.
    @Test func `takes a new token that was made 20 minutes after one that came late`() throws {
        var session = ProviderSession(ProviderKeyring([try kit.key()]), .development)
        let old = try kit.token(issued: "1800000000")
        let new = try kit.token(issued: "1800003000")
        #expect(try session.admit("bearer \(old)", now: now + 2700) == .key(kit.key()))
        #expect(try session.admit("bearer \(new)", now: now + 3000) == .key(kit.key()))
        let next = try kit.token(issued: "1800003001")
        let reason = refusal { () throws(PushRefusal) in
            try session.admit("bearer \(next)", now: now + 3001)
        }?.reason
        #expect(reason == .tooManyProviderTokenUpdates)
    }

    @Test func `holds a connection to one team`() throws {
        let other = ProviderKit(keyID: "KEY2345678", teamID: "TEAM234567")
        let sister = ProviderKit(keyID: "KEY3456789")
        let ring = ProviderKeyring([try kit.key(), try other.key(), try sister.key()])
        var session = ProviderSession(ring, .development)
        func reason(_ kit: ProviderKit) throws -> PushReason? {
            let token = try kit.token(issued: "1800000000")
            return refusal { () throws(PushRefusal) in
                try session.admit("bearer \(token)", now: now)
            }?.reason
        }
        #expect(try reason(kit) == nil)
        #expect(try reason(other) == .unrelatedKeyID)
        #expect(try reason(sister) == nil)
    }

    @Test func `holds a key to its environment and its topics`() throws {
        let foreign = ProviderKeyring([try kit.key(environment: .production)])
        let token = try "bearer \(kit.token(issued: "1800000000"))"
        #expect(try admit(token, foreign) == .badEnvironmentKeyID)
        let key = try kit.key(environment: .development, topics: ["com.example.one"])
        #expect(try admit(token, ProviderKeyring([key])) == nil)
        func reason(_ app: String) throws -> PushReason? {
            let head = try PushHead(deviceToken: "ab", PushFields([("apns-topic", app)]))
            return refusal { () throws(PushRefusal) in try key.check(head) }?.reason
        }
        #expect(try reason("com.example.one") == nil)
        #expect(try reason("com.example.two") == .topicDisallowed)
    }

    @Test(arguments: [([], true), (["com.acme"], false), (["com.acme", "com.acme.voip"], true)])
    func `takes a topic's end for the app's own only from a key that is for that app`(
        topics: [String],
        isTaken: Bool
    ) throws {
        let service = PushService(
            ring: ProviderKeyring([try kit.key(topics: topics)]),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let token = try kit.token(issued: "\(Int(Date().timeIntervalSince1970))")
        let fields = PushFields([
            ("authorization", "bearer \(token)"), ("apns-topic", "com.acme.voip"),
        ])
        var session = service.makeSession()
        let head = try service.readHead("POST", "/3/device/ab", fields, &session)
        guard case .push(let head) = head else {
            Issue.record("it is no push")
            return
        }
        #expect(head.app == "com.acme" && head.mayBeWholeTopic == isTaken)
    }

    @Test func `takes private and public keys on P-256, and nothing else`() throws {
        let key = kit.privateKey
        let fromPublic = try ProviderKey(
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ",
            pem: key.publicKey.pemRepresentation
        )
        #expect(try fromPublic == kit.key())
        #expect(fromPublic.publicKey.contains("PUBLIC KEY"))
        let other = P384.Signing.PrivateKey().pemRepresentation
        for (keyID, teamID, pem) in [
            ("ABC123DEFG", "DEF123GHIJ", "no key"), ("ABC123DEFG", "DEF123GHIJ", other),
            ("ABC", "DEF123GHIJ", key.pemRepresentation),
            ("ABC123DEFG", "DEF/23GHIJ", key.pemRepresentation),
        ] {
            #expect(throws: ProviderKeyError.self) {
                try ProviderKey(keyID: keyID, teamID: teamID, pem: pem)
            }
        }
    }
}
