// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a runtime or the C library said in the log when it ended the process.
///
/// All of it is what the extension wrote: whoever shows it escapes it.
struct LastWords: Equatable {
    /// The message, without the place that the runtime writes before it.
    let message: String

    /// The source file that the message names, by its last name; nil where it names none.
    let file: String?

    /// The line in that file.
    let line: Int?

    /// The Swift module of that file; nil where the message names none.
    let module: String?

    /// Reads a line of the log; nil where no runtime wrote it.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - signal: The signal that ended the process.
    init?(_ text: String, before signal: String) {
        if signal == "SIGABRT", text.hasPrefix(Self.cast) {
            // The addresses of the two types differ from run to run.
            message = text.replacing(/\ \(0x[0-9a-f]+\)/, with: "")
            (file, line, module) = (nil, nil, nil)
            return
        }
        let anywhere = Self.first(of: Self.starts, in: text)
        guard let start = anywhere ?? Self.first(of: Self.startsAfterPlace, in: text) else {
            return nil
        }
        message = String(text[start...])
        let place = Self.place(in: text[..<start])
        guard anywhere != nil || place?.file.hasSuffix(".swift") == true else { return nil }
        (file, line, module) = (place?.file, place?.line, place?.module)
    }

    private static func first(of words: [String], in text: String) -> String.Index? {
        words.lazy.compactMap { text.firstRange(of: $0)?.lowerBound }.first
    }

    /// What ends a process with a message: Swift, `assert` (glibc), libstdc++.
    private static let starts = ["Fatal error", "Assertion `", "terminate called after"]

    /// Words of Swift in a build without optimisation, which authors write in their logs as well.
    private static let startsAfterPlace = ["Precondition failed", "Assertion failed"]

    /// A forced cast that failed, after which Swift calls `abort`.
    private static let cast = "Could not cast value of type '"

    /// Finds the place in what stands before a message, such as `T/T.swift:10: ` of Swift or
    /// `belfry-worker: src/T.c:8: decrypt: ` of `assert`.
    private static func place(
        in text: Substring
    ) -> (file: String, line: Int, module: String?)? {
        for part in text.split(separator: ": ") {
            guard let colon = part.lastIndex(of: ":"), let line = Int(part[colon...].dropFirst())
            else { continue }
            let path = part[..<colon].split(separator: "/")
            guard let file = path.last else { continue }
            return (String(file), line, path.count > 1 ? path.first.map(String.init) : nil)
        }
        return nil
    }
}
