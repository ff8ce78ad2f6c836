// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Crypto
internal import Foundation
internal import NIOCore
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

    /// Who may have a chain verified now.
    private let turns: Turnstile

    private struct Memory {
        /// Certificates that were valid and whose owners had the key, by ``key(of:)``.
        var valid = RecentValues<[UInt8], ProviderCertificate>(limit: validLimit)

        /// Why others were refused: apart, as anybody can make as many of them as they like.
        var refused = RecentValues<[UInt8], String>(limit: refusedLimit)
    }

    /// What was found of certificates: a TLS session that is resumed shows them without their chains.
    private let known = Mutex(Memory())

    /// Most certificates that are remembered: more valid ones than the daemon makes.
    static let validLimit = 1024
    static let refusedLimit = 256

    /// Most certificates that a sender may show.
    ///
    /// A verification goes through each path that the chain's names allow, so that it may take as many
    /// signatures as there are orders of the certificates.
    static let chainLimit = 4

    /// Chains are verified on threads that all tasks share: half of them are left to the others.
    static let sharedTurns = Turnstile(max(1, System.coreCount / 2))

    /// - Parameters:
    ///   - local: The local authority, whose certificates can be withdrawn.
    ///   - others: Who vouches for senders besides.
    ///   - turns: Who may have a chain verified now.
    init(
        _ local: Certificate?,
        _ others: [Certificate] = [],
        turns: Turnstile = ClientAuthority.sharedTurns
    ) {
        self.local = local
        self.others = others
        self.turns = turns
    }

    /// Verifies a sender's certificate, unless its connection ends before that begins.
    ///
    /// - Parameters:
    ///   - chain: The certificates as DER, the sender's own first.
    ///   - end: The connection's end.
    ///   - done: Takes what was found, on any thread.
    func judge(
        _ chain: [[UInt8]],
        until end: EventLoopFuture<Void>,
        _ done: @escaping @Sendable (Verdict) -> Void
    ) {
        let task = Task { done(await judge(chain)) }
        end.whenComplete { _ in task.cancel() }
    }

    /// Verifies a sender's certificate, once it is this task's turn.
    ///
    /// That its sender has the key is not known yet: ``remember(_:of:)`` is for afterwards.
    ///
    /// - Parameter chain: The certificates as DER, the sender's own first.
    /// - Returns: What was found.
    func judge(_ chain: [[UInt8]]) async -> Verdict {
        if let own = chain.first, let certificate = recallValid(own) { return .valid(certificate) }
        guard chain.count <= Self.chainLimit else {
            return .refused(
                "its chain has \(chain.count) certificates; \(Self.chainLimit) is the most"
            )
        }
        return await turns.pass { await verify(chain) } ?? .refused("its connection has ended")
    }

    /// Keeps what was found of a certificate, for sessions that are resumed.
    ///
    /// - Parameters:
    ///   - verdict: What was found.
    ///   - certificate: The certificate as DER; its sender has shown by now that it has the key.
    func remember(_ verdict: Verdict, of certificate: [UInt8]) {
        let key = Self.key(of: certificate)
        known.withLock { known in
            switch verdict {
            case .valid(let found): known.valid.keep(found, as: key)
            case .refused(let fault): known.refused.keep(fault, as: key)
            }
        }
    }

    /// What was found of a certificate before.
    func recall(_ certificate: [UInt8]) -> Verdict {
        if let found = recallValid(certificate) { return .valid(found) }
        let fault = known.withLock { $0.refused.find(Self.key(of: certificate)) }
        return .refused(
            fault ?? "it belongs to a TLS session of long ago; connect with a session of its own"
        )
    }

    private func recallValid(_ certificate: [UInt8]) -> ProviderCertificate? {
        let key = Self.key(of: certificate)
        let now = Date().timeIntervalSince1970
        return known.withLock { known in
            guard let found = known.valid.find(key) else { return nil }
            guard found.end >= now else {
                known.valid.forget(key)
                return nil
            }
            return found
        }
    }

    /// What a certificate is remembered by, which is shorter than the certificate.
    private static func key(of certificate: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: certificate))
    }

    private func verify(_ chain: [[UInt8]]) async -> Verdict {
        var certificates: [Certificate] = []
        var names: Set<Name> = []
        for (at, bytes) in chain.enumerated() where chain.firstIndex(of: bytes) == at {
            guard let certificate = try? Certificate(derEncoded: bytes) else {
                return .refused("its chain cannot be read")
            }
            // Such a pair vouches for each other in a circle, and the verifier would go round it.
            guard names.insert(Name(certificate)).inserted else {
                return .refused("two certificates of its chain have the same subject and key")
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
        // Who vouches may end before.
        let end = chain.map(\.notValidAfter.timeIntervalSince1970).min() ?? 0
        guard let certificate = ProviderCertificate(own, of: voucher, until: end) else {
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
