// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation
internal import SwiftASN1
internal import Synchronization
internal import X509

/// Whose certificates senders may come with, and what was found of those that came.
///
/// A certificate that is refused ends no handshake: its sender is answered 403 with a reason.
final class ClientAuthority: Sendable {
    /// What was found of a certificate.
    enum Verdict: Equatable, Sendable {
        case valid(ProviderCertificate)
        case refused(String)
    }

    /// What names an authority: it keeps both where it renews its certificate.
    struct Name: Hashable, Sendable {
        let subject: DistinguishedName
        let publicKey: Certificate.PublicKey

        init(_ certificate: Certificate) {
            subject = certificate.subject
            publicKey = certificate.publicKey
        }
    }

    private let local: Certificate?
    private let others: [Certificate]

    /// Verdicts by a certificate's bytes: a TLS session that is resumed shows them without its chain.
    private let known = Mutex<[[UInt8]: Verdict]>([:])

    /// Most verdicts that are remembered, and most certificates of one chain.
    private static let memory = 256
    private static let chainLimit = 8

    /// - Parameters:
    ///   - local: The local authority, whose certificates can be withdrawn.
    ///   - others: Who vouches for senders besides.
    init(_ local: Certificate?, _ others: [Certificate] = []) {
        self.local = local
        self.others = others
    }

    /// Verifies a sender's certificate.
    ///
    /// - Parameter chain: The certificates as DER, the sender's own first.
    /// - Returns: What was found.
    func judge(_ chain: [[UInt8]]) async -> Verdict {
        let verdict = await verify(chain)
        if let own = chain.first {
            known.withLock { known in
                if known.count >= Self.memory { known = [:] }
                known[own] = verdict
            }
        }
        return verdict
    }

    /// What was found of a certificate before; a sender whose session is older than that memory is to
    /// connect anew.
    func recall(_ certificate: [UInt8]) -> Verdict {
        let verdict = known.withLock { $0[certificate] }
        return verdict ?? .refused("it belongs to a TLS session of long ago; connect anew")
    }

    private func verify(_ chain: [[UInt8]]) async -> Verdict {
        guard chain.count <= Self.chainLimit else {
            return .refused(
                "its chain has \(chain.count) certificates; \(Self.chainLimit) is the most"
            )
        }
        var certificates: [Certificate] = []
        for bytes in chain {
            guard let certificate = try? Certificate(derEncoded: bytes) else {
                return .refused("its chain cannot be read")
            }
            certificates.append(certificate)
        }
        guard let own = certificates.first else { return .refused("it is empty") }
        let roots = CertificateStore([local].compactMap(\.self) + others)
        var verifier = Verifier(rootCertificates: roots) { RFC5280Policy() }
        let result = await verifier.validate(
            leaf: own,
            intermediates: CertificateStore(certificates.dropFirst())
        )
        guard case .validCertificate(let chain) = result, let root = chain.last else {
            return .refused(
                "nobody who is trusted vouches for it, or it has expired; belfry provider "
                    + "certificate TOPIC makes one, and --apns-client-ca names another authority"
            )
        }
        let usage = try? own.extensions.extendedKeyUsage
        guard usage?.contains(.clientAuth) ?? true else {
            return .refused("it is not for clients (extended key usage)")
        }
        // The local authority may stand among the others, renewed: what it made can be withdrawn all the same.
        let name = Name(root)
        let voucher: ProviderCertificate.Voucher =
            name == local.map { Name($0) }
            ? .local(serial: own.serialNumber.hexadecimal) : .other(name)
        guard let certificate = ProviderCertificate(own, of: voucher) else {
            return .refused("its subject has no UID, which names the topic")
        }
        return .valid(certificate)
    }
}

extension Certificate.SerialNumber {
    /// Its bytes in hexadecimal, two digits each, without zeros before the first.
    var hexadecimal: String {
        bytes.drop { $0 == 0 }.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
