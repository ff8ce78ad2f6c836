// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Breaks a text into lines, scalar by scalar, and keeps what they measure.
struct LineSetter {
    /// A font, with what is reckoned of it once for all its letters.
    struct Face {
        let lineHeight: Double
        let baseline: Double
        private let unit: Double
        private let isBold: Bool
        private let isFixedWidth: Bool

        init(_ font: LayoutFont) {
            lineHeight = font.lineHeight
            baseline = font.baseline
            unit = font.boundedSize / 1000
            isBold = font.isBold
            isFixedWidth = font.isFixedWidth
        }

        /// How far the next letter is from this one.
        func width(of scalar: Unicode.Scalar) -> Double {
            guard isFixedWidth, !AdvanceWidths.isWide(scalar) else {
                return AdvanceWidths.width(of: scalar, isBold: isBold) * unit
            }
            return AdvanceWidths.isWithoutWidth(scalar) ? 0 : AdvanceWidths.fixed * unit
        }
    }

    let room: Double
    let lineLimit: Int
    let breaksWords: Bool

    /// Whether no more lines are shown.
    private(set) var isFull = false

    private var size = LayoutTextSize()
    private var line: Line
    /// What follows the last place where the line may be broken.
    private var word: Line
    /// The line as far as it is drawn when it is broken there: without the spaces before `word`.
    private var drawnWidth = 0.0
    private let empty: Line
    /// Whether the next scalar is drawn as one with the last: joined emoji, the second half of a flag.
    private var isJoined = false

    /// A part of a line: its width, and what its fonts say of its height.
    private struct Line {
        var width = 0.0
        var height: Double
        var baseline: Double
        var isEmpty = true

        mutating func add(_ width: Double, in face: Face) {
            height = isEmpty ? face.lineHeight : max(height, face.lineHeight)
            baseline = isEmpty ? face.baseline : max(baseline, face.baseline)
            self.width += width
            isEmpty = false
        }

        mutating func append(_ other: Self) {
            guard !other.isEmpty else { return }
            height = isEmpty ? other.height : max(height, other.height)
            baseline = isEmpty ? other.baseline : max(baseline, other.baseline)
            width += other.width
            isEmpty = false
        }
    }

    init(room: Double, lineLimit: Int, breaksWords: Bool, face: Face) {
        self.room = room
        self.lineLimit = lineLimit
        self.breaksWords = breaksWords
        empty = Line(height: face.lineHeight, baseline: face.baseline)
        line = empty
        word = empty
    }

    /// Takes the next scalar.
    mutating func add(_ scalar: Unicode.Scalar, in face: Face) {
        let wasJoined = isJoined
        isJoined = scalar == "\u{200d}" || (AdvanceWidths.isHalfFlag(scalar) && !wasJoined)
        switch scalar {
        case "\n", "\u{2028}", "\u{2029}":
            if line.isEmpty, word.isEmpty { line.add(0, in: face) }
            endLine()
        case " ", "\t":
            joinWord()
            line.add(face.width(of: " "), in: face)
        default:
            let width = wasJoined && AdvanceWidths.isWide(scalar) ? 0 : face.width(of: scalar)
            let isWide = width > 0 && AdvanceWidths.isWide(scalar)
            if isWide || breaksWords, width > 0 { joinWord() }
            place(width, in: face)
            if isWide || scalar == "-" || scalar == "\u{2013}" { joinWord() }
        }
    }

    /// Ends the text.
    mutating func finish() -> LayoutTextSize {
        if !isFull { endLine() }
        var size = size
        size.width = size.width.roundedUpToHalf
        return size
    }

    /// Puts a letter to the word, in a new line when there is no room in this one.
    private mutating func place(_ width: Double, in face: Face) {
        if line.width + word.width + width > room + 0.001, width > 0 {
            if !line.isEmpty {
                let next = word
                word = empty
                breakLine()
                word = next
            }
            // A word that is wider than a line is broken where the line ends.
            if word.width + width > room + 0.001, !word.isEmpty { endLine() }
        }
        word.add(width, in: face)
    }

    private mutating func joinWord() {
        guard !word.isEmpty else { return }
        line.append(word)
        drawnWidth = line.width
        word = empty
    }

    private mutating func endLine() {
        joinWord()
        breakLine()
    }

    /// Shows the line, without the spaces at its end, and begins the next.
    private mutating func breakLine() {
        guard !isFull else { return }
        size.width = max(size.width, drawnWidth)
        if size.lineCount == 0 { size.firstBaseline = line.baseline }
        size.lastBaseline = line.height - line.baseline
        size.height += line.height
        size.lineCount += 1
        isFull = size.lineCount == lineLimit
        line = empty
        drawnWidth = 0
    }
}
