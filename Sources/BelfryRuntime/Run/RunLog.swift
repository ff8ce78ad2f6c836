// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What an extension says during a run: bounded, and safe to print.
struct RunLog {
    /// The lines that were kept.
    private(set) var lines: [RunReport.LogLine] = []

    /// How many lines were not kept.
    private(set) var droppedCount = 0

    private var byteCount = 0

    /// Most lines and bytes of one run.
    static let lineLimit = 500
    static let byteLimit = 64 * 1024

    /// The longest line; the rest of a longer one is cut.
    static let lineByteLimit = 4096

    /// Adds a line, or counts it when there is no room.
    mutating func append(_ source: RunReport.LogLine.Source, _ text: String) {
        // First, so that a flood costs no more than counting it.
        guard lines.count < Self.lineLimit, byteCount < Self.byteLimit else {
            droppedCount += 1
            return
        }
        let safe = text.neutralised(byteLimit: Self.lineByteLimit)
        guard byteCount + safe.utf8.count <= Self.byteLimit else {
            droppedCount += 1
            return
        }
        byteCount += safe.utf8.count
        lines.append(RunReport.LogLine(source: source, text: safe))
    }

    /// Adds a line of the host's own, which no flood of the extension's keeps out.
    mutating func note(_ text: String) {
        let safe = text.neutralised(byteLimit: Self.lineByteLimit)
        lines.append(RunReport.LogLine(source: .host, text: safe))
    }

    /// Counts lines that never got here.
    mutating func drop(_ count: Int) {
        droppedCount += count
    }
}
