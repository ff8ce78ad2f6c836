// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// The names that a browser may call a page's server by, and the address that it listens on.
///
/// A site that bends a name of its own to this machine (DNS rebinding) has the browser say that name in
/// `Host`. Only names that the user has given are therefore answered, besides this machine's own.
package struct PageHosts: Equatable, Sendable {
    /// The address that the server listens on, as the kernel takes it.
    let address: String

    /// What a browser says in `Host` besides, in small letters, such as `box.example:9000`.
    private let names: [String]

    /// This machine's own names, on its loopback address.
    package static let loopback = PageHosts(address: loopbackAddress, names: [])

    private static let loopbackAddress = "127.0.0.1"
    private static let wildcards = ["0.0.0.0", "::"]

    private init(address: String, names: [String]) {
        self.address = address
        self.names = names
    }

    /// Understands what the command line says.
    ///
    /// - Parameter arguments: Each a name, with a port where the browser's address has another one than
    ///   the server; or an address without a port, to listen on.
    /// - Throws: ``ToolFailure`` for what is neither, and for a second address.
    package init(_ arguments: [String]) throws(ToolFailure) {
        var address: String?
        var names: [String] = []
        for argument in arguments {
            let text = argument.lowercased()
            if let own = Self.literal(text) {
                guard address == nil || address == own else {
                    throw ToolFailure(
                        "--host \(argument): the page is served on one address; name one, or 0.0.0.0 "
                            + "for all",
                        .usage
                    )
                }
                address = own
            } else {
                guard Self.isName(text) else {
                    throw ToolFailure(
                        "--host \(argument) is no name; write NAME, NAME:PORT or an address, as it "
                            + "stands between // and / in the browser's address",
                        .usage
                    )
                }
                names.append(text)
            }
        }
        self.init(address: address ?? Self.loopbackAddress, names: names)
    }

    /// Whether other machines can reach the page.
    var isOpen: Bool { !address.hasPrefix("127.") && address != "::1" }

    /// Whether this is what a browser may say in `Host`.
    ///
    /// - Parameters:
    ///   - host: The header's value.
    ///   - port: The server's port.
    /// - Returns: Whether the request is answered.
    func allows(_ host: String, port: Int) -> Bool {
        let host = host.lowercased()
        guard !names.contains(host) else { return true }
        // HTTP's own port is left out by most.
        let parts = Self.parts(of: host)
        guard parts.port ?? 80 == port else { return false }
        let own = ["localhost", Self.loopbackAddress, Self.bracketed(address)] + names
        // No site can bend an address.
        return own.contains(parts.name) || isWildcard && Self.literal(parts.name) != nil
    }

    /// Whether this is the origin of the page under a name that is allowed.
    ///
    /// A forwarder that speaks TLS makes it `https`; nobody else can have such a name.
    func isOrigin(_ origin: String, of host: String) -> Bool {
        origin == "http://\(host)"
            || origin == "https://\(host)" && names.contains(host.lowercased())
    }

    /// What browsers call the server, the first of them on this machine.
    func authorities(port: Int) -> [String] {
        let own = isWildcard ? Self.loopbackAddress : Self.bracketed(address)
        let others = names.map { Self.parts(of: $0).port == nil ? "\($0):\(port)" : $0 }
        return ["\(own):\(port)"] + others
    }

    private var isWildcard: Bool { Self.wildcards.contains(address) }

    /// An address in numbers without its brackets; nil for anything else.
    private static func literal(_ text: String) -> String? {
        var text = text[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        let isAddress = (try? SocketAddress(ipAddress: String(text), port: 0)) != nil
        return isAddress ? String(text) : nil
    }

    private static func bracketed(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }

    /// A host's name, and its port where one follows.
    private static func parts(of host: String) -> (name: String, port: Int?) {
        guard let colon = host.lastIndex(of: ":"), host[colon...].count > 1,
            host[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return (host, nil) }
        return (String(host[..<colon]), Int(host[colon...].dropFirst()))
    }

    /// Whether a text is a name or an address, with a port or without.
    private static func isName(_ text: String) -> Bool {
        let (name, port) = parts(of: text)
        guard (1...65535).contains(port ?? 1), (1...253).contains(name.utf8.count) else {
            return false
        }
        return literal(name) != nil
            || name.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80
                    && (character.isLetter || character.isNumber || "-._".contains(character))
            }
    }
}
