// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Breaks a text into lines, scalar by scalar, and keeps what they measure.
struct LineSetter {
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

    /// A part of a line: its width, and what its fonts say of its height.
    private struct Line {
        var width = 0.0
        var height: Double
        var baseline: Double
        var isEmpty = true

        mutating func add(_ width: Double, in font: LayoutFont) {
            let height = font.lineHeight
            let baseline = font.baseline
            self.height = isEmpty ? height : max(self.height, height)
            self.baseline = isEmpty ? baseline : max(self.baseline, baseline)
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

    init(room: Double, lineLimit: Int, breaksWords: Bool, height: Double, baseline: Double) {
        self.room = room
        self.lineLimit = lineLimit
        self.breaksWords = breaksWords
        empty = Line(height: height, baseline: baseline)
        line = empty
        word = empty
    }

    /// Takes the next scalar.
    mutating func add(_ scalar: Unicode.Scalar, in font: LayoutFont) {
        switch scalar {
        case "\n", "\u{2028}", "\u{2029}":
            if line.isEmpty, word.isEmpty { line.add(0, in: font) }
            endLine()
        case " ", "\t":
            joinWord()
            line.add(width(of: " ", in: font), in: font)
        default:
            let width = width(of: scalar, in: font)
            let isWide = width > 0 && AdvanceWidths.isWide(scalar)
            if isWide || breaksWords, width > 0 { joinWord() }
            place(width, in: font)
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
    private mutating func place(_ width: Double, in font: LayoutFont) {
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
        word.add(width, in: font)
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

    private func width(of scalar: Unicode.Scalar, in font: LayoutFont) -> Double {
        if font.isFixedWidth, !AdvanceWidths.isWide(scalar) {
            let isWithoutWidth = AdvanceWidths.isWithoutWidth(scalar)
            return isWithoutWidth ? 0 : AdvanceWidths.fixed * font.boundedSize / 1000
        }
        return AdvanceWidths.width(of: scalar, isBold: font.isBold) * font.boundedSize / 1000
    }
}
