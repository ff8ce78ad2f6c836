// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Crypto
import Foundation
import Logging
import NIOCore
import SwiftASN1
import Testing
import X509

@testable import BelfryAPNs

/// Senders with a certificate: which ones are let in, and what they may push.
struct ClientAuthorityTests {
    private let folder: URL
    private let authority: LocalAuthority

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-clients-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        authority = try LocalAuthority(in: folder.path)
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private func chain(
        _ topics: [String] = ["com.example.app"],
        _ environment: PushEnvironment? = nil
    ) throws -> [[UInt8]] {
        let pem = try authority.makeProvider(topics: topics, environment: environment)
        return [try bytes(#require(try PEMCertificates.read(pem).first))]
    }

    private func bytes(_ certificate: Certificate) throws -> [UInt8] {
        try certificate.serializeAsPEM().derBytes
    }

    private var clients: ClientAuthority { ClientAuthority([authority.certificate]) }

    private func provider(_ verdict: ClientAuthority.Verdict) -> ProviderCertificate? {
        if case .valid(let certificate) = verdict { certificate } else { nil }
    }

    private func fault(_ verdict: ClientAuthority.Verdict) -> String? {
        if case .refused(let fault) = verdict { fault } else { nil }
    }

    private func reason(
        _ fields: [(String, String)],
        _ verdict: ClientAuthority.Verdict,
        any: Bool = false
    ) -> PushReason? {
        let service = PushService(
            ring: ProviderKeyring([], takesAny: any),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        var session = service.makeSession()
        session.certificate = verdict
        let path = "/3/device/" + String(repeating: "ab", count: 32)
        return refusal { () throws(PushRefusal) in
            try service.readHead("POST", path, PushFields(fields), &session)
        }?.reason
    }

    // MARK: Verdicts

    @Test func `lets in who the local authority vouches for, with topics and service`() async throws
    {
        defer { cleanUp() }
        let topics = ["com.example.app", "com.example.other", "com.example.app.voip"]
        let found = provider(await clients.judge(try chain(topics, .production)))
        #expect(found?.topics == topics)
        #expect(found?.environments == [.production])
        let both = provider(await clients.judge(try chain()))
        #expect(both?.topics == ["com.example.app"])
        #expect(both?.environments == [.development, .production])
    }

    @Test func `refuses what nobody vouches for, without a look at what it says`() async throws {
        defer { cleanUp() }
        let other = folder.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let stranger = ClientAuthority([try LocalAuthority(in: other).certificate])
        #expect(fault(await stranger.judge(try chain()))?.contains("vouches") == true)
        #expect(fault(await clients.judge([[1, 2, 3]]))?.contains("cannot be read") == true)
        #expect(fault(await clients.judge([])) != nil)
        let many = try Array(repeating: chain()[0], count: 9)
        #expect(fault(await clients.judge(many))?.contains("9 certificates") == true)
    }

    @Test func `refuses a certificate for servers, one without a topic, and one that has expired`()
        async throws
    {
        defer { cleanUp() }
        let key = P256.Signing.PrivateKey()
        let plain = try DistinguishedName { CommonName("nobody") }
        let named = DistinguishedName([
            RelativeDistinguishedName(
                .init(type: ProviderCertificate.userID, utf8String: "com.example.app")
            )
        ])
        func made(
            _ subject: DistinguishedName,
            _ usage: ExtendedKeyUsage.Usage,
            days: Double = 1
        ) throws -> [[UInt8]] {
            let extensions = try Certificate.Extensions { try ExtendedKeyUsage([usage]) }
            return [try bytes(authority.sign(key, subject, extensions, days: days))]
        }
        #expect(provider(await clients.judge(try made(named, .clientAuth))) != nil)
        #expect(fault(await clients.judge(try made(named, .serverAuth)))?.contains("usage") == true)
        #expect(fault(await clients.judge(try made(plain, .clientAuth)))?.contains("UID") == true)
        let expired = try made(named, .clientAuth, days: -0.5)
        #expect(fault(await clients.judge(expired))?.contains("expired") == true)
    }

    @Test func `knows a certificate again that comes without its chain`() async throws {
        defer { cleanUp() }
        let clients = clients
        let chain = try chain()
        #expect(fault(clients.recall(chain[0]))?.contains("connect anew") == true)
        let verdict = await clients.judge(chain)
        #expect(clients.recall(chain[0]) == verdict)
    }

    // MARK: Pushes

    @Test func `holds a certificate to its topics and its service, and needs no token`()
        async throws
    {
        defer { cleanUp() }
        let own = await clients.judge(try chain())
        #expect(reason([], own) == nil)
        #expect(reason([("apns-topic", "com.example.app")], own) == nil)
        // What a token says does not count beside a certificate.
        #expect(reason([("authorization", "bearer x")], own) == nil)
        #expect(reason([("apns-topic", "com.example.app.voip")], own) == nil)
        #expect(reason([("apns-topic", "com.example.other")], own) == .topicDisallowed)
        #expect(reason([("apns-topic", "no topic")], own) == .badTopic)
        let location = [("apns-topic", "com.example.app.location-query")]
        #expect(reason(location, own) == .topicDisallowed)
        let production = await clients.judge(try chain(["com.example.app"], .production))
        #expect(reason([], production) == .badCertificateEnvironment)
        #expect(reason([], .refused("for a test")) == .badCertificate)
        #expect(reason([("apns-topic", "any")], .refused("for a test"), any: true) == nil)
    }

    @Test func `takes pushes to managed devices with a certificate alone`() async throws {
        defer { cleanUp() }
        let own = await clients.judge(try chain(["com.apple.mgmt.External.x"]))
        #expect(reason([("apns-push-type", "mdm")], own) == nil)
        let key = try ProviderKit().key()
        let head = try PushHead(
            deviceToken: "ab",
            PushFields([("apns-push-type", "mdm"), ("apns-topic", "com.apple.mgmt.External.x")])
        )
        #expect(
            refusal { () throws(PushRefusal) in try key.check(head) }?.reason == .topicDisallowed
        )
    }

    @Test func `ends a certificate's pushes with the certificate`() async throws {
        defer { cleanUp() }
        let verdict = await clients.judge(try chain())
        var session = ProviderSession(ProviderKeyring([]), .development)
        session.certificate = verdict
        let end = try #require(provider(verdict)).end
        #expect(refusal { () throws(PushRefusal) in try session.admit(nil, now: end) } == nil)
        let late = refusal { () throws(PushRefusal) in try session.admit(nil, now: end + 1) }
        #expect(late?.reason == .badCertificate)
    }

    // MARK: Files

    @Test func `reads files again when they have changed, and keeps what it had for bad ones`()
        throws
    {
        defer { cleanUp() }
        let file = folder.path + "/clients.pem"
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = EndpointTrust.Files(identity: nil, clients: file)
        #expect(throws: AuthorityError.self) { try EndpointTrust(authority, files, logger) }
        try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let trust = try EndpointTrust(authority, files, logger)
        let now = NIODeadline.now()
        let first = trust.current(at: now + .seconds(2))
        #expect(trust.current(at: now + .seconds(4)).clients === first.clients)
        try "no certificate".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(trust.current(at: now + .seconds(6)).clients === first.clients)
        try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(trust.current(at: now + .seconds(6)).clients === first.clients)
        #expect(trust.current(at: now + .seconds(8)).clients !== first.clients)
    }
}
