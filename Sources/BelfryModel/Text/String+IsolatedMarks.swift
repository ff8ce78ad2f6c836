// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text with so few combining marks in a row that it can be compared and hashed quickly.
    ///
    /// Swift compares texts as Unicode does, for which it sorts the marks of each letter: 32,000 marks on
    /// one letter take it two seconds, and 100,000 take it ten. A joiner that nobody sees (U+034F) ends
    /// each row, as in Unicode's Stream-Safe Text Format (UAX #15, 13), whose rows have 30 marks.
    package var isolatingMarks: String { markIsolation.text }

    /// The text with few combining marks in a row, and the bytes of this one, by their offsets, in front
    /// of which a joiner stands there.
    package var markIsolation: (text: String, joints: [Int]) {
        guard mayHaveMarks else { return (self, []) }
        var count = 0
        guard unicodeScalars.contains(where: { $0.isMark(in: &count) && count > Self.mostMarks })
        else { return (self, []) }
        var safe = ""
        var joints: [Int] = []
        var offset = 0
        count = 0
        for scalar in unicodeScalars {
            if scalar.isMark(in: &count), count > Self.mostMarks {
                safe.unicodeScalars.append(Self.markJoiner)
                joints.append(offset)
                count = 1
            }
            safe.unicodeScalars.append(scalar)
            offset += UTF8.width(scalar)
        }
        return (safe, joints)
    }

    /// What ends a row of marks (COMBINING GRAPHEME JOINER).
    private static let markJoiner: Unicode.Scalar = "\u{034F}"

    /// Bytes of a joiner.
    package static let markJoinerByteCount = UTF8.width(markJoiner)

    /// Most marks in a row.
    private static let mostMarks = 256

    /// Whether it is long enough and has a byte that marks begin with: they are from U+0300 on.
    private var mayHaveMarks: Bool {
        utf8.count > 2 * Self.mostMarks && utf8.contains { $0 >= 0xCC }
    }
}

extension Unicode.Scalar {
    /// Whether it is a mark, of which there are so many in a row with it.
    fileprivate func isMark(in count: inout Int) -> Bool {
        // Letters of East Asia, which are no marks, need no look at Unicode's tables.
        let isLetter =
            value < 0x300 || (0x3400...0x9FFF).contains(value)
            || (0xAC00...0xD7A3).contains(value)
        guard !isLetter, properties.canonicalCombiningClass != .notReordered else {
            count = 0
            return false
        }
        count += 1
        return true
    }
}
