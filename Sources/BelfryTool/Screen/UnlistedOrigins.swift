// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryTerminal

/// The origins that an extension asked for and no list has, and what lists them.
struct UnlistedOrigins {
    /// Those that it did not reach.
    private let refused: [String]

    /// Those that it reached, as the run was to learn them.
    private let learned: [String]

    init(_ report: RunReport) {
        let decisions = report.network?.decisions ?? []
        refused = Self.distinct(decisions.filter { $0.reason == .notListed })
        learned = Self.distinct(decisions.filter { $0.isLearned == true })
    }

    /// What there is to say of them, and how it looks; none where there is none.
    var lines: [(text: String, style: Terminal.Style?)] {
        let sentences = [
            Self.sentence("Its network was refused", refused),
            Self.sentence("--learn let it reach", learned),
        ]
        var lines = sentences.compactMap(\.self).map { ($0, Terminal.Style?.some(.yellow)) }
        guard !lines.isEmpty else { return [] }
        lines.append(("To allow it, add to Info.plist, or to the BFExtension that is there:", nil))
        lines += Self.manifestText(listing: refused + learned).map { ("  " + $0, nil) }
        guard !refused.isEmpty else { return lines }
        let options = refused.prefix(Self.limit).map { "--allow-network \($0)" }
        return lines + [("or, to try it: " + options.joined(separator: " "), .faint)]
    }

    /// What happened to origins, such as `Its network was refused: https://a.example is not listed …`.
    private static func sentence(_ beginning: String, _ origins: [String]) -> String? {
        guard let first = origins.first else { return nil }
        guard origins.count > 1 else {
            return "\(beginning): \(first) is not listed in Info.plist."
        }
        return "\(beginning): \(first) and \(origins.count - 1) more are not listed in Info.plist."
    }

    /// Origins that are shown; the report for machines has all of them.
    private static let limit = 16

    /// The origins of decisions, each once, in their order.
    private static func distinct(_ decisions: [EgressDecision]) -> [String] {
        var seen: Set<String> = []
        return decisions.compactMap(\.origin).filter { seen.insert($0).inserted }
    }

    /// The lines of an `Info.plist` that list origins.
    private static func manifestText(listing origins: [String]) -> [String] {
        let strings = origins.prefix(limit).map { "        <string>\($0)</string>" }
        return ["<key>BFExtension</key>", "<dict>", "    <key>Network</key>", "    <array>"]
            + strings + ["    </array>", "</dict>"]
    }
}
