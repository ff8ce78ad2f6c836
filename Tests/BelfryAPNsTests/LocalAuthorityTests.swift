// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import BelfryAPNs

/// The certificate authority of one daemon: made once, kept to itself, good for loopback alone.
struct LocalAuthorityTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-authority-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var certificate: String { folder.path + "/authority.pem" }
    private var key: String { folder.path + "/authority-key.pem" }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `is made once, with a key for its owner alone`() throws {
        defer { cleanUp() }
        let made = try LocalAuthority(in: folder.path)
        #expect(made.certificatePath == certificate)
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let first = try String(contentsOfFile: certificate, encoding: .utf8)
        _ = try LocalAuthority(in: folder.path).makeIdentity().makeContext()
        #expect(try String(contentsOfFile: certificate, encoding: .utf8) == first)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).count == 2)
    }

    @Test func `may vouch for loopback alone`() throws {
        defer { cleanUp() }
        _ = try LocalAuthority(in: folder.path)
        let text = try String(contentsOfFile: certificate, encoding: .utf8)
        let parsed = try Certificate(pemEncoded: text)
        let constraints = try #require(try parsed.extensions.nameConstraints)
        #expect(Array(constraints.permittedDNSDomains) == ["localhost"])
        #expect(constraints.permittedIPRanges.count == 2)
        let found = parsed.extensions[oid: .X509ExtensionID.nameConstraints]
        #expect(found?.critical == true)
        #expect(
            try parsed.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0)
        )
    }

    @Test func `is made again from its key where the certificate is missing`() throws {
        defer { cleanUp() }
        _ = try LocalAuthority(in: folder.path)
        let first = try String(contentsOfFile: key, encoding: .utf8)
        try FileManager.default.removeItem(atPath: certificate)
        _ = try LocalAuthority(in: folder.path)
        #expect(try String(contentsOfFile: key, encoding: .utf8) == first)
    }

    @Test func `is refused with a key that others may read, or that is another's`() throws {
        defer { cleanUp() }
        _ = try LocalAuthority(in: folder.path)
        let own = try Data(contentsOf: URL(fileURLWithPath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        #expect(message { _ = try LocalAuthority(in: folder.path) }.contains("only its owner"))
        try FileManager.default.removeItem(atPath: key)
        #expect(message { _ = try LocalAuthority(in: folder.path) }.contains("key beside it"))
        try own.write(to: URL(fileURLWithPath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        _ = try LocalAuthority(in: folder.path)
        try Data("x".utf8).write(to: URL(fileURLWithPath: certificate))
        #expect(message { _ = try LocalAuthority(in: folder.path) }.contains("remove"))
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: "/etc/passwd")
        #expect(message { _ = try LocalAuthority(in: folder.path) }.contains(key))
    }

    /// A certificate as somebody else makes one, as PEM.
    private func selfSigned(_ key: P256.Signing.PrivateKey) throws -> String {
        let name = try DistinguishedName { CommonName("push.example") }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date() - 60,
            notValidAfter: Date() + 3600,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                SubjectAlternativeNames([.dnsName("push.example")])
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        ).serializeAsPEM().pemString
    }

    @Test func `takes a certificate that somebody else made, if it goes with its key`() throws {
        defer { cleanUp() }
        let own = P256.Signing.PrivateKey()
        try own.pemRepresentation.write(toFile: key, atomically: true, encoding: .utf8)
        try selfSigned(own).write(toFile: certificate, atomically: true, encoding: .utf8)
        _ = try ServerIdentity(certificate: certificate, key: key).makeContext()
        let foreign = folder.path + "/foreign.pem"
        try P256.Signing.PrivateKey().pemRepresentation
            .write(toFile: foreign, atomically: true, encoding: .utf8)
        #expect(
            message {
                _ = try ServerIdentity(certificate: certificate, key: foreign).makeContext()
            }.contains("cannot be used together")
        )
        #expect(
            message { _ = try ServerIdentity(certificate: "/none", key: key) }.contains("/none")
        )
        #expect(
            message { _ = try ServerIdentity(certificate: key, key: key) }.contains(key)
        )
    }
}
