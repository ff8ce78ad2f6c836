// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Puts the author's own lines into a compiler's messages that quote rewritten ones.
///
/// Below a message that begins with `path:12:5: ` the Swift compiler quotes lines as `12 | let x = y`.
/// A rewritten line has everything else at the place where its author has it, so that the mark below
/// stays right.
struct AuthorLines: Equatable {
    private struct Line: Equatable {
        let rewritten: String
        let written: String
    }

    /// The lines that were changed, by their file's path and their number.
    private let changed: [String: [Int: Line]]

    /// The author's headers, by the paths that the compiler has them at.
    private let headers: [String: String]

    /// The lines of the file that the latest message is about.
    private var current: [Int: Line] = [:]

    /// - Parameters:
    ///   - sources: What is compiled.
    ///   - headers: The author's headers, by the paths of links to them that the compiler reads.
    init(_ sources: [SwiftSource] = [], headers: [String: String] = [:]) {
        self.headers = headers
        let pairs = sources.compactMap { source in
            source.rewritten.map {
                (SourceFiles.operand(source.path), Self.changes(from: source.bytes, to: $0))
            }
        }
        changed = Dictionary(pairs) { first, _ in first }
    }

    /// - Parameter line: A line of the compiler's messages as it is shown, with its colours.
    /// - Returns: The same, with what the author wrote.
    mutating func restored(_ line: String) -> String {
        let line = withAuthorsHeaders(line)
        guard !changed.isEmpty else { return line }
        let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        if let message = plain.firstMatch(of: #/^([^ ].*?):[0-9]+:[0-9]+: /#) {
            current = changed[String(message.1)] ?? [:]
            return line
        }
        guard let quote = plain.prefixMatch(of: #/ *([0-9]+) \| /#), let number = Int(quote.1),
            let change = current[number], line.hasSuffix(change.rewritten)
        else { return line }
        return line.dropLast(change.rewritten.count) + change.written
    }

    private func withAuthorsHeaders(_ line: String) -> String {
        headers.reduce(line) { line, header in
            line.contains(header.key) ? line.replacing(header.key, with: header.value) : line
        }
    }

    private static func changes(from written: [UInt8], to rewritten: [UInt8]) -> [Int: Line] {
        let pairs = zip(lines(written), lines(rewritten))
        return pairs.enumerated().reduce(into: [:]) { result, item in
            let (line, (own, other)) = (item.offset + 1, item.element)
            if own != other { result[line] = Line(rewritten: other, written: own) }
        }
    }

    /// The lines as they are shown.
    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            CompilerText.shown(String(decoding: $0, as: UTF8.self))
        }
    }
}
