// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// A request of an extension with its answer, as the proxy saw both.
package struct NetworkExchange: Sendable, Equatable, Codable {
    package var method: String

    /// The absolute URL; of a tunnel `https://host:port`.
    package var url: String

    /// The request's fields, `name: value`; nil where nobody saw them, which is over TLS.
    package var requestFields: [String]?
    package var requestBody: KeptBytes

    /// The answer's lines up to its body: a status line and fields, those of interim answers first,
    /// each ended by an empty line.
    package var answerHead: [String]

    /// The answer's body as it was on the wire, in chunks where the head says so.
    package var answerBody: KeptBytes

    /// Whether it was let out.
    package var isAllowed: Bool

    /// How it ended; what follows says why, where it did not end well.
    package var reason: EgressDecision.Reason
    package var message: String?
    package var remedy: String?

    /// Most exchanges of one run.
    package static let limit = 1024

    package init(method: String, url: String) {
        self.method = method
        self.url = url
        requestBody = .bytes([])
        answerHead = []
        answerBody = .bytes([])
        isAllowed = false
        reason = .allowed
    }

    /// Whether it is a tunnel, of whose content nobody knows.
    package var isTunnel: Bool { method == "CONNECT" }

    /// The URL's scheme, host and port, with the port where it is the scheme's own too; nil where it has
    /// none of ours.
    package var origin: String? {
        guard let separator = url.firstRange(of: "://") else { return nil }
        let rest = url[separator.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard let scheme = Origin.Scheme(rawValue: url[..<separator.lowerBound].lowercased()),
            let read = try? Authority(String(authority))
        else { return nil }
        return "\(scheme.rawValue)://\(read.host):\(read.port ?? scheme.defaultPort)"
    }

    /// What follows the origin in the URL.
    var path: Substring {
        guard let separator = url.firstRange(of: "://") else { return "" }
        return url[separator.upperBound...].drop { !"/?#".contains($0) }
    }

    /// Whether it was let out and ended as it should, or with its run, which may end a moment earlier or
    /// later.
    package var isWhole: Bool {
        switch reason {
        case .allowed: true
        case .proxyClosed, .abandoned: isAllowed
        default: false
        }
    }

    /// The answer as it was on the wire; nil where its body was not kept.
    var answer: [UInt8]? {
        guard answerBody.isKept else { return nil }
        let head = answerHead.map { $0 + "\r\n" }.joined()
        return head.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + answerBody.content
    }

    /// Takes an answer that was on the wire apart.
    mutating func take(answer bytes: [UInt8], byteCount: Int) {
        var lines: [String] = []
        var rest = bytes[...]
        // Interim answers come before the one that counts.
        var isInterim = true
        while isInterim, let end = rest.firstRange(of: [13, 10, 13, 10]) {
            let head = Array(rest[..<end.lowerBound]).headLines.map { Self.text($0) }
            isInterim = head.first?.dropFirst(9).hasPrefix("1") ?? false
            lines += head + [""]
            rest = rest[end.upperBound...]
        }
        answerHead = lines
        answerBody = byteCount > bytes.count ? .omitted(byteCount) : .bytes(Array(rest))
    }

    /// Every byte as the character of its number: fields may hold bytes beyond ASCII.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
