// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A text and what it looks like, as far as its size follows from it.
package struct LayoutText: Equatable, Sendable {
    /// Where lines are broken, with the numbers of `belfry/view.h`.
    package enum LineBreak: Int, Sendable {
        case words = 0
        case characters = 1
        case clip = 2
        case truncateHead = 3
        case truncateTail = 4
        case truncateMiddle = 5
    }

    /// The whole text; ranges of parts are in bytes of its UTF-8.
    package var string: String

    /// The font of what no part covers.
    package var font: LayoutFont
    /// The parts with fonts of their own, in order and not overlapping.
    package var runs: [LayoutRun] = []
    /// The most lines; 0 for any number.
    package var lineLimit: Int
    package var lineBreak: LineBreak

    package init(
        _ string: String,
        font: LayoutFont = LayoutFont(),
        runs: [LayoutRun] = [],
        lineLimit: Int = 1,
        lineBreak: LineBreak = .truncateTail
    ) {
        self.string = string
        self.font = font
        self.runs = runs
        self.lineLimit = lineLimit
        self.lineBreak = lineBreak
    }
}

/// What letters look like.
package struct LayoutFont: Equatable, Sendable {
    /// Points.
    package var size: Double
    /// 100 to 900.
    package var weight: Int
    package var isFixedWidth: Bool

    package init(size: Double = 17, weight: Int = 400, isFixedWidth: Bool = false) {
        self.size = size
        self.weight = weight
        self.isFixedWidth = isFixedWidth
    }
}

/// A part of a text with a font of its own.
package struct LayoutRun: Equatable, Sendable {
    /// Bytes of the text's UTF-8.
    package var start: Int
    package var count: Int
    package var font: LayoutFont

    package init(start: Int, count: Int, font: LayoutFont) {
        self.start = start
        self.count = count
        self.font = font
    }
}
