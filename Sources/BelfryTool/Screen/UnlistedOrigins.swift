// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryTerminal

/// The origins that an extension asked for and no list has, and what lists them.
struct UnlistedOrigins {
    /// One line of what there is to say.
    struct Line {
        let text: String
        var style: Terminal.Style?

        /// Whether it is one of an `Info.plist`, to be copied from the screen as it is.
        var isManifest = false
    }

    private let listing: OriginListing

    /// Those that it did not reach.
    private let refused: [String]

    /// Those that it reached, as the run was to learn them.
    private let learned: [String]

    /// Those that it would have reached for the same reason, of whose names no address was found.
    private let unresolved: [String]

    /// Looks at what was decided.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - listing: Where the extension lists origins.
    init(_ report: RunReport, _ listing: OriginListing = OriginListing()) {
        let decisions = report.network?.decisions ?? []
        let learned = decisions.filter { $0.isLearned == true }
        self.listing = listing
        refused = Self.distinct(decisions.filter { $0.reason == .notListed })
        self.learned = Self.distinct(learned.filter(\.isAllowed))
        unresolved = Self.distinct(
            learned.filter { $0.reason == .unresolvable || $0.reason == .lookupTimedOut }
        )
    }

    /// What there is to say of them, and how it looks; none where there is none.
    var lines: [Line] {
        let isLocal = listing.isLearning && !refused.isEmpty
        let sentences = [
            Self.sentence("Its network was refused", refused),
            isLocal
                ? "--learn lets it reach public addresses alone, not this machine or its network."
                : nil,
            Self.sentence("--learn let it reach", learned),
            Self.sentence("--learn would have let it reach", unresolved, " no address here and"),
        ]
        var lines = sentences.compactMap(\.self).map { Line(text: $0, style: .yellow) }
        guard !lines.isEmpty else { return [] }
        lines.append(Line(text: listing.instruction))
        var seen: Set<String> = []
        let origins = (refused + learned + unresolved).filter { seen.insert($0).inserted }
        lines += listing.lines(listing: origins.prefix(Self.limit)).map {
            Line(text: $0, isManifest: true)
        }
        guard !refused.isEmpty else { return lines }
        let options = refused.prefix(Self.limit).map { "--allow-network \($0)" }
        let trial = "or, to try it: " + options.joined(separator: " ")
        return lines + [Line(text: trial, style: .faint)]
    }

    /// The same for standard error, where the lines of an `Info.plist` have nothing before them.
    ///
    /// - Parameter label: What stands before the others, such as `belfry: network: `.
    /// - Returns: The lines, each with its end.
    func text(labelled label: String) -> String {
        lines.map { ($0.isManifest ? "" : label) + $0.text.neutralised() + "\n" }.joined()
    }

    /// What happened to origins, such as `Its network was refused: https://a.example is not listed …`.
    private static func sentence(
        _ beginning: String,
        _ origins: [String],
        _ addition: String = ""
    ) -> String? {
        guard let first = origins.first else { return nil }
        let isOne = origins.count == 1
        let subject = isOne ? first : "\(first) and \(origins.count - 1) more"
        let fact = addition.isEmpty ? "" : (isOne ? " has" : " have") + addition
        return "\(beginning): \(subject)\(fact) \(isOne ? "is" : "are") not listed in Info.plist."
    }

    /// Origins that are shown; the report for machines has all of them.
    private static let limit = 16

    /// The origins of decisions, each once, in their order.
    private static func distinct(_ decisions: [EgressDecision]) -> [String] {
        var seen: Set<String> = []
        return decisions.compactMap(\.origin).filter { seen.insert($0).inserted }
    }
}
