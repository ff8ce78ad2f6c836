// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension ReportScreen {
    /// The origins that the run asked for and no list has, and what lists them.
    mutating func add(unlistedOrigins report: RunReport) {
        let decisions = report.network?.decisions ?? []
        let refused = Self.distinct(decisions.filter { $0.reason == .notListed })
        let learned = Self.distinct(decisions.filter { $0.isLearned == true })
        if let text = Self.sentence("Its network was refused", refused) {
            row("", terminal.styled(safe(text), .yellow))
        }
        if let text = Self.sentence("--learn let it reach", learned) {
            row("", terminal.styled(safe(text), .yellow))
        }
        let origins = refused + learned
        guard !origins.isEmpty else { return }
        row("", "To allow it, add to Info.plist, or to the BFExtension that is there:")
        for line in Self.manifestText(listing: origins) { row("", "  " + safe(line)) }
        guard !refused.isEmpty else { return }
        let options = refused.prefix(Self.originLimit).map { "--allow-network \($0)" }
        row("", terminal.styled(safe("or, to try it: " + options.joined(separator: " ")), .faint))
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
    private static let originLimit = 16

    /// The origins of decisions, each once, in their order.
    static func distinct(_ decisions: [EgressDecision]) -> [String] {
        var seen: Set<String> = []
        return decisions.compactMap(\.origin).filter { seen.insert($0).inserted }
    }

    /// The lines of an `Info.plist` that list origins.
    static func manifestText(listing origins: [String]) -> [String] {
        let strings = origins.prefix(originLimit).map { "        <string>\($0)</string>" }
        return ["<key>BFExtension</key>", "<dict>", "    <key>Network</key>", "    <array>"]
            + strings + ["    </array>", "</dict>"]
    }
}
