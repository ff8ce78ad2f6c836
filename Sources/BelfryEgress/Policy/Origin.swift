// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// One line of a manifest's `BFExtension.Network`: a scheme, a host or all below one, and a port.
///
/// - `https://example.com`, `https://example.com:8443`, `http://127.0.0.1:8080`: exactly that.
/// - `https://*.example.com`: every name below `example.com`, however deep, never the name itself.
/// - `example.com`, `*.cdn.example.com`: https is meant.
///
/// A wildcard needs two names after it, so `*.com` is refused, and not a ``SharedDomain``, so
/// `*.co.uk` and `*.github.io` are. Addresses are listed one by one.
struct Origin: Hashable, Sendable {
    /// The protocols the proxy speaks.
    typealias Scheme = EgressDecision.Scheme

    /// The protocol.
    let scheme: Scheme

    /// The host, or the name all hosts are below.
    let host: RemoteHost

    /// Whether it stands for the names below ``host`` instead of the host.
    let coversSubdomains: Bool

    /// The port.
    let port: UInt16

    /// Reads an origin as a manifest has it.
    ///
    /// - Parameter text: One string of `BFExtension.Network`.
    /// - Throws: ``OriginError`` that names the string and says what to write instead.
    init(_ text: String) throws(OriginError) {
        let (scheme, rest) = try Self.splitScheme(text)
        if let stray = rest.first(where: { "/?#\\".contains($0) }) {
            throw OriginError(
                text,
                "an origin ends after host and port",
                remedy: "drop everything from '\(stray)' on"
            )
        }
        guard !rest.contains("@") else {
            throw OriginError(text, "an origin has no user", remedy: "drop everything up to '@'")
        }
        let isWildcard = rest.hasPrefix("*.")
        let authority: Authority
        do throws(RemoteHost.Malformed) {
            authority = try Authority(String(isWildcard ? rest.dropFirst(2) : rest))
        } catch {
            throw OriginError(text, error.problem, remedy: error.remedy)
        }
        try Self.checkHost(authority.host, isWildcard: isWildcard, of: text)
        self.scheme = scheme
        self.host = authority.host
        self.coversSubdomains = isWildcard
        self.port = authority.port ?? scheme.defaultPort
    }

    /// Whether a request to this endpoint is what the origin stands for.
    func covers(_ endpoint: Endpoint) -> Bool {
        guard endpoint.scheme == scheme, endpoint.port == port else { return false }
        guard coversSubdomains else { return endpoint.host == host }
        guard case .name(let base) = host, case .name(let name) = endpoint.host else {
            return false
        }
        return name.hasSuffix("." + base)
    }

    private static func splitScheme(
        _ text: String
    ) throws(OriginError) -> (scheme: Scheme, rest: Substring) {
        guard let separator = text.firstRange(of: "://") else { return (.https, text[...]) }
        guard let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else {
            throw OriginError(
                text,
                "the proxy speaks http and https only",
                remedy: "begin with https:// or http://"
            )
        }
        return (scheme, text[separator.upperBound...])
    }

    private static func checkHost(
        _ host: RemoteHost,
        isWildcard: Bool,
        of text: String
    ) throws(OriginError) {
        switch host {
        case .name(let name) where isWildcard && SharedDomain.contains(name):
            throw OriginError(
                text,
                "anybody can have a name below \(name)",
                remedy: "name the domain that is yours, such as *.example.com"
            )
        case .name(let name) where isWildcard && !name.contains("."):
            throw OriginError(
                text,
                "a wildcard for a whole top-level domain allows too much",
                remedy: "name the domain, such as *.example.com"
            )
        case .address where isWildcard:
            throw OriginError(
                text,
                "nothing is below an address",
                remedy: "list each address by itself"
            )
        case .address(let address) where !address.addressClass.isUnicast:
            throw OriginError(
                text,
                "\(address) is \(address.addressClass.phrase), which nothing can be fetched from",
                remedy: "list the address of one machine"
            )
        case .name, .address: return
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin in its full spelling, the port left out where it is the scheme's own.
    var description: String {
        let wildcard = coversSubdomains ? "*." : ""
        let suffix = port == scheme.defaultPort ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(wildcard)\(host)\(suffix)"
    }
}
