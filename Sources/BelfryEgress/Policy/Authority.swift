// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A host and perhaps a port, as in a CONNECT target, a Host field or an origin.
struct Authority: Equatable {
    /// The host.
    let host: RemoteHost

    /// The port, nil when it was not written.
    let port: UInt16?

    /// Reads `host` or `host:port`; user information is the caller's to refuse first.
    init(_ text: String) throws(RemoteHost.Malformed) {
        let hostEnd =
            if text.hasPrefix("[") {
                text.firstIndex(of: "]").map(text.index(after:)) ?? text.endIndex
            } else {
                text.firstIndex(of: ":") ?? text.endIndex
            }
        host = try RemoteHost(String(text[..<hostEnd]))
        let rest = text[hostEnd...]
        port = rest.isEmpty ? nil : try Self.port(rest)
    }

    private static func port(_ text: Substring) throws(RemoteHost.Malformed) -> UInt16 {
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy(\.isDigit),
            let port = UInt16(digits), port > 0
        else {
            throw RemoteHost.Malformed(
                "what follows the host is no port",
                remedy: "write a port from 1 to 65535, and an IPv6 address in brackets"
            )
        }
        return port
    }
}
