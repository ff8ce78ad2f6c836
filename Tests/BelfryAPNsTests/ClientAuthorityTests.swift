// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Crypto
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP2
import NIOTLS
import SwiftASN1
import Testing
import X509

@testable import BelfryAPNs

/// Senders with a certificate: which ones are let in, and what they may push.
struct ClientAuthorityTests {
    private let folder: URL
    private let authority: LocalAuthority
    private let register = CertificateRegister([])

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
        let made = try authority.makeProvider(topics: topics, environment: environment)
        register.replace(register.entries + [made.entry])
        return [try bytes(#require(try PEMCertificates.read(made.pem).first))]
    }

    private func bytes(_ certificate: Certificate) throws -> [UInt8] {
        try certificate.serializeAsPEM().derBytes
    }

    private var clients: ClientAuthority { ClientAuthority(authority.certificate) }

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
            ring: ProviderKeyring([], takesAny: any, certificates: register),
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

    @Test func `has a reason of its own for channels of another app`() async throws {
        defer { cleanUp() }
        let own = try #require(provider(await clients.judge(try chain())))
        let sender = Provider.certificate(own)
        let found = refusal { () throws(PushRefusal) in
            try sender.check(channelsOf: "com.example.other")
        }
        #expect(found?.reason == .topicMismatch)
        #expect(found?.reason.rawValue == "TopicMismatch" && found?.reason.status == 403)
        #expect(
            refusal { () throws(PushRefusal) in
                try sender.check(channelsOf: "com.example.app")
            } == nil
        )
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
        let stranger = ClientAuthority(try LocalAuthority(in: other).certificate)
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
        #expect(fault(clients.recall(chain[0]))?.contains("session of its own") == true)
        let verdict = await clients.judge(chain)
        clients.remember(verdict, of: chain[0])
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
        let ring = ProviderKeyring([], certificates: register)
        var session = ProviderSession(ring, .development)
        session.certificate = verdict
        let end = try #require(provider(verdict)).end
        #expect(refusal { () throws(PushRefusal) in try session.admit(nil, now: end) } == nil)
        let late = refusal { () throws(PushRefusal) in try session.admit(nil, now: end + 1) }
        #expect(late?.reason == .badCertificate)
    }

    // MARK: Withdrawal

    @Test func `refuses a certificate that was withdrawn, and no other`() async throws {
        defer { cleanUp() }
        let first = await clients.judge(try chain())
        let second = await clients.judge(try chain())
        #expect(reason([], first) == nil)
        #expect(reason([], second) == nil)
        register.replace([try #require(register.entries.first)])
        let left = try #require(register.entries.first?.serial)
        let named = [first, second].map { provider($0)?.voucher == .local(serial: left) }
        #expect(named.filter(\.self).count == 1)
        #expect(reason([], first) == (named[0] ? nil : .badCertificate))
        #expect(reason([], second) == (named[1] ? nil : .badCertificate))
        // Who lets in everybody asks for no certificate.
        #expect(reason([("apns-topic", "any")], first, any: true) == nil)
    }

    /// Of a signature (r, s) anybody makes (r, n − s), and with it another certificate of the same.
    @Test func `knows a withdrawn certificate by its number, whatever its signature is written as`()
        async throws
    {
        defer { cleanUp() }
        let chain = try chain()
        let certificate = try Certificate(derEncoded: chain[0])
        var serializer = DER.Serializer()
        let original = try DER.parse(chain[0])
        guard case .constructed(let nodes) = original.content else { throw CancellationError() }
        let parts = Array(nodes)
        let signature = try ASN1BitString(derEncoded: parts[2])
        guard case .constructed(let numbers) = try DER.parse(signature.bytes).content else {
            throw CancellationError()
        }
        let pair = try numbers.map { try ArraySlice<UInt8>(derEncoded: $0) }
        let turned = OrderOfP256.minus(Array(pair[1]))
        var inner = DER.Serializer()
        try inner.appendConstructedNode(identifier: .sequence) { inner in
            try inner.serialize(pair[0])
            try inner.serialize(turned[...])
        }
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            serializer.serialize(parts[0])
            serializer.serialize(parts[1])
            try serializer.serialize(ASN1BitString(bytes: inner.serializedBytes[...]))
        }
        let other = serializer.serializedBytes
        #expect(other != chain[0])
        let verdict = await clients.judge([other])
        #expect(
            provider(verdict)?.voucher == .local(serial: certificate.serialNumber.hexadecimal)
        )
        #expect(reason([], verdict) == nil)
        register.replace([])
        #expect(reason([], verdict) == .badCertificate)
    }

