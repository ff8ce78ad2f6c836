// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Crypto
internal import Foundation
internal import SwiftASN1
internal import X509

extension LocalAuthority {
    /// Makes a certificate that a sender may push with, in place of tokens.
    ///
    /// - Parameters:
    ///   - topics: What it may push to; one at least.
    ///   - environment: The only service that it is for; nil for both.
    /// - Returns: The certificate, then its key, as PEM in one text; and what a register has to know
    ///   before it counts.
    /// - Throws: The error of the library that makes it.
    package func makeProvider(
        topics: [String],
        environment: PushEnvironment?
    ) throws -> (pem: String, entry: CertificateRegister.Entry) {
        let key = P256.Signing.PrivateKey()
        let name = topics.first ?? ""
        let subject = DistinguishedName([
            RelativeDistinguishedName(
                .init(type: ProviderCertificate.userID, utf8String: name)
            ),
            RelativeDistinguishedName(
                .init(type: .RDNAttributeType.commonName, utf8String: "Push of \(name)".prefix64)
            ),
        ])
        var extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            try ExtendedKeyUsage([.clientAuth])
        }
        for service in PushEnvironment.allCases where environment ?? service == service {
            try extensions.append(
                Certificate.Extension(
                    oid: ProviderCertificate.environmentID(service),
                    critical: false,
                    value: [0x05, 0x00]
                )
            )
        }
        if topics.count > 1 {
            try extensions.append(
                Certificate.Extension(
                    oid: ProviderCertificate.topicsID,
                    critical: false,
                    value: try Self.list(topics)
                )
            )
        }
        let certificate = try sign(key, subject, extensions, days: 397)
        let entry = CertificateRegister.Entry(
            serial: certificate.serialNumber.hexadecimal,
            topics: topics,
            environment: environment,
            made: Int64(Date().timeIntervalSince1970),
            end: Int64(certificate.notValidAfter.timeIntervalSince1970)
        )
        let pem = try certificate.serializeAsPEM().pemString
        return (pem + "\n" + key.pemRepresentation + "\n", entry)
    }

    private static func list(_ topics: [String]) throws -> ArraySlice<UInt8> {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            for topic in topics {
                try serializer.serialize(ASN1UTF8String(topic))
                serializer.appendConstructedNode(identifier: .sequence) { _ in }
            }
        }
        return serializer.serializedBytes[...]
    }
}

extension String {
    /// As much of it as a common name may have (RFC 5280, appendix A.1).
    fileprivate var prefix64: String { String(prefix(64)) }
}
