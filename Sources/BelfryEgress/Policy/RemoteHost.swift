// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The host of an origin or of a request, in the one spelling by which two are compared.
enum RemoteHost: Hashable, Sendable {
    /// A name, lower-case ASCII without a final dot.
    case name(String)

    /// An address, written as itself.
    case address(IPAddress)

    /// Reads a host as it stands in a URL: a name, an IPv4 address, an IPv6 address in brackets.
    ///
    /// - Parameter text: The host without port.
    /// - Throws: ``Malformed`` for a name that is none, and for every second spelling of an address
    ///   (`0x7f.1`, `127.1`, `[::ffff:127.0.0.1]`, a final dot), as these exist to deceive.
    init(_ text: String) throws(Malformed) {
        if text.hasPrefix("[") {
            self = .address(try Self.bracketedAddress(text))
            return
        }
        try Self.checkCharacters(text)
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        try Self.checkLabels(labels)
        guard Self.readsAsNumber(labels.last ?? "") else {
            self = .name(name)
            return
        }
        guard let address = IPAddress(name) else {
            throw Malformed(
                "the host ends in a number and is no IPv4 address",
                remedy: "write an IPv4 address as four decimal numbers without leading zeros"
            )
        }
        self = .address(address)
    }

    /// Whether it is the name of this machine (RFC 6761 6.3).
    var isLocalhost: Bool { self == .name("localhost") }

    /// What is wrong with a host's spelling, and what to write instead.
    struct Malformed: Error, Equatable {
        /// The problem, as the end of a sentence.
        let problem: String

        /// What to do about it.
        let remedy: String

        init(_ problem: String, remedy: String) {
            self.problem = problem
            self.remedy = remedy
        }
    }

    private static func bracketedAddress(_ text: String) throws(Malformed) -> IPAddress {
        let remedy = "write an IPv6 address in brackets, such as [2001:db8::1], without a zone"
        guard text.hasSuffix("]"), let address = IPAddress(String(text.dropFirst().dropLast())),
            case .v6 = address
        else { throw Malformed("the brackets hold no IPv6 address", remedy: remedy) }
        if let inner = address.mappedV4 {
            throw Malformed("the address is IPv4 in the dress of IPv6", remedy: "write \(inner)")
        }
        return address
    }

    private static func checkCharacters(_ text: String) throws(Malformed) {
        guard !text.isEmpty else {
            throw Malformed("there is no host", remedy: "write a name such as example.com")
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw Malformed(
                "the host is not ASCII",
                remedy: "write an international name in punycode, such as xn--bcher-kva.example"
            )
        }
        let isClean = text.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: ".")
        }
        guard isClean else {
            throw Malformed(
                "the host has a character that no name has",
                remedy: "use letters, digits, '-', '_' and '.' only"
            )
        }
        guard !text.hasSuffix(".") else {
            throw Malformed("the host ends in a dot", remedy: "drop the final dot")
        }
    }

    private static func checkLabels(_ labels: [Substring]) throws(Malformed) {
        let length = labels.reduce(labels.count - 1) { $0 + $1.utf8.count }
        let isWhole = labels.allSatisfy {
            1...63 ~= $0.utf8.count && !$0.hasPrefix("-") && !$0.hasSuffix("-")
        }
        guard isWhole, length <= 253 else {
            throw Malformed(
                "the host is no name",
                remedy:
                    "each part between dots has 1 to 63 characters, none of them '-' at an end, "
                    + "and all have 253 at most"
            )
        }
    }

    /// Whether some reader would take a name with this last part for an IPv4 address (WHATWG URL).
    private static func readsAsNumber(_ label: Substring) -> Bool {
        label.utf8.allSatisfy(\.isDigit)
            || (label.hasPrefix("0x") && label.utf8.dropFirst(2).allSatisfy(\.isHexDigit))
    }
}

extension RemoteHost: CustomStringConvertible {
    /// The host as it stands in a URL, an IPv6 address in brackets.
    var description: String {
        switch self {
        case .name(let name): name
        case .address(.v4(let value)): IPAddress.v4(value).description
        case .address(.v6(let value)): "[\(IPAddress.v6(value))]"
        }
    }
}