    @Test func `refuses the certificates of an authority that was taken out of the file`()
        async throws
    {
        defer { cleanUp() }
        let names = ["first", "second"]
        var authorities: [LocalAuthority] = []
        for name in names {
            let path = folder.path + "/" + name
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            authorities.append(try LocalAuthority(in: path))
        }
        let texts = try authorities.map {
            try String(contentsOfFile: $0.certificatePath, encoding: .utf8)
        }
        let file = folder.path + "/clients.pem"
        try texts.joined().write(toFile: file, atomically: true, encoding: .utf8)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let trust = try EndpointTrust(
            authority,
            EndpointTrust.Files(identity: nil, clients: file),
            register,
            logger
        )
        let now = NIODeadline.now()
        let made = try authorities.map {
            try $0.makeProvider(topics: ["com.example.app"], environment: nil).pem
        }
        var verdicts: [ClientAuthority.Verdict] = []
        for pem in made {
            let own = try bytes(#require(try PEMCertificates.read(pem).first))
            verdicts.append(await trust.current(at: now).clients.judge([own]))
        }
        #expect(verdicts.map { reason([], $0) } == [nil, nil])
        try texts[1].write(toFile: file, atomically: true, encoding: .utf8)
        _ = trust.current(at: now + .seconds(2))
        #expect(verdicts.map { reason([], $0) } == [.badCertificate, nil])
    }

    @Test func `knows an authority again that was renewed with its name and key`() async throws {
        defer { cleanUp() }
        let path = folder.path + "/other"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let other = try LocalAuthority(in: path)
        let made = try other.makeProvider(topics: ["com.example.app"], environment: nil)
        let own = try bytes(#require(try PEMCertificates.read(made.pem).first))
        let verdict = await ClientAuthority(authority.certificate, [other.certificate]).judge([own])
        register.replace(authorities: [other.certificate])
        #expect(reason([], verdict) == nil)
        let renewed = try renewed(other, other.certificate.subject)
        #expect(renewed != other.certificate)
        register.replace(authorities: [renewed])
        #expect(reason([], verdict) == nil)
        // Neither the name nor the key alone makes an authority the same.
        register.replace(authorities: [
            try self.renewed(other, try DistinguishedName { CommonName("another name") })
        ])
        #expect(reason([], verdict) == .badCertificate)
        register.replace(authorities: [try self.renewed(authority, other.certificate.subject)])
        #expect(reason([], verdict) == .badCertificate)
    }

    @Test func `withdraws what the local authority made where it is named besides, renewed`()
        async throws
    {
        defer { cleanUp() }
        let renewed = try renewed(authority, authority.certificate.subject)
        let chain = try chain()
        for clients in [
            ClientAuthority(nil, [renewed]), ClientAuthority(authority.certificate, [renewed]),
        ] {
            #expect(provider(await clients.judge(chain)) != nil)
        }
        let clients = ClientAuthority(authority.certificate, [renewed])
        let verdict = await clients.judge(chain)
        register.replace(authorities: [renewed])
        #expect(reason([], verdict) == nil)
        register.replace([])
        #expect(reason([], verdict) == .badCertificate)
    }

    /// Another certificate of an authority's key.
    private func renewed(
        _ authority: LocalAuthority,
        _ subject: DistinguishedName
    ) throws -> Certificate {
        let path = URL(fileURLWithPath: authority.certificatePath).deletingLastPathComponent()
            .appendingPathComponent("authority-key.pem")
        let text = try String(contentsOf: path, encoding: .utf8)
        let key = Certificate.PrivateKey(try P256.Signing.PrivateKey(pemRepresentation: text))
        let now = Date()
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: now - 60,
            notValidAfter: now + 86_400,
            issuer: subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: key
        )
    }

    // MARK: Connections

    /// What the client of a new connection reads, whose certificate is withdrawn before or during
    /// its handshake.
    private func farewell(
        _ verdict: ClientAuthority.Verdict,
        withdrawn moment: Moment
    ) throws -> String? {
        let service = PushService(
            ring: ProviderKeyring([], certificates: register),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        if moment == .before { register.replace([]) }
        let handler = ConnectionHandler(service, ConnectionHandler.Patience())
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        handler.session.certificate = verdict
        if moment == .during { register.replace([]) }
        channel.pipeline.fireUserInboundEventTriggered(
            TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil)
        )
        #expect(handler.session.isWithdrawn == (moment != .never))
        #expect(channel.isActive == (moment != .during))
        var reason: String?
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            if case .goAway(0, .noError, let data?) = frame.payload {
                reason = String(buffer: data)
            }
        }
        return reason
    }

