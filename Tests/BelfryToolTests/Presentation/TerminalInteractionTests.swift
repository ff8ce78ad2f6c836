// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import Testing

/// What keys do, without a terminal.
@Suite struct TerminalInteractionTests {
    private var interaction: TerminalInteraction
    private let snapshot: ContentSnapshot

    init() async {
        snapshot = await RedGreenStage().snapshot()
        interaction = TerminalInteraction(snapshot)
    }

    private mutating func take(_ inputs: TerminalInput...) -> [TerminalInteraction.Effect] {
        inputs.flatMap { input in
            let drawing = NotificationRenderer.drawing(
                of: interaction.scene,
                columns: 60,
                DrawingOptions(isColored: false)
            )
            return interaction.take(input, drawing)
        }
    }

    @Test mutating func `Tab goes through the tree, then the actions, and around`() {
        var focused: [FocusTarget?] = []
        for _ in 0..<7 {
            _ = take(.key(.tab))
            focused.append(interaction.scene.focus)
        }
        #expect(
            focused == [
                .view(RedGreenStage.slider), .view(RedGreenStage.toggle),
                .view(RedGreenStage.field), .view(RedGreenStage.button), .action("rotate"),
                .action("comment"), .view(RedGreenStage.slider),
            ]
        )
        _ = take(.key(.backTab))
        #expect(interaction.scene.focus == .action("comment"))
    }

    @Test mutating func `a field is entered and left, and letters are its own`() {
        let entered = take(.key(.tab), .key(.tab), .key(.tab), .character("q"), .character(" "))
        let field = RedGreenStage.field
        #expect(
            entered == [
                .perform(.beginEditing(view: field)), .perform(.edit(view: field, text: "q")),
                .perform(.edit(view: field, text: "q ")),
            ]
        )
        #expect(take(.key(.backspace)) == [.perform(.edit(view: field, text: "q"))])
        #expect(take(.paste("a\nb")) == [.perform(.edit(view: field, text: "qa b"))])
        #expect(take(.key(.enter)) == [.perform(.pressReturn(view: field))])
        #expect(take(.key(.escape)) == [.perform(.endEditing(view: field))])
        #expect(take(.key(.escape)) == [.perform(.dismiss)])
    }

    @Test mutating func `what was written stays until the extension has it`() {
        let field = RedGreenStage.field
        _ = take(.key(.tab), .key(.tab), .key(.tab), .character("a"), .character("b"))
        var late = snapshot
        late.update(field) { $0.texts[.text] = "a" }
        interaction.show(late)
        #expect(interaction.scene.writing?.text == "ab")
        late.update(field) { $0.texts[.text] = "ab" }
        interaction.show(late)
        #expect(interaction.scene.writing == nil)
        _ = take(.character("c"))
        // The extension has put another text into it.
        late.update(field) { $0.texts[.text] = "" }
        interaction.show(late)
        #expect(take(.character("d")) == [.perform(.edit(view: field, text: "d"))])
    }

    @Test mutating func `what is gone loses the focus`() {
        _ = take(.key(.tab))
        var other = snapshot
        other.update(RedGreenStage.slider) { $0.integers[.isHidden] = 1 }
        interaction.show(other)
        #expect(interaction.scene.focus == nil)
        other.phase = .closed
        interaction.show(other)
        _ = take(.key(.tab))
        #expect(interaction.scene.focus == nil)
    }

    @Test mutating func `what is refused is not left standing`() {
        let field = RedGreenStage.field
        _ = take(.key(.tab), .key(.tab), .key(.tab), .character("a"))
        #expect(interaction.scene.writing?.text == "a")
        interaction.refuse(.edit(view: field, text: "a"), "too long")
        #expect(interaction.scene.writing == nil)
        #expect(interaction.scene.message == "too long")
        #expect(take(.character("b")) == [.perform(.edit(view: field, text: "b"))])
    }

    @Test mutating func `views get nothing where events are off`() {
        var still = snapshot
        still.isInteractive = false
        interaction.show(still)
        _ = take(.key(.tab))
        #expect(interaction.scene.focus == .action("rotate"))
    }

    @Test mutating func `a switch, an action, opening and quitting`() {
        _ = take(.key(.tab), .key(.tab))
        let toggled = TerminalInteraction.Effect.perform(
            .toggle(view: RedGreenStage.toggle, isOn: true)
        )
        #expect(take(.character(" ")) == [toggled])
        #expect(take(.character("1")) == [.perform(.action("rotate", text: nil))])
        #expect(take(.character("9")) == [])
        #expect(take(.character("m")) == [])
        #expect(take(.character("2")) == [])
        #expect(interaction.scene.composition?.action == "comment")
        #expect(
            take(.character("q"), .key(.backspace), .character("!"), .key(.enter)) == [
                .perform(.action("comment", text: "!"))
            ]
        )
        #expect(take(.character("o"), .character("q")) == [.perform(.open), .quit])
        #expect(take(.key(.interrupt)) == [.quit])
    }
}
