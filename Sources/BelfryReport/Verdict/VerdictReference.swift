// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What every verdict, strike and retirement means: the one place where that is written.
///
/// `belfry explain VERDICT` prints it and `belfry help Verdicts` is made from it. The texts are
/// chosen by switches without a default, so that a new case does not compile without one.
package enum VerdictReference {
    /// The entry of a topic.
    package static func entry(for topic: VerdictTopic) -> VerdictEntry {
        let text =
            switch topic {
            case .delivered(let delivery): text(for: delivery)
            case .dropped: dropped
            case .fallback(let fallback): text(for: fallback)
            case .rejected(let rejection): text(for: rejection)
            case .notCalled(let gate): text(for: gate)
            case .strike(let strike): text(for: strike)
            case .retirement(let retirement): text(for: retirement)
            }
        return VerdictEntry(topic, text)
    }

    /// The topics that a text names: all of a kind, the one of a full name, or those of a reason.
    ///
    /// Those of a reason can be several: `memory` is a fallback and a retirement. Case does not count.
    ///
    /// - Parameter text: Such as `fallback`, `fallback:cpu`, `fallback: cpu` or `cpu`.
    /// - Returns: The topics in the order of the reference; none where nothing has the name.
    package static func topics(named text: String) -> [VerdictTopic] {
        let name = text.lowercased().filter { !$0.isWhitespace }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let kind = VerdictTopic.Kind.allCases.first(where: { $0.rawValue.lowercased() == name })
        {
            return kind.topics
        }
        // What follows is the extension's own code.
        if parts.count == 2, parts[0] == VerdictTopic.dropped.name { return [.dropped] }
        return VerdictTopic.allCases.filter {
            $0.name.lowercased() == name || $0.reason?.lowercased() == name
        }
    }

    /// Names that a text comes near to, where it is none.
    ///
    /// - Parameter text: What names no topic.
    /// - Returns: At most a handful of names that ``topics(named:)`` knows.
    package static func names(near text: String) -> [String] {
        let text = text.lowercased()
        let reason = text.split(separator: ":").last.map(String.init) ?? text
        let all = VerdictTopic.allCases.map(\.name)
        let words = VerdictTopic.Kind.allCases.map(\.rawValue)
        var near = [Spelling.nearest(to: text, among: words + all)].compactMap(\.self)
        let reasons = VerdictTopic.allCases.compactMap(\.reason)
        if let nearest = Spelling.nearest(to: reason, among: reasons) {
            near += topics(named: nearest).map(\.name)
        }
        if reason.count > 2 { near += all.filter { $0.lowercased().contains(reason) } }
        var seen: Set<String> = []
        return Array(near.filter { seen.insert($0).inserted }.prefix(5))
    }

    /// The name under which a report's verdict is explained.
    ///
    /// - Parameter report: A run's report.
    /// - Returns: Such as `fallback:timeout`; nil when there is nothing to explain.
    package static func name(for report: RunReport) -> String? {
        report.ending.map { VerdictTopic($0).name }
    }
}
