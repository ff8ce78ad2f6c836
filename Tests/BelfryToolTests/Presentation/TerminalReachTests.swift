// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import Testing

/// What can be got at in a terminal: views to scroll, what is in them, and texts of more than a line.
@Suite struct TerminalReachTests {
    private static func take(
        _ inputs: TerminalInput...,
        in interaction: inout TerminalInteraction
    ) -> [TerminalInteraction.Effect] {
        inputs.flatMap { input in
            let drawing = drawing(of: interaction)
            return interaction.take(input, drawing)
        }
    }

    private static func drawing(of interaction: TerminalInteraction) -> NotificationDrawing {
        NotificationRenderer.drawing(
            of: interaction.scene,
            columns: 60,
            DrawingOptions(isColored: false)
        )
    }

    /// A scroll view of 6 rows with 20 rows in it, and where its views are.
    private static func scroller(
        _ add: (inout SampleTree, _ scroll: UInt32) -> Void
    ) -> (ContentSnapshot, scroll: UInt32) {
        var views = SampleTree()
        let scroll = views.add(.scroll, (0, 16, 320, 96)) {
            $0.reals[.contentWidth] = 320
            $0.reals[.contentHeight] = 320
        }
        add(&views, scroll)
        return (views.snapshot(height: 128), scroll)
    }

    @Test func `a scroll view without controls is gone to, and scrolls by keys`() throws {
        let (snapshot, scroll) = Self.scroller { views, scroll in
            views.add(.label, (0, 300, 80, 20), text: "below", in: scroll)
        }
        var interaction = TerminalInteraction(snapshot)
        #expect(Self.take(.key(.tab), in: &interaction) == [])
        #expect(interaction.scene.focus == .view(scroll))
        #expect(Self.take(.key(.enter), in: &interaction) == [], "it takes no touch")
        let down = Self.take(.key(.pageDown), .key(.pageDown), .key(.pageDown), in: &interaction)
        #expect(
            down == [
                .perform(.scroll(view: scroll, x: 0, y: 160)),
                .perform(.scroll(view: scroll, x: 0, y: 224)), .scroll(10),
            ],
            "at its end the screen goes on"
        )
    }

    @Test func `the wheel scrolls what is under it`() throws {
        let (snapshot, scroll) = Self.scroller { _, _ in }
        var interaction = TerminalInteraction(snapshot)
        let rect = try #require(Self.drawing(of: interaction).scrollers.first).rect
        let inside = TerminalInput.Mouse(kind: .wheelDown, row: rect.row, column: rect.column)
        let outside = TerminalInput.Mouse(kind: .wheelDown, row: 0, column: 0)
        #expect(
            Self.take(.mouse(inside), .mouse(outside), in: &interaction) == [
                .perform(.scroll(view: scroll, x: 0, y: 48)), .scroll(3),
            ]
        )
    }

    @Test func `Tab leaves out what is clipped away, until it is scrolled to`() {
        var button: UInt32 = 0
        var (snapshot, scroll) = Self.scroller { views, scroll in
            button = views.add(.button, (0, 300, 80, 20), text: "below", in: scroll)
        }
        var interaction = TerminalInteraction(snapshot)
        #expect(interaction.targets == [.view(scroll)])
        snapshot.update(scroll) { $0.reals[.offsetY] = 224 }
        interaction.show(snapshot)
        #expect(interaction.targets == [.view(button)])
        _ = Self.take(.key(.tab), in: &interaction)
        #expect(
            Self.take(.key(.pageUp), in: &interaction) == [
                .perform(.scroll(view: scroll, x: 0, y: 64))
            ],
            "the view that the focus is in scrolls"
        )
    }

    @Test func `a text view takes new lines, typed and pasted`() {
        var views = SampleTree()
        let text = views.add(.textView, (0, 0, 200, 96)) { $0.integers[.isEditable] = 1 }
        var interaction = TerminalInteraction(views.snapshot(height: 96))
        let effects = Self.take(
            .key(.tab),
            .character("a"),
            .key(.enter),
            .paste("b\rc\r\n\nd"),
            in: &interaction
        )
        #expect(
            effects == [
                .perform(.beginEditing(view: text)), .perform(.edit(view: text, text: "a")),
                .perform(.edit(view: text, text: "a\n")),
                .perform(.edit(view: text, text: "a\nb\nc\n\nd")),
            ]
        )
    }
}
