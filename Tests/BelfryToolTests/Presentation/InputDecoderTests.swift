// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Testing

/// What bytes of a terminal mean.
@Suite struct InputDecoderTests {
    private typealias Mouse = TerminalInput.Mouse

    private static let samples: [(String, [TerminalInput])] = [
        ("ab", [.character("a"), .character("b")]),
        ("é漢🙂", [.character("é"), .character("漢"), .character("🙂")]),
        ("\r\t\u{7F}\u{3}", [.key(.enter), .key(.tab), .key(.backspace), .key(.interrupt)]),
        ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD", [.key(.up), .key(.down), .key(.right), .key(.left)]),
        ("\u{1B}[Z\u{1B}[5~\u{1B}[6~", [.key(.backTab), .key(.pageUp), .key(.pageDown)]),
        ("\u{1B}[1;5C", [.key(.right)]),
        ("\u{1B}[99~x", [.character("x")]),
        ("\u{1B}[<0;3;2M", [.mouse(Mouse(kind: .press, row: 1, column: 2))]),
        ("\u{1B}[<32;10;2M", [.mouse(Mouse(kind: .drag, row: 1, column: 9))]),
        ("\u{1B}[<0;3;2m", [.mouse(Mouse(kind: .release, row: 1, column: 2))]),
        ("\u{1B}[<65;1;1M", [.mouse(Mouse(kind: .wheelDown, row: 0, column: 0))]),
        ("\u{1B}[200~a\rb\u{1B}[A\u{1B}[201~c", [.paste("a\rb\u{1B}[A"), .character("c")]),
    ]

    @Test(arguments: samples.indices)
    func `decodes what comes at once`(_ index: Int) {
        var decoder = InputDecoder()
        let (text, inputs) = Self.samples[index]
        #expect(decoder.feed(Array(text.utf8)) == inputs)
        #expect(!decoder.isWaiting)
    }

    @Test(arguments: samples.indices)
    func `decodes what comes byte by byte`(_ index: Int) {
        var decoder = InputDecoder()
        let (text, inputs) = Self.samples[index]
        #expect(text.utf8.flatMap { decoder.feed([$0]) } == inputs)
    }

    @Test func `a lone escape byte is a key when nothing follows`() {
        var decoder = InputDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.timeOut() == [.key(.escape)])
        #expect(decoder.timeOut() == [])
        #expect(decoder.feed([0x1B, 0x1B]) == [.key(.escape)])
    }

    @Test(arguments: [
        "\u{1B}[<0;-9223372036854775808;1M", "\u{1B}[<0;0;1M", "\u{1B}[<0;1;99999M",
        "\u{1B}[<0;1M", "\u{1B}[<0;-;-M",
    ])
    func `a mouse outside the screen is none`(_ sequence: String) {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array((sequence + "x").utf8)) == [.character("x")])
    }

    @Test func `the way out of a paste without an end is the key that interrupts`() {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array("\u{1B}[200~never ending".utf8)) == [])
        #expect(decoder.feed([0x03]) == [.key(.interrupt)])
        #expect(decoder.feed(Array("q".utf8)) == [.character("q")])
    }

    @Test func `bytes that are no character are left out`() {
        var decoder = InputDecoder()
        #expect(decoder.feed([0xFF, 0xC3, 0x28, 0x80]) == [.character("(")])
        let endless = Array(repeating: UInt8(ascii: "1"), count: 100)
        #expect(decoder.feed([0x1B, 0x5B] + endless).count < 100)
    }
}
