// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import FoundationNetworking

/// The method of a question about a server's certificates.
///
/// A session asks its delegate when it connects to a server over TLS, as on iOS; in a replayed run
/// nothing connects, and so nothing is asked.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

extension URLProtectionSpace {
    /// What the server's certificates are judged by; nil for a question about anything else.
    public var serverTrust: SecTrust? { (self as? ServerSpace)?.trust }
}

extension URLCredential {
    /// Accepts a server's certificates.
    ///
    /// A server whose certificates are for another name is refused all the same.
    ///
    /// - Parameter trust: What ``Foundation/URLProtectionSpace/serverTrust`` returned.
    public convenience init(trust: SecTrust) {
        self.init(user: Self.trustMark, password: "", persistence: .none)
    }

    /// Whether it accepts a server's certificates, and is not a user's name and password.
    package var acceptsServer: Bool { user == Self.trustMark }

    private static let trustMark = "org.belfry.server-trust"
}

/// A server that shows certificates.
// Unchecked: nothing in it changes.
package final class ServerSpace: URLProtectionSpace, @unchecked Sendable {
    let trust: SecTrust

    /// Notes a server.
    ///
    /// - Parameters:
    ///   - host: Its name or address.
    ///   - port: Its port.
    ///   - trust: What it has shown.
    package init(host: String, port: Int, trust: SecTrust) {
        self.trust = trust
        super.init(
            host: host,
            port: port,
            protocol: "https",
            realm: nil,
            authenticationMethod: NSURLAuthenticationMethodServerTrust
        )
    }
}
