// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// Where a request wants to go: exactly one host and port, and how it would speak there.
struct Endpoint: Hashable, Sendable {
    /// The protocol: http for a forwarded request, https for a tunnel.
    let scheme: Origin.Scheme

    /// The host.
    let host: RemoteHost

    /// The port.
    let port: UInt16

    init(scheme: Origin.Scheme, host: RemoteHost, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Host and port for a Host field: the port is left out where it is the scheme's own.
    var authority: String {
        port == scheme.defaultPort ? "\(host)" : "\(host):\(port)"
    }

    /// What a manifest says to list the endpoint, as a hint.
    var listing: String {
        "write in Info.plist: <key>BFExtension</key><dict><key>Network</key><array>"
            + "<string>\(self)</string></array></dict>"
    }
}

extension Endpoint: CustomStringConvertible {
    /// The endpoint as the origin that would allow it.
    var description: String { "\(scheme.rawValue)://\(authority)" }
}
