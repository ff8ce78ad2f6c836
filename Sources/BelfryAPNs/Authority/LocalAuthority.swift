// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Crypto
package import Foundation
internal import Glibc
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// A certificate authority of this daemon alone, which vouches for the endpoint on loopback.
///
/// Clients are told to trust it, so that its certificate says what it may vouch for: `localhost` and
/// addresses of loopback. Who takes its key can stand in for no other server.
package struct LocalAuthority: Sendable {
    /// The file that clients are told to trust.
    package let certificatePath: String

    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// Reads the authority of a directory, and makes one where there is none.
    ///
    /// - Parameter directory: A directory that only its owner may enter.
    /// - Throws: ``AuthorityError`` naming the file.
    package init(in directory: String) throws {
        certificatePath = directory + "/" + Self.certificateName
        let keyPath = directory + "/" + Self.keyName
        let remedy = "; remove \(certificatePath) and \(keyPath) to have another one made"
        key = try Self.key(in: directory, keyPath, remedy)
        certificate = try Self.certificate(in: directory, certificatePath, of: key, remedy)
    }

    /// Makes the endpoint's certificates, with a key that is never written down.
    ///
    /// There are two. BoringSSL knows no constraint on addresses, and refuses each certificate with an
    /// address in it under an authority that has one (`X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE`). So
    /// clients that ask for `localhost` are shown one without addresses, and all others one with them.
    ///
    /// - Parameter date: When they are made.
    /// - Returns: The certificates with their key, which are to be made anew at half their life.
    /// - Throws: The error of the library that makes it.
    package func makeIdentity(on date: Date = Date()) throws -> ServerIdentity {
        let key = P256.Signing.PrivateKey()
        let own = try NIOSSLCertificate(bytes: Self.bytes(certificate), format: .der)
        let addresses: [GeneralName] = [
            .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
            .ipAddress(ASN1OctetString(contentBytes: Self.ipv6Loopback[...])),
        ]
        let end = min(date + Self.days * Self.day, certificate.notValidAfter)
        // Of an authority that is about to end none can be made that lasts.
        let life = max(end.timeIntervalSince(date), 2 * Self.day)
        return ServerIdentity(
            chain: [try endpointCertificate(key, [], date), own],
            key: try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der),
            chainOfAddresses: [try endpointCertificate(key, addresses, date), own],
            renewal: date + life / 2
        )
    }

    /// How long the endpoint's certificates last: longer, and some clients do not take them.
    private static let days = 397.0

    private func endpointCertificate(
        _ key: P256.Signing.PrivateKey,
        _ addresses: [GeneralName],
        _ date: Date
    ) throws -> NIOSSLCertificate {
        let leaf = try sign(
            key,
            try DistinguishedName { CommonName(Self.hostName) },
            try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([.dnsName(Self.hostName)] + addresses)
            },
            days: Self.days,
            from: date
        )
        return try NIOSSLCertificate(bytes: Self.bytes(leaf), format: .der)
    }

    /// Vouches for a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - subject: Whose it is.
    ///   - extensions: What it may be used for.
    ///   - days: How long the certificate lasts; the authority's own may end before.
    ///   - now: When it is made.
    /// - Returns: The certificate.
    /// - Throws: The error of the library that makes it.
    func sign(
        _ key: P256.Signing.PrivateKey,
        _ subject: DistinguishedName,
        _ extensions: Certificate.Extensions,
        days: Double,
        from now: Date = Date()
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(key.publicKey)
        var extensions = extensions
        let issuer = AuthorityKeyIdentifier(
            keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier
        )
        try extensions.append(
            Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false)
        )
        try extensions.append(Certificate.Extension(issuer, critical: false))
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: now - Self.day,
            notValidAfter: min(now + days * Self.day, certificate.notValidAfter),
            issuer: certificate.subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(self.key)
        )
    }

    /// The name that it vouches for.
    static let hostName = "localhost"

    private static let certificateName = "authority.pem"
    private static let keyName = "authority-key.pem"

    // MARK: Key

    private static func key(
        in directory: String,
        _ path: String,
        _ remedy: String
    ) throws -> P256.Signing.PrivateKey {
        let remedy = "; it is a key as PEM that only its owner may read\(remedy)"
        let known: [UInt8]?
        do throws(FileFault) {
            known = try Descriptor.readPrivate(path, limit: 64 * 1024)
        } catch {
            throw AuthorityError("the authority's key \(path): \(error.sentence)\(remedy)")
        }
        if let known {
            let text = String(decoding: known, as: UTF8.self)
            guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
                throw AuthorityError("the authority's key \(path): it cannot be read\(remedy)")
            }
            return key
        }
        let key = P256.Signing.PrivateKey()
        do throws(SystemError) {
            try Descriptor.openDirectory(directory)
                .replaceFile(keyName, with: Array((key.pemRepresentation + "\n").utf8))
        } catch {
            throw AuthorityError(
                "the authority's key \(path): \(SystemError.sentence(of: error.errno))\(remedy)"
            )
        }
        return key
    }

    // MARK: Certificate

    private static func certificate(
        in directory: String,
        _ path: String,
        of key: P256.Signing.PrivateKey,
        _ remedy: String
    ) throws -> Certificate {
        guard FileKind(at: path) != nil else {
            let made = try make(key)
            let text = try made.serializeAsPEM().pemString + "\n"
            do throws(SystemError) {
                try Descriptor.openDirectory(directory)
                    .replaceFile(certificateName, with: Array(text.utf8), mode: 0o644)
            } catch {
                throw AuthorityError("\(path): \(SystemError.sentence(of: error.errno))")
            }
            return made
        }
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: 64 * 1024)
        } catch {
            throw AuthorityError("the authority \(path): \(error.sentence)\(remedy)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let certificate = try? Certificate(pemEncoded: text),
            certificate.publicKey == Certificate.PublicKey(key.publicKey)
        else {
            throw AuthorityError(
                "the authority \(path): it is not a certificate of the key beside it\(remedy)"
            )
        }
        guard certificate.notValidAfter > Date() + 30 * day else {
            throw AuthorityError(
                "the authority \(path): it expires on \(certificate.notValidAfter)\(remedy)"
            )
        }
        return certificate
    }

    private static func make(_ key: P256.Signing.PrivateKey) throws -> Certificate {
        let now = Date()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let name = try DistinguishedName {
            OrganizationName("Belfry")
            CommonName("Belfry push endpoint on this machine")
        }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: now - day,
            notValidAfter: now + 3650 * day,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                SubjectKeyIdentifier(hash: publicKey)
                Critical(
                    NameConstraints(
                        permittedDNSDomains: [hostName],
                        permittedIPRanges: [
                            ASN1OctetString(contentBytes: [127, 0, 0, 0, 255, 0, 0, 0]),
                            ASN1OctetString(
                                contentBytes: (ipv6Loopback + Array(repeating: 255, count: 16))[...]
                            ),
                        ]
                    )
                )
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
    }

    private static let day = 86_400.0

    private static let ipv6Loopback: [UInt8] = Array(repeating: 0, count: 15) + [1]

    private static func bytes(_ certificate: Certificate) throws -> [UInt8] {
        try certificate.serializeAsPEM().derBytes
    }
}
