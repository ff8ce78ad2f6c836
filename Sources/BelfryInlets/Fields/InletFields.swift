// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a request says in its headers and in its query.
package struct InletFields: Sendable {
    private var headers: [String: String] = [:]
    private var query: [String: String] = [:]

    /// Takes headers and the query; of what comes twice the first counts.
    ///
    /// - Parameters:
    ///   - headers: Names in either case, and values.
    ///   - query: What follows the path's question mark; nil for none.
    package init(headers: [(name: String, value: String)] = [], query: String? = nil) {
        for (name, value) in headers where self.headers[name.lowercased()] == nil {
            self.headers[name.lowercased()] = value
        }
        for (name, value) in FormText.pairs(of: query ?? "") where self.query[name] == nil {
            self.query[name] = value
        }
    }

    /// A value by any of its names: of a header, else of the query.
    ///
    /// - Parameter names: The names in lower case, the first that has a value before the others.
    /// - Returns: The value without white space around it; nil where there is none.
    package func text(_ names: String...) -> String? {
        for source in [headers, query] {
            for name in names {
                guard let value = source[name]?.trimmed, !value.isEmpty else { continue }
                // Browsers and proxies send another header by this name (RFC 9218).
                if name == "priority", value.hasPrefix("u=") || value == "i" { continue }
                return value
            }
        }
        return nil
    }

    /// A header's value; nil where it is absent.
    ///
    /// - Parameter name: Its name in lower case.
    /// - Returns: The value.
    package func header(_ name: String) -> String? { headers[name] }

    /// A parameter of the query; nil where it is absent.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The value.
    package func parameter(_ name: String) -> String? { query[name] }

    /// A text that a header may have as encoded words.
    func decodedText(_ names: String...) -> String? {
        for name in names {
            if let text = text(name) { return EncodedWord.decoded(text) }
        }
        return nil
    }

    /// Whether a value says yes.
    func flag(_ names: String...) -> Bool {
        names.contains { Self.yes.contains(text($0)?.lowercased() ?? "") }
    }

    static let yes: Set<String> = ["1", "true", "yes"]
}

extension StringProtocol {
    /// Without white space at its ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
