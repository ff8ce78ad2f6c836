// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation
internal import SwiftASN1
internal import X509

/// What a sender's certificate lets it do, as Apple's certificates say it.
package struct ProviderCertificate: Equatable, Sendable {
    /// The topics that it may push to, the subject's UID first; there is one at least.
    package let topics: [String]

    /// The services that it is for; empty for both.
    package let environments: Set<PushEnvironment>

    /// When it or one of those that vouch for it ends, in seconds of UNIX time.
    let end: Double

    /// Who vouches for it.
    let voucher: Voucher

    /// Who vouches for a certificate.
    enum Voucher: Equatable, Sendable {
        /// The local authority, which knows it by its serial number.
        case local(serial: String)
        case other(ClientAuthority.Name)
    }

    /// Reads a certificate; nil for one that names no topic.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, whose signature has been verified.
    ///   - voucher: Who vouches for it.
    ///   - end: When its chain ends, in seconds of UNIX time.
    init?(_ certificate: Certificate, of voucher: Voucher, until end: Double) {
        let name = certificate.subject.lazy.flatMap(\.self)
            .first { $0.type == Self.userID }
            .flatMap { String($0.value) }
        let listed = certificate.extensions[oid: Self.topicsID].map { Self.texts($0.value) } ?? []
        let topics = [name].compactMap(\.self) + listed.filter { $0 != name }
        guard !topics.isEmpty, topics.count <= 400 else { return nil }
        self.topics = topics
        environments = Set(
            PushEnvironment.allCases.filter {
                certificate.extensions[oid: Self.environmentID($0)] != nil
            }
        )
        self.end = end
        self.voucher = voucher
    }

    /// The subject's attribute UID (RFC 4519, 2.39), in which Apple writes an app's identifier.
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]

    /// Apple's extension that lists topics: texts, each followed by the kinds of push.
    static let topicsID: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]

    /// Apple's extension that says which service a certificate is for.
    static func environmentID(_ environment: PushEnvironment) -> ASN1ObjectIdentifier {
        switch environment {
        case .development: [1, 2, 840, 113_635, 100, 6, 3, 1]
        case .production: [1, 2, 840, 113_635, 100, 6, 3, 2]
        }
    }

    /// The texts of a sequence, without those of sequences in it.
    private static func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
        guard let root = try? DER.parse(bytes), case .constructed(let nodes) = root.content else {
            return []
        }
        return nodes.compactMap { node in
            (try? ASN1UTF8String(derEncoded: node, withIdentifier: .utf8String)).map { String($0) }
        }
    }

    /// Refuses a push that the certificate is not for.
    ///
    /// - Parameter head: The push.
    /// - Throws: ``PushRefusal``.
    func check(_ head: PushHead) throws(PushRefusal) {
        guard head.type != .location else {
            throw PushRefusal(
                .topicDisallowed,
                "pushes of the type location need a provider token, and this connection has a "
                    + "certificate"
            )
        }
        guard topics.contains(head.app) || topics.contains(head.topic) else {
            throw PushRefusal(
                .topicDisallowed,
                "the certificate is for \(topics[0].quoted)"
                    + (topics.count > 1 ? " and \(topics.count - 1) more" : "")
                    + ", not for the topic \(head.topic.quoted)"
            )
        }
    }
}
