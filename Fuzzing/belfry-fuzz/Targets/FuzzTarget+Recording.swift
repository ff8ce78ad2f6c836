// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReplay

extension FuzzTarget {
    /// A recording of a run, which may come from anybody.
    ///
    /// One that is accepted is written as it was read, and no redaction makes it unreadable.
    static let recording = FuzzTarget(
        "recording",
        byteLimit: 8192,
        check: { bytes in
            var recording: Recording
            do throws(RecordingError) {
                recording = try RecordingFile.parse(bytes)
            } catch {
                return try holdOneLine(error.message)
            }
            let again = try RecordingFile.parse(RecordingFile.serialized(recording))
            try hold(again == recording, "another recording when it is written and read")
            for name in ["payload:aps.alert", "header:a", "bodies", "files", "center", "texts"] {
                _ = try? recording.apply(try Redaction(name))
            }
            _ = try RecordingFile.parse(RecordingFile.serialized(recording))
        }
    )
}
