// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
import BelfryTerminal
internal import Testing

/// How cells become bytes, and text becomes cells.
@Suite struct ScreenPainterTests {
    @Test(
        arguments: [
            (["TERM": "xterm"], ColorDepth.none),
            (["TERM": "xterm-256color"], .palette),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .palette),
            (["TERM": "dumb", "COLORTERM": "24bit"], .none),
            ([:], .none),
        ] as [([String: String], ColorDepth)]
    )
    func `reads the environment`(_ environment: [String: String], _ depth: ColorDepth) {
        #expect(ColorDepth(environment: environment) == depth)
    }

    @Test(arguments: [
        (ColorDepth.none, "\u{1B}[0;1mA"), (.palette, "\u{1B}[0;1;38;5;196mA"),
        (.full, "\u{1B}[0;1;38;2;255;0;0mA"),
    ])
    func `colours as the terminal has them`(_ depth: ColorDepth, _ expected: String) {
        let style = CellStyle(foreground: CellColor(255, 0, 0), attributes: .bold)
        let cell = Cell(text: "A", style: style)
        #expect(ScreenPainter(depth: depth).line([cell]) == expected)
    }

    @Test func `draws only the rows that changed`() {
        var painter = ScreenPainter(depth: .none)
        var grid = CellGrid(width: 4, height: 2)
        grid.write("ab", row: 0, column: 0)
        #expect(painter.paint(grid).contains("\u{1B}[2J"))
        grid.write("c", row: 1, column: 0)
        #expect(painter.paint(grid) == "\u{1B}[2;1H\u{1B}[Kc   \u{1B}[0m")
        #expect(painter.paint(grid) == "")
    }

    @Test(arguments: 40...48)
    func `the card has its right border on a narrow screen`(columns: Int) async {
        let scene = TerminalScene(await RedGreenStage().snapshot())
        let drawing = NotificationRenderer.drawing(of: scene, columns: columns, DrawingOptions())
        let screen = TerminalViewport(rows: 24, columns: columns).screen(of: drawing)
        var painter = ScreenPainter(depth: .full)
        var reader = ScreenReader(rows: 24, columns: columns)
        reader.feed(painter.paint(screen))
        let card = reader.text.split(separator: "\n").prefix(drawing.grid.height)
        for row in card {
            #expect(row.count == drawing.grid.width && "╮│┤╯".contains(row.last ?? " "), "\(row)")
        }
    }

    @Test func `wide characters take two cells, and lose both`() {
        var grid = CellGrid(width: 6, height: 1)
        grid.write("漢é🙂", row: 0, column: 0)
        #expect(grid.rows[0].map(\.text) == ["漢", "", "é", "🙂", "", " "])
        grid.write("x", row: 0, column: 1)
        #expect(grid.rows[0].map(\.text) == [" ", "x", "é", "🙂", "", " "])
        grid.write("漢", row: 0, column: 5)
        #expect(grid.text == " xé🙂\n", "half a character is none")
        #expect("e\u{301}漢🇩🇪❤\u{FE0F}".cellCount == 7)
    }

    @Test func `what terminals disagree about moves nothing behind it`() {
        var grid = CellGrid(width: 8, height: 1)
        grid.write("a漢│é", row: 0, column: 0)
        #expect(ScreenPainter(depth: .none).line(grid.rows[0]) == "a漢\u{1B}[4G│é   ")
        #expect(ScreenPainter.begin.contains("\u{1B}[?7l"), "no row goes on in the next")
        #expect(ScreenPainter.end.contains("\u{1B}[?7h"))
    }

    @Test func `marks beside their letters count, and skin has colours only where it is`() {
        #expect("\u{915}\u{903}\u{903}".cellCount == 3)
        #expect("\u{915}\u{94D}".cellCount == 1)
        let modifiers = String(repeating: "\u{1F3FD}", count: 5)
        #expect(("a" + modifiers).safeLine == "a")
        #expect(("👍" + modifiers).safeLine == "👍🏽")
        #expect("👍🏽".cellCount == 2)
        var grid = CellGrid(width: 5, height: 1)
        grid.write("\u{915}\u{903}\u{903}x", row: 0, column: 0)
        #expect(grid.rows[0].map(\.text) == ["\u{915}\u{903}\u{903}", "", "", "x", " "])
        grid.write("y", row: 0, column: 1)
        #expect(grid.rows[0].map(\.text) == [" ", "y", " ", "x", " "])
    }

    @Test func `texts are broken at spaces, and cannot move the cursor`() {
        #expect(TextLines.broken("one two three", width: 7) == ["one two", "three"])
        #expect(TextLines.broken("abcdefgh", width: 3) == ["abc", "def", "gh"])
        #expect(TextLines.broken("one two three", width: 5, limit: 2) == ["one", "two…"])
        #expect(TextLines.broken("a\nb", width: 9) == ["a", "b"])
        #expect("a\u{1B}[2Jb\u{202E}c\u{7}".safeLine == "a\\u{1B}[2Jb\\u{202E}c\\u{07}")
        let pile = "a" + String(repeating: "\u{301}", count: 40)
        #expect(pile.safeLine.unicodeScalars.count == 6)
    }
}