    private enum Moment { case before, during, never }

    @Test func `ends a connection whose certificate is withdrawn during the handshake`()
        async throws
    {
        defer { cleanUp() }
        let during = await clients.judge(try chain())
        #expect(try farewell(during, withdrawn: .during) == #"{"reason":"BadCertificate"}"#)
        // A request is to be told, as for every other certificate that is refused.
        let before = await clients.judge(try chain())
        #expect(try farewell(before, withdrawn: .before) == nil)
        let never = await clients.judge(try chain())
        #expect(try farewell(never, withdrawn: .never) == nil)
    }

    // MARK: Files

    @Test func `has another certificate made at half the life of its own`() throws {
        defer { cleanUp() }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = EndpointTrust.Files(identity: nil, clients: nil)
        let trust = try EndpointTrust(authority, files, register, logger)
        func current(afterDays days: Double) -> EndpointTrust.Current {
            trust.current(on: Date() + days * 86_400)
        }
        let first = current(afterDays: 0)
        #expect(current(afterDays: 198).context === first.context)
        let second = current(afterDays: 199)
        #expect(second.context !== first.context)
        // Whoever is known is known still.
        #expect(second.clients === first.clients)
        #expect(current(afterDays: 199 + 198).context === second.context)
        #expect(current(afterDays: 199 + 199).context !== second.context)
        // Near the authority's end there is no time for half a life.
        let late = try authority.makeIdentity(on: authority.certificate.notValidAfter - 3600)
        #expect(late.renewal == authority.certificate.notValidAfter - 3600 + 86_400)
    }

    @Test func `keeps a certificate of somebody else's until its files change`() throws {
        defer { cleanUp() }
        let own = folder.path + "/own.pem"
        let pem = try authority.makeProvider(topics: ["a"], environment: nil).pem
        try pem.write(toFile: own, atomically: true, encoding: .utf8)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = EndpointTrust.Files(identity: (own, own), clients: nil)
        let trust = try EndpointTrust(authority, files, register, logger)
        let first = trust.current(on: Date())
        #expect(trust.current(on: Date() + 400 * 86_400).context === first.context)
    }

    @Test func `reads files again when they have changed, and keeps what it had for bad ones`()
        throws
    {
        defer { cleanUp() }
        let file = folder.path + "/clients.pem"
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = EndpointTrust.Files(identity: nil, clients: file)
        #expect(throws: AuthorityError.self) {
            try EndpointTrust(authority, files, register, logger)
        }
        try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let trust = try EndpointTrust(authority, files, register, logger)
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

/// The order of the curve P-256 (SEC 2, section 2.4.2).
private enum OrderOfP256 {
    private static let bytes: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc,
        0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// The order less a number below it, as the bytes of a DER integer.
    static func minus(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        let padded = Array(repeating: 0, count: bytes.count - digits.count) + digits
        var result = bytes
        var borrow = 0
        for at in bytes.indices.reversed() {
            let value = Int(bytes[at]) - Int(padded[at]) - borrow
            borrow = value < 0 ? 1 : 0
            result[at] = UInt8(value + 256 * borrow)
        }
        let short = Array(result.drop { $0 == 0 })
        return short.first.map { $0 >= 0x80 } == true ? [0] + short : short
    }
}
