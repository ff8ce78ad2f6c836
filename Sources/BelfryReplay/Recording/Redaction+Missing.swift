// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime

extension Redaction {
    /// Why nothing was taken out of a recording, and what could be.
    package func missing(in recording: Recording) -> RecordingError {
        switch self {
        case .payload: return missing(inPayload: recording.request.payload)
        case .header:
            let fields = recording.trace.exchanges.flatMap {
                ($0.requestFields ?? []) + $0.answerHead
            }
            let names = fields.compactMap { field in
                field.firstIndex(of: ":").map { field[..<$0].lowercased() }
            }
            return missing("no request and no answer has such a field", "header:", names)
        case .bodies: return missing("no request and no answer has a body")
        case .files: return missing("the recording holds no file of the extension's")
        case .center: return missing("the notification centre was not asked")
        case .texts: return missing("the extension made no text")
        }
    }

    /// Why nothing is taken out of a payload, and what could be.
    func missing(inPayload payload: String) -> RecordingError {
        missing("the payload has no such value", "payload:", Self.places(in: payload))
    }

    private func missing(
        _ problem: String,
        _ kind: String = "",
        _ places: [String] = []
    ) -> RecordingError {
        let sought = String(name.dropFirst(kind.count))
        return RecordingError(
            .redaction,
            "--redact \(name): \(problem), and nothing is taken out"
                + Self.advice(sought, kind, Set(places).sorted())
        )
    }

    /// The place that may have been meant, or else those that there are.
    private static func advice(_ sought: String, _ kind: String, _ places: [String]) -> String {
        if let near = Spelling.nearest(to: sought, among: places) {
            return "; did you mean \(kind)\(near)?"
        }
        // What holds others says less than they do.
        let ends = places.filter { place in !places.contains { $0.hasPrefix(place + ".") } }
        guard !ends.isEmpty else { return "" }
        let more = ends.count > listedCount ? " and \(ends.count - listedCount) more" : ""
        let listed = ends.prefix(listedCount).map { kind + $0 }.joined(separator: ", ")
        return "; there \(ends.count == 1 ? "is" : "are") \(listed)\(more)"
    }

    private static let listedCount = 6
}
