// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryTerminal
import Testing

@testable import BelfryTool

/// Lines of cells, of texts that are longer than anybody reads.
struct TextLinesTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("ab cdefgh ij", 4, ["ab", "cdef", "gh", "ij"]), ("日本語", 1, ["日", "本", "語", ""]),
        ("abc  d", 3, ["abc", "d"]), ("", 5, [""]), ("a\n\nb", 5, ["a", "", "b"]),
    ])
    func `breaks at spaces, and in words that are wider than a line`(
        text: String,
        width: Int,
        lines: [String]
    ) {
        #expect(TextLines.broken(text, width: width) == lines)
    }

    @Test func `ends in dots where there is more than may be shown`() {
        #expect(TextLines.broken("a\nb\nc", width: 4, limit: 2) == ["a", "b…"])
        let many = TextLines.broken(String(repeating: "\n", count: 300), width: 4)
        #expect(many.count == TextLines.maximumCount && many.last == "…")
    }

    /// Eight times the text takes eight times as long, and not sixty-four times.
    ///
    /// On a busy machine a measurement or two may be off, but not all.
    @Test func `takes a time for a long word that grows with its length alone`() {
        let clock = ContinuousClock()
        let time = { (count: Int) in
            let text = String(repeating: "x", count: count)
            return (0..<5).map { _ in clock.measure { _ = TextLines.broken(text, width: 40) } }
                .min()
        }
        let pairs = (0..<8).lazy.map { _ in
            (short: time(2 * 1024) ?? .zero, long: time(16 * 1024) ?? .zero)
        }
        #expect(pairs.contains { $0.long < $0.short * 24 })
    }
}
