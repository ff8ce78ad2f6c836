// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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
        let safe = Self.neutralised(text)
        guard lines.count < Self.lineLimit, byteCount + safe.utf8.count <= Self.byteLimit else {
            droppedCount += 1
            return
        }
        byteCount += safe.utf8.count
        lines.append(RunReport.LogLine(source: source, text: safe))
    }

    /// Counts lines that never got here.
    mutating func drop(_ count: Int) {
        droppedCount += count
    }

    /// Makes control and direction-changing characters visible, so that a log can neither move a
    /// terminal's cursor nor show text in another order than it has.
    static func neutralised(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if result.utf8.count >= lineByteLimit { return result + "…" }
            switch scalar.value {
            case 0x09: result.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
