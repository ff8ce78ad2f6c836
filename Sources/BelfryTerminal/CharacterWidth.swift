// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension Character {
    /// How many cells of a terminal it takes: 2 for East Asian wide characters and emoji, else 1, and
    /// 1 more for each mark that stands beside its letter.
    ///
    /// Unicode Standard Annex 11, in ranges as terminals have them.
    package var cellCount: Int {
        guard let first = unicodeScalars.first else { return 0 }
        guard unicodeScalars.count > 1 else { return Self.isWide(first.value) ? 2 : 1 }
        if unicodeScalars.contains("\u{FE0F}") { return 2 }
        let beside = unicodeScalars.dropFirst().count {
            $0.properties.generalCategory == .spacingMark
        }
        return (Self.isWide(first.value) ? 2 : 1) + beside
    }

    /// Whether all terminals agree on how many cells it takes: letters of Europe, and the lines that
    /// boxes are drawn with.
    package var hasSureWidth: Bool {
        guard let first = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return first.value < 0x300 || (0x2500...0x257F).contains(first.value)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        // Most text ends here.
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
        0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
        0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
        0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
        0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
        0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
        0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F1FF,
        0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
        0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
        0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
        0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
        0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
        0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
        0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A,
        0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension StringProtocol {
    /// How many cells of a terminal it takes.
    package var cellCount: Int { reduce(0) { $0 + $1.cellCount } }

    /// Whether it takes so many cells at most: of a long text no more is looked at than that.
    package func fits(cells: Int) -> Bool {
        var left = cells
        return allSatisfy { character in
            left -= character.cellCount
            return left >= 0
        }
    }

    /// The longest prefix that fits.
    package func prefix(cells: Int) -> SubSequence {
        var left = cells
        return prefix { character in
            left -= character.cellCount
            return left >= 0
        }
    }
}

extension String {
    /// The lines of a text that somebody else wrote, each safe to show: whatever could move the cursor,
    /// turn the direction of writing or pile up marks is made visible or left out.
    ///
    /// - Parameter limit: How many lines are wanted; the last one begins with what follows.
    /// - Returns: The lines, each cut where no terminal is that wide.
    package func safeLines(limit: Int) -> [String] {
        split(maxSplits: limit, omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0).neutralised(byteLimit: Self.lineByteLimit).reduce(into: "") { text, next in
                text += next == "\t" ? " " : next.withFewMarks
            }
        }
    }

    /// The same as one line.
    package var safeLine: String { safeLines(limit: Self.joinedLineLimit).joined(separator: " ") }

    /// The text with dots for what does not fit.
    package func truncated(cells: Int) -> String {
        if fits(cells: cells) { return self }
        return cells > 0 ? prefix(cells: cells - 1) + "…" : ""
    }

    /// The text with dots in its middle for what does not fit.
    package func truncatedInMiddle(cells: Int) -> String {
        if fits(cells: cells) { return self }
        guard cells > 2 else { return truncated(cells: cells) }
        var left = (cells - 1) / 2
        let end = reversed().prefix { character in
            left -= character.cellCount
            return left >= 0
        }
        return String(prefix(cells: cells / 2)) + "…" + String(end.reversed())
    }

    /// More lines than have room in one.
    private static let joinedLineLimit = 1000

    /// More than any line of a terminal.
    private static let lineByteLimit = 16 * 1024
}

extension Character {
    /// The character with no more marks on it than scripts have, and no colours of skin on what has
    /// none: terminals draw those as characters of their own.
    fileprivate var withFewMarks: String {
        guard unicodeScalars.count > 1 else { return String(self) }
        var text = ""
        var last: Unicode.Scalar?
        for scalar in unicodeScalars where text.unicodeScalars.count < Self.mostScalars {
            defer { last = scalar }
            let isColored = last?.properties.isEmojiModifierBase ?? true
            guard !scalar.properties.isEmojiModifier || isColored else { continue }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static let mostScalars = 6
}
