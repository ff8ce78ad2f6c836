// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import FoundationNetworking

/// What a server's certificates are judged by; there is none here.
///
/// A session never asks its delegate about a server: libcurl judges its certificates by those of the machine
/// and those that the bundle brings.
///
/// - SeeAlso: https://developer.apple.com/documentation/security/sectrust
public final class SecTrust: Sendable {
    private init() {}
}

/// The method of a question about a server's certificates, which is never asked.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

extension URLProtectionSpace {
    /// What the server's certificates are judged by: nil, since a session never asks about them.
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    /// Accepts a server's certificates.
    ///
    /// - Parameter trust: What ``Foundation/URLProtectionSpace/serverTrust`` never returns here.
    public convenience init(trust: SecTrust) {
        self.init(user: "", password: "", persistence: .none)
    }
}

/// Whether a server is to be trusted: never asked, as there is no ``SecTrust``.
///
/// - Returns: False.
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<(any Error)?>?
) -> Bool { false }
