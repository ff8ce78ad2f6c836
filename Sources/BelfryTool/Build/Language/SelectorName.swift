// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name that a method has in Objective-C, made from what stands in a `#selector(…)`.
struct SelectorName: Equatable {
    /// The name, such as `tapped:`.
    let text: String

    /// Reads an expression such as `Bell.ring(_:after:)`, `getter: Bell.tone` or `ring as () -> Void`.
    ///
    /// - Parameter expression: What stands between the parentheses, in words and symbols.
    init?(expression: [String]) {
        var words = expression[...]
        let accessor = ["getter", "setter"].first { words.starts(with: [$0, ":"]) }
        if accessor != nil { words = words.dropFirst(2) }
        let path = words.prefix { $0 != "as" }
        let open = path.firstIndex(of: "(")
        guard let name = path[..<(open ?? path.endIndex)].last(where: { $0 != "." }) else {
            return nil
        }
        let base = String(name.filter { $0 != "`" })
        guard base.first?.isLetter == true || base.first == "_" else { return nil }
        let labels = open.map { path[$0...].filter { !["(", ")", ":"].contains($0) } } ?? []
        switch accessor {
        case "setter": text = "set\(base.capitalisedFirst):"
        case "getter": text = base
        default: text = Self.method(base, labels: labels)
        }
    }

    /// A method's name: its first label becomes a part of the base name, introduced by `With`
    /// unless it is a preposition itself (SE-0005).
    static func method(_ base: String, labels: [String]) -> String {
        guard let first = labels.first else { return base }
        let rest = labels.dropFirst().map { $0 == "_" ? ":" : "\($0):" }.joined()
        guard first != "_" else { return "\(base):\(rest)" }
        let word = String(first.prefix { !$0.isUppercase })
        let link = prepositions.contains(word) ? "" : "With"
        return "\(base)\(link)\(first.capitalisedFirst):\(rest)"
    }

    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following",
        "for", "from", "given", "in", "including", "inside", "into", "matching", "of", "on",
        "passing", "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
    ]
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
