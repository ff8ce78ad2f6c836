// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

/// A certificate in DER.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/seccertificate
public final class SecCertificate: Sendable {
    let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }
}

/// What a server's certificates are judged by: these, and what was found of them as the session
/// connected.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrust
public final class SecTrust: Sendable {
    let certificates: [SecCertificate]
    private let verdict: Int
    private let reason: String

    /// Notes what a server has shown.
    ///
    /// - Parameters:
    ///   - certificates: In DER, the server's own first.
    ///   - verdict: What OpenSSL has found of them, its `X509_V_OK` for good ones.
    ///   - reason: OpenSSL's words for it.
    package init(certificates: [Data], verdict: Int, reason: String) {
        self.certificates = certificates.map(SecCertificate.init)
        self.verdict = verdict
        self.reason = reason
    }

    /// Why the server is not to be trusted; nil where it is.
    var fault: NSError? {
        guard verdict != 0 else { return nil }
        return NSError(
            domain: NSOSStatusErrorDomain,
            code: Self.codes[verdict] ?? -67843,
            userInfo: [NSLocalizedDescriptionKey: "The certificate is not trusted: \(reason)."]
        )
    }

    /// Codes of OpenSSL (openssl/x509_vfy.h), and those of Security: not valid yet, expired, revoked,
    /// another name; everything else is `errSecNotTrusted`.
    private static let codes = [9: -67819, 10: -67818, 23: -67820, 62: -67602]
}

/// Whether a server is to be trusted, by the certificates of the machine and those of the bundle, and by
/// its name.
///
/// - Parameters:
///   - trust: What the server has shown.
///   - error: Gets the reason where it is not to be trusted.
/// - Returns: Whether it is.
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrustevaluatewitherror(_:_:)
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<(any Error)?>?
) -> Bool {
    guard let fault = trust.fault else { return true }
    unsafe error?.pointee = fault
    return false
}

/// How a server's certificates were judged.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrustresulttype
public enum SecTrustResultType: UInt32, Sendable {
    /// Nobody has judged them.
    case invalid = 0
    /// The user trusts them.
    case proceed = 1
    /// The user does not.
    case deny = 3
    /// They are good.
    case unspecified = 4
    /// They are not, but may be trusted.
    case recoverableTrustFailure = 5
    /// They are not.
    case fatalTrustFailure = 6
    /// They could not be judged.
    case otherError = 7
}

/// Says how a server's certificates were judged.
///
/// - Parameters:
///   - trust: What the server has shown.
///   - result: Gets `unspecified` for good ones, else `recoverableTrustFailure`.
/// - Returns: 0.
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrustevaluate(_:_:)
@discardableResult
public func SecTrustEvaluate(
    _ trust: SecTrust,
    _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    unsafe result.pointee = trust.fault == nil ? .unspecified : .recoverableTrustFailure
    return noErr
}

/// How many certificates there are, from the server's own on.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.certificates.count }

/// The certificate of a number, of which 0 is the server's own; nil where there are fewer.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    trust.certificates.indices.contains(ix) ? trust.certificates[ix] : nil
}

/// The certificates, the server's own first.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrustcopycertificatechain(_:)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    NSArray(array: trust.certificates)
}

/// The bytes of a certificate, in DER.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/seccertificatecopydata(_:)
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    NSData(data: certificate.bytes)
}
