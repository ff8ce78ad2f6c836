// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// Why a run is not what a conforming extension would have made of it, in words.
struct RunShortfall {
    /// Why it crashed and where in its author's source, the payload's name, the verdict and its evidence.
    let text: String

    /// The payload, so that `belfry run` can be given it, and the last lines of the log.
    let details: [String]

    /// Looks at a report; nil when the extension completed.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - sample: The payload.
    ///   - place: Which of a check's runs it was.
    ///   - isPrompt: Whether it should have completed before it was told that its time ends.
    init?(
        _ report: RunReport,
        _ sample: SamplePayload,
        _ place: String = "",
        isPrompt: Bool = false
    ) {
        let isLate = isPrompt && report.ending == .delivered(.atExpiry)
        let hasEnded = report.strikes.contains("endedAfterCompletion")
        guard !report.isCompleted || isLate || hasEnded else { return nil }
        let evidence = report.evidence
        let facts = [
            evidence?.signal, evidence?.exitStatus.map { "exit status \($0)" },
            evidence.map { "while \($0.phase)" },
            hasEnded ? "its process ended after it had completed" : nil,
        ].compactMap(\.self)
        let ended = facts.isEmpty ? "" : " [\(facts.joined(separator: ", "))]"
        let place = place.isEmpty ? "" : " " + place
        let summary = report.crash.map { CrashSummary($0, log: report.log) }
        let cause = summary?.cause.map { $0.neutralised(byteLimit: 300) + "; " } ?? ""
        text =
            cause + "payload \"\(sample.name)\"\(place): \(report.outcome)\(ended). "
            + report.explanation
        let payload = String(decoding: sample.payload.bytes, as: UTF8.self)
        let log = summary?.logWithoutFrames().lines ?? report.log
        details =
            ["payload: \(payload.neutralised(byteLimit: 200))"]
            + log.suffix(3).map { "log: \($0.text)" }
    }
}

extension RunReport {
    /// Whether the extension decided what is shown: its content, or nothing by right.
    var isCompleted: Bool { isDelivered || verdict == .dropped }
}
