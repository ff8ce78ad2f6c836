// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire

/// Holds a recording that was read to what one of ours can be.
struct RecordingCheck {
    private let recording: Recording

    init(_ recording: Recording) {
        self.recording = recording
    }

    /// Refuses what no recording of ours has.
    ///
    /// - Parameter value: The recording as it was written.
    /// - Throws: ``RecordingError`` with the place.
    func check(asWritten value: JSONValue) throws(RecordingError) {
        try checkRequest()
        try checkResult()
        try checkRedactions()
        let trace = recording.trace
        guard trace.seed.count == TracePlan.seedByteCount else {
            throw Self.malformed(
                "trace.seed",
                "has \(trace.seed.count) numbers instead of \(TracePlan.seedByteCount)"
            )
        }
        for (name, count, limit) in [
            ("wallClock", trace.wallClock.count, TracePlan.clockLimit),
            ("hostClock", trace.hostClock.count, TracePlan.clockLimit),
            ("calls", trace.calls.count, HostCall.limit),
            ("questions", trace.questions.count, CenterQuestion.countLimit),
            ("exchanges", trace.exchanges.count, NetworkExchange.limit),
            ("folders", trace.folders.count, KeptFolder.limit),
        ] where count > limit {
            throw Self.malformed("trace.\(name)", "has \(count) entries; \(limit) at most are kept")
        }
        for question in trace.questions
        where question.answer.content.count > CenterAnswer.documentLimit {
            throw Self.malformed("trace.questions", "has an answer that is too long to be given")
        }
        let times = [trace.wallBegan, trace.monotonicBegan] + trace.wallClock
        guard times.allSatisfy(Self.times.contains) else {
            throw Self.malformed("trace", "has a time that no clock of ours shows")
        }
        for folder in trace.folders {
            guard folder.entries.count <= KeptFolder.entryLimit else {
                throw Self.malformed("trace.folders", "has more entries than are kept")
            }
            guard let entry = folder.entries.first(where: { !$0.isValid }) else { continue }
            throw Self.malformed("trace.folders", "has a path that leads out: \(entry.path.quoted)")
        }
        guard let known = try? JSONValue.parse(CanonicalJSON.encode(recording)),
            let place = Self.unknownMember(of: value, known, "")
        else { return }
        throw Self.malformed(place, "is not a member of a recording of this version")
    }

    private func checkRequest() throws(RecordingError) {
        do throws(PayloadError) {
            _ = try PushPayload.parse(
                Array(recording.request.payload.utf8),
                limit: Recording.payloadLimit
            )
        } catch {
            throw Self.malformed("request.payload", "is no payload (\(error.message))")
        }
        guard let odd = recording.budget.oddMember else { return }
        throw Self.malformed(
            "budget.\(odd.name)",
            "is \(odd.value) instead of \(odd.range.lowerBound) to \(odd.range.upperBound)"
        )
    }

    private func checkResult() throws(RecordingError) {
        let result = recording.result
        let reasons = VerdictReference.topics(named: result.verdict.rawValue).map(\.reason)
        // What an extension drops a notification for is its own word.
        guard result.verdict == .dropped || reasons.contains(result.reason) else {
            throw Self.malformed(
                "result.reason",
                "is no reason of \(result.verdict): \(result.reason.quoted)"
            )
        }
        if let signal = result.signal, !Signal.names.contains(signal) {
            throw Self.malformed("result.signal", "is no signal: \(signal.quoted)")
        }
        if let status = result.exitStatus, !Self.statuses.contains(status) {
            throw Self.malformed("result.exitStatus", "is \(status), with which no process ends")
        }
    }

    private func checkRedactions() throws(RecordingError) {
        for (index, name) in recording.redactions.enumerated() {
            guard let redaction = try? Redaction(name), redaction.name == name else {
                throw Self.malformed(
                    "redactions[\(index)]",
                    "is nothing that is taken out: \(name.quoted)"
                )
            }
        }
    }

    /// What waitpid(2) tells of a process that has ended itself.
    private static let statuses: ClosedRange<Int32> = 0...255

    /// What can be added and subtracted without a second look, in nanoseconds.
    private static let times: ClosedRange<Int64> = 0...(1 << 62)

    private static func malformed(_ place: String, _ problem: String) -> RecordingError {
        RecordingError(.malformed, "\(place) \(problem); record it again")
    }

    /// The place of the first member that was not understood; nil when all were.
    private static func unknownMember(
        of value: JSONValue,
        _ known: JSONValue,
        _ place: String
    ) -> String? {
        switch (value, known) {
        case (.object(let members), .object(let knownMembers)):
            for member in members.members {
                let name = place.isEmpty ? member.key : "\(place).\(member.key)"
                guard let same = knownMembers[member.key] else {
                    // What is null is as good as absent.
                    if member.value == .null { continue }
                    return name
                }
                if let found = unknownMember(of: member.value, same, name) { return found }
            }
        case (.array(let elements), .array(let knownElements)):
            for (index, (element, same)) in zip(elements, knownElements).enumerated() {
                if let found = unknownMember(of: element, same, "\(place)[\(index)]") {
                    return found
                }
            }
        default: break
        }
        return nil
    }
}
