// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import NIOCore
internal import NIOSSL

/// What an endpoint shows to its clients: a certificate with its chain, and the key.
package struct ServerIdentity: Sendable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// What clients are shown that do not ask for `localhost` by name; nil for the same.
    private let chainOfAddresses: [NIOSSLCertificate]?

    /// When another one is to be made; nil for one of somebody else's.
    let renewal: Date?

    init(
        chain: [NIOSSLCertificate],
        key: NIOSSLPrivateKey,
        chainOfAddresses: [NIOSSLCertificate]? = nil,
        renewal: Date? = nil
    ) {
        self.chain = chain
        self.key = key
        self.chainOfAddresses = chainOfAddresses
        self.renewal = renewal
    }

    /// Reads files that somebody else has made.
    ///
    /// - Parameters:
    ///   - certificate: The certificate and those that vouch for it, as PEM.
    ///   - key: The certificate's key, as PEM.
    /// - Throws: ``AuthorityError`` naming the file.
    package init(certificate: String, key: String) throws(AuthorityError) {
        let bytes = try PEMCertificates.bytes(of: certificate, "the certificate")
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
            throw AuthorityError(
                "the certificate, \(certificate): it holds none that can be read; write it as PEM"
            )
        }
        let secret = try PEMCertificates.bytes(of: key, "the certificate's key")
        guard let read = try? NIOSSLPrivateKey(bytes: secret, format: .pem) else {
            throw AuthorityError(
                "the certificate's key, \(key): it holds none that can be read; write it as PEM, "
                    + "without a passphrase"
            )
        }
        self.init(chain: chain, key: read)
    }

    /// TLS 1.2 or later, HTTP/2 alone, and a certificate of clients that have one.
    func makeContext() throws(AuthorityError) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        // ClientAuthority says what becomes of a client's certificate.
        configuration.certificateVerification = .optionalVerification
        configuration.trustRoots = .certificates([])
        if let chainOfAddresses {
            configuration.sslContextCallback = Self.choice(chainOfAddresses)
        }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw AuthorityError(
                "the certificate and its key cannot be used together: \(error)"
            )
        }
    }

    /// Shows another chain to clients that do not name `localhost` (RFC 6066, section 3): one that
    /// connects to an address names nothing.
    private static func choice(_ other: [NIOSSLCertificate]) -> NIOSSLContextCallback {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = other.map { .certificate($0) }
        return { [override] hello, promise in
            let isNamed = hello.serverHostname?.lowercased() == LocalAuthority.hostName
            promise.succeed(isNamed ? .noChanges : override)
        }
    }
}

/// Why there is no certificate to show: one line that says what to do.
package struct AuthorityError: Error, Equatable, CustomStringConvertible {
    package let message: String

    init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
