// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// The verdicts' reference as a page: `belfry help Verdicts`, and that of installations and the site.
package struct VerdictPage {
    package init() {}

    /// The whole file.
    package var text: String {
        let sections = VerdictTopic.Kind.allCases.map(section)
        return ([Self.head] + sections).joined(separator: "\n").wrappedMarkdown()
    }

    private static let head = """
        # Verdicts

        <!-- Built from Sources/BelfryReport/Verdict/VerdictReference*.swift: change that. -->

        Every run ends in one verdict, a word and a reason. `belfry explain timeout` prints one
        entry of this page, `belfry explain fallback` lists those of a word, `belfry explain
        --verdicts` all. Members in code style are those of the [report](Report.md). What decides
        when several things happened at once is in
        [ThreatModel](ThreatModel.md#the-order-of-evidence).

        Each entry says what happened, what can have led to it (*cause*), what the host's decision
        rests on (*evidence*) and what the extension's author can do (*cure*). *Counts* is said of
        what counts toward [quarantine](Report.md#quarantine), *checkpoint* of what is replaced by
        the last published content.

        """

    private func section(_ kind: VerdictTopic.Kind) -> String {
        let entries = kind.topics.map { ($0, VerdictReference.entry(for: $0)) }
        var lines = ["## \(kind.rawValue)", "", Self.introduction(to: kind), ""]
        for (topic, entry) in entries { lines += self.lines(for: topic, entry) }
        return lines.joined(separator: "\n")
    }

    private static func introduction(to kind: VerdictTopic.Kind) -> String {
        switch kind {
        case .delivered: "The extension's content is delivered. `belfry run` ends with 0."
        case .dropped: "Nothing is delivered; the one case. `belfry run` ends with 0."
        case .fallback:
            "The extension was called. The original is delivered, with the texts of "
                + "`BFExtension.Fallback` if there are any. `belfry run` ends with 1."
        case .rejected:
            "The extension was never asked. The original is delivered. `belfry run` ends with 2."
        case .notCalled:
            "The first gate that failed; `belfry explain BUNDLE PAYLOAD` shows all of them. The "
                + "original is delivered. `belfry run` ends with 3."
        case .strike:
            "Misuse that harmed nobody, in `strikes`, 16 at most. The verdict stands, and the worker "
                + "gets no further run."
        case .retirement:
            "Why a worker that could go on gets no further run, in `worker.retirement` or, for one "
                + "that went between runs, `worker.predecessorRetirement`."
        }
    }

    private func lines(for topic: VerdictTopic, _ entry: VerdictEntry) -> [String] {
        var lines: [String] = []
        // `dropped` is its own section.
        if let reason = topic.reason { lines += ["### \(topic.kind.rawValue): \(reason)", ""] }
        lines += [entry.meaning, ""]
        lines.append("- *cause*: " + entry.causes.joined(separator: " · "))
        lines.append("- *evidence*: " + entry.evidence)
        if let cure = entry.cure { lines.append("- *cure*: " + cure) }
        var notes: [String] = []
        if entry.isOffence { notes.append("*counts*") }
        if entry.yieldsToCheckpoint { notes.append("*checkpoint*") }
        if !notes.isEmpty { lines.append("- " + notes.joined(separator: " · ")) }
        return lines + [""]
    }
}
