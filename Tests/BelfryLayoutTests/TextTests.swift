// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import Testing

@Suite struct TextTests {
    private func size(_ text: String, within width: Double? = nil, limit: Int = 0) -> LayoutTextSize
    {
        LayoutText(text, font: LayoutFont(size: 10), lineLimit: limit).measure(within: width)
    }

    @Test func `adds the widths of letters`() {
        #expect(size("Hello").width == 23)  // 7.22 + 5.56 + 2.22 + 2.22 + 5.56 = 22.78
        #expect(size("\u{e4}\u{f6}\u{2026}").width == 21.5)  // 5.56 + 5.56 + 10 = 21.12
        let bold = LayoutText("Hello", font: LayoutFont(size: 10, weight: 700))
        #expect(bold.measure(within: nil).width == 24.5)  // 7.22 + 5.56 + 2.78 * 2 + 6.11
        let fixed = LayoutText("Hello", font: LayoutFont(size: 10, isFixedWidth: true))
        #expect(fixed.measure(within: nil).width == 30)
    }

    @Test func `takes ideographs and emoji for as wide as high, and marks for nothing`() {
        #expect(size("漢字").width == 20)
        #expect(size("😀").width == 10)
        #expect(size("👍🏽").width == 10)
        #expect(size("👩‍👩‍👧").width == 10)
        #expect(size("🇫🇷🇩🇪").width == 20)
        #expect(size("e\u{301}").width == size("e").width)
        #expect(size("\u{200b}\u{feff}").width == 0)
    }

    @Test func `has lines of 1.2 times the font, to the next half of a point`() {
        #expect(size("a").height == 12)
        #expect(LayoutFont(size: 17).lineHeight == 20.5)
        #expect(LayoutFont(size: 14).lineHeight == 17)
        let text = size("a\nb")
        #expect(text.height == 24)
        #expect(text.firstBaseline == LayoutFont(size: 10).baseline)
        #expect(text.lastBaseline == 12 - LayoutFont(size: 10).baseline)
    }

    @Test func `wraps between words, and shows no space at a line's end`() {
        // "aaaa" is 22.24 wide, a space 2.78.
        #expect(size("aaaa aaaa", within: 48).lineCount == 1)
        let two = size("aaaa aaaa", within: 47)
        #expect(two.lineCount == 2)
        #expect(two.width == 22.5)
        #expect(size("aaaa      aaaa", within: 30).width == 22.5)
        #expect(size("aaaa aaaa aaaa", within: 47.5).lineCount == 2)
    }

    @Test func `breaks a word that is wider than a line`() {
        let text = size("aaaaaaaaaa", within: 23)
        #expect(text.lineCount == 3)
        #expect(text.width == 22.5)
        #expect(size("aa aaaaaaaaaa", within: 23).lineCount == 4)
        #expect(size("aaa", within: 0).lineCount == 3)
        #expect(size("aaa", within: -5).lineCount == 3)
    }

    @Test func `breaks anywhere between ideographs, and between characters where it is told to`() {
        #expect(size("漢字漢字漢", within: 25).lineCount == 3)
        let text = LayoutText(
            "aa aaaa",
            font: LayoutFont(size: 10),
            lineLimit: 0,
            lineBreak: .characters
        )
        #expect(text.measure(within: 23).lineCount == 2)
        #expect(size("aa aaaa", within: 23).lineCount == 2)
        #expect(text.measure(within: 23).width > size("aaa", within: nil).width)
    }

    @Test func `shows no more lines than it may`() {
        #expect(size("a\nb\nc", limit: 2).height == 24)
        #expect(size("aaaa aaaa aaaa", within: 23, limit: 2).lineCount == 2)
        let line = size("aaaa aaaa aaaa", within: 40, limit: 1)
        #expect(line.lineCount == 1)
        #expect(line.width == 40)
    }

    @Test func `counts empty lines`() {
        #expect(size("").height == 0)
        #expect(size("\n").lineCount == 2)
        #expect(size("a\n\nb").height == 36)
    }

    @Test func `measures runs in their own fonts`() {
        var text = LayoutText("aaaa", font: LayoutFont(size: 10), lineLimit: 0)
        text.runs = [LayoutRun(start: 1, count: 2, font: LayoutFont(size: 20))]
        let size = text.measure(within: nil)
        #expect(size.width == 33.5)  // 2 * 5.56 + 2 * 11.12
        #expect(size.height == 24)
        #expect(size.firstBaseline == LayoutFont(size: 20).baseline)
        text.runs = [LayoutRun(start: -8, count: .max, font: LayoutFont(size: .nan))]
        #expect(text.measure(within: .nan).width == 0)
    }
}
