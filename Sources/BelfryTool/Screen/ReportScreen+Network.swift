// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension ReportScreen {
    /// The origins that the run asked for in vain, and what lists them.
    mutating func add(refusedOrigins report: RunReport) {
        let decisions = report.network?.decisions ?? []
        let origins = Self.distinct(decisions.filter { $0.reason == .notListed })
        guard let first = origins.first else { return }
        let others = origins.count > 1 ? " and \(origins.count - 1) more" : ""
        let verb = origins.count > 1 ? "are not listed" : "is not listed"
        let text = safe("Its network was refused: \(first)\(others) \(verb) in Info.plist.")
        row("", terminal.styled(text, .yellow))
        row("", "To allow it, add to Info.plist, or to the BFExtension that is there:")
        for line in Self.manifestText(listing: origins) { row("", "  " + safe(line)) }
        let options = origins.prefix(Self.originLimit).map { "--allow-network \($0)" }
        row("", terminal.styled(safe("or, to try it: " + options.joined(separator: " ")), .faint))
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
