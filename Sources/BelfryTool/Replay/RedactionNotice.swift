// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
internal import BelfryReplay

/// What came of a `--redact`: somebody who trusts that a secret is gone has to know when it is not.
struct RedactionNotice {
    /// A line for people.
    let text: String

    /// Why nothing was taken out; nil where something was, now or before.
    let error: RecordingError?

    /// - Parameters:
    ///   - redaction: What was to be taken out.
    ///   - count: From how many places it was.
    ///   - recording: What it was taken out of.
    init(_ redaction: Redaction, _ count: Int, _ recording: Recording) {
        switch (count, recording.isRedacted(redaction)) {
        case (0, false):
            let missing = redaction.missing(in: recording)
            error = missing
            text = "belfry: warning: \(missing.message.neutralised())\n"
        case (0, true):
            error = nil
            text = "Was taken out before: \(redaction.name.neutralised()).\n"
        default:
            error = nil
            let places = MeasuredText.count(count, "place")
            text = "Taken out: \(redaction.name.neutralised()), from \(places).\n"
        }
    }
}
