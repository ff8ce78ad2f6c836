// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Why there is no recording.
package struct RecordingError: Error, Equatable, CustomStringConvertible {
    /// What went wrong, for programs.
    package enum Code: Sendable {
        case cannotRead, cannotWrite, malformed, redaction
    }

    /// What went wrong, for programs.
    package let code: Code

    /// What, where, and the way out, in one line.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        // Much of it can be the words of a file from anywhere.
        self.message = message.neutralised()
    }

    package var description: String { message }

    /// What a decoder did not find, and where.
    static func sentence(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath)) has no member \"\(key.stringValue)\"; record it again"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath)): \(context.debugDescription); record it again"
        default: "\(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        let names = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return names.isEmpty ? "the recording" : String(names.drop { $0 == "." })
    }
}
