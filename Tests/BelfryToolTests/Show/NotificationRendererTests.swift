// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
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
        let stage = RedGreenStage()
        let expected = """
            ╭──────────────────────────────────────────╮
            │ Red and Green                      08:05 │
            ├──────────────────────────────────────────┤
            """
        let text = Self.text(await stage.snapshot())
        #expect(text.hasPrefix(expected), "\(text)")
        print(text)
        print(Self.text(await stage.snapshot(), focus: .view(RedGreenStage.field)))
        print(Self.text(await stage.snapshot(), focus: .action("rotate"), columns: 30))
    }
}
