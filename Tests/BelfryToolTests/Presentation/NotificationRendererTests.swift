// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import Testing

/// How notifications are drawn in cells.
@Suite struct NotificationRendererTests {
    private static let plain = DrawingOptions(isColored: false)

    private static func text(
        _ snapshot: ContentSnapshot,
        focus: FocusTarget? = nil,
        columns: Int = 60
    ) -> String {
        var scene = TerminalScene(snapshot)
        scene.focus = focus
        return NotificationRenderer.drawing(of: scene, columns: columns, plain).text
    }

    @Test func `draws controls, texts and actions`() async {
        let expected = """
            ╭──────────────────────────────────────────╮
            │ Red and Green                      08:05 │
            ├──────────────────────────────────────────┤
            │                                          │
            │                  0 taps                  │
            │                                          │
            │    ━━━━━━━━━━━━━━━━━●          (● )      │
            │                                          │
            │                                          │
            │    Say something_____     [ Remove ]     │
            │                                          │
            │                                          │
            ├──────────────────────────────────────────┤
            │   1  Rotate 20°                          │
            │   2  Comment  (writes a text)            │
            ╰──────────────────────────────────────────╯
            Tab next · Enter press · o open · d dismiss · q quit

            """
        #expect(Self.text(await RedGreenStage().snapshot()) == expected)
    }

    @Test func `shows the focus without colours, and fits a narrow screen`() async {
        let snapshot = await RedGreenStage().snapshot()
        let field = Self.text(snapshot, focus: .view(RedGreenStage.field))
        #expect(field.contains("│   ›▏_________________‹    [ Remove ]     │"), "\(field)")
        let narrow = """
            ╭────────────────────────────╮
            │ Red and Green        08:05 │
            ├────────────────────────────┤
            │                            │
            │           0 taps           │
            │                            │
            │   ━━━━━━━━━━●       (● )   │
            │                            │
            │                            │
            │   Say someth…   [ Remove ] │
            │                            │
            │                            │
            ├────────────────────────────┤
            │ › 1  Rotate 20°            │
            │   2  Comment  (writes a t… │
            ╰────────────────────────────╯
            Tab next · Enter press · o
            open · d dismiss · q quit

            """
        #expect(Self.text(snapshot, focus: .action("rotate"), columns: 30) == narrow)
    }

    @Test func `texts in one place do not hide each other`() {
        var views = SampleTree()
        for text in ["one", "two", "three"] { views.add(.label, (16, 16, 80, 20), text: text) }
        views.add(.image, (16, 16, 200, 96)) {
            $0.image = ViewImage(source: .attachment, name: "photo.png", width: 100, height: 48)
        }
        let text = Self.text(views.snapshot(height: 128))
        for word in ["one", "two", "three", "▨ photo.png 100×48", "──┐", "──┘"] {
            #expect(text.contains(word), "\(text)")
        }
    }

    @Test func `an extension's text cannot move the cursor, nor its sizes use up memory`() {
        var views = SampleTree()
        views.add(.label, (0, 0, 300, 20), text: "\u{1B}[2J\u{202E}evil\nline") {
            $0.integers[.lineCount] = 0
        }
        views.add(.label, (1_000_000, -1_000_000, 1_000_000, 1_000_000), text: "far")
        views.add(.image, (0, 0, 1_000_000, 1_000_000))
        let text = Self.text(views.snapshot(height: 1_000_000, width: 1_000_000))
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{202E}"))
        #expect(text.utf8.count < 1 << 20)
    }

    @Test func `what is hidden, clipped or without alpha is not drawn`() {
        var views = SampleTree()
        views.add(.label, (0, 0, 80, 20), text: "hidden") { $0.integers[.isHidden] = 1 }
        let box = views.add(.plain, (0, 0, 80, 20)) { $0.reals[.alpha] = 0 }
        views.add(.label, (0, 0, 80, 20), text: "faded", in: box)
        let scroll = views.add(.scroll, (0, 32, 200, 48)) { $0.reals[.offsetY] = 100 }
        views.add(.label, (0, 0, 80, 20), text: "above", in: scroll)
        views.add(.label, (0, 116, 80, 20), text: "seen", in: scroll)
        let text = Self.text(views.snapshot(height: 96))
        for word in ["hidden", "faded", "above"] { #expect(!text.contains(word), "\(text)") }
        #expect(text.contains("seen"))
    }

    @Test func `a fallback shows the notification itself, and why`() async {
        var snapshot = await RedGreenStage().snapshot()
        snapshot.phase = .fallback(.fallback(.crash), explanation: "It crashed.")
        let text = Self.text(snapshot)
        #expect(text.contains("│ A title "))
        #expect(text.contains("│ The text of the notification. "))
        #expect(text.contains("1  Rotate 20°"))
        #expect(text.contains("\nfallback: crash. It crashed.\n"))
        #expect(!text.contains("0 taps"))
    }
}
