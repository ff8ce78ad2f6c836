// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTool
internal import BelfryWire
internal import Testing

/// A notification in a real terminal: keys in, screen out.
@Suite(.timeLimit(.minutes(1))) struct TerminalPresenterTests {
    private let terminal: PseudoTerminal
    private let stage = RedGreenStage()
    private let signals = AsyncStream.makeStream(of: PresenterSignal.self)

    init() throws {
        terminal = try PseudoTerminal(rows: 24, columns: 60)
    }

    private var presenter: TerminalPresenter {
        TerminalPresenter(
            descriptor: terminal.program,
            isDark: false,
            environment: ["TERM": "xterm-256color"],
            secondsFromUTC: 0,
            signals: signals.stream
        )
    }

    @Test func `takes keys, shows what they did, and gives the terminal back`() async throws {
        let shown = Task { [presenter, stage] in try await presenter.present(stage) }
        await terminal.wait { $0.contains("0 taps") && $0.contains("1  Rotate 20°") }
        #expect(terminal.isRaw)
        #expect(terminal.modes.contains("?1049"))
        try terminal.type("1")
        await terminal.wait { $0.contains("1 taps ↻20°") && $0.contains("2  Reset") }
        // To the slider, and two steps down.
        try terminal.type("\t\u{1B}[D\u{1B}[D")
        await terminal.wait { $0.contains("●──‹") }
        let slider = await stage.snapshot().tree.nodes[RedGreenStage.slider]
        #expect(abs((slider?.reals[.value] ?? 0) - 0.9) < 0.001)
        try terminal.type("\t\t")
        try terminal.type("Hé")
        await terminal.wait { $0.contains("›Hé▏") }
        try terminal.type("\r")
        await terminal.wait { $0.contains("Hé ↻20°") }
        // The button that closes the notification.
        try terminal.type("\t\r")
        try await shown.value
        await terminal.wait { _ in !terminal.modes.contains("?1049") }
        #expect(!terminal.isRaw)
        #expect(terminal.modes == ["?25", "?7"], "cursor and long lines, and nothing else")
        #expect(await stage.snapshot().phase == .closed)
    }

    @Test func `the mouse presses and drags`() async throws {
        let shown = Task { [presenter, stage] in try await presenter.present(stage) }
        await terminal.wait { $0.contains("Rotate 20°") }
        let lines = terminal.text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("●") }) + 1
        // The slider's track begins at the fifth column of 8 points, inside the box.
        try terminal.type("\u{1B}[<0;6;\(row)M\u{1B}[<32;200;\(row)M\u{1B}[<0;200;\(row)m")
        while await stage.inputs.last != .slide(view: RedGreenStage.slider, value: 1, isLast: true)
        {
            try Task.checkCancellation()
            await Task.yield()
        }
        let first = try #require(await stage.inputs.first)
        #expect(first == .slide(view: RedGreenStage.slider, value: 0, isLast: false))
        let action = try #require(lines.firstIndex { $0.contains("Rotate") }) + 1
        try terminal.type("\u{1B}[<0;8;\(action)M")
        await terminal.wait { $0.contains("1 taps") }
        try terminal.type("q")
        try await shown.value
    }

    @Test func `follows the size of the terminal, and a signal ends it`() async throws {
        let shown = Task { [presenter, stage] in try await presenter.present(stage) }
        await terminal.wait { $0.contains("0 taps") }
        try terminal.resize(rows: 10, columns: 30)
        signals.continuation.yield(.resized)
        await terminal.wait { $0.split(separator: "\n").allSatisfy { $0.count <= 30 } }
        signals.continuation.yield(.ended)
        try await shown.value
        #expect(!terminal.isRaw)
        #expect(await stage.inputs.isEmpty)
    }

    @Test func `a text is written for an action, and what is refused is said`() async throws {
        let shown = Task { [presenter, stage] in try await presenter.present(stage) }
        await terminal.wait { $0.contains("2  Comment  (writes a text)") }
        try terminal.type("2")
        await terminal.wait { $0.contains("▏Your comment") && $0.contains("[ Send ]") }
        try terminal.type("Fine\r")
        await terminal.wait { $0.contains("waiting for the answer to comment") }
        #expect(await stage.inputs == [.action("comment", text: "Fine")])
        await stage.finishAnswering()
        await terminal.wait { $0.contains("o open") }
        try terminal.type("o\u{1B}")
        try await shown.value
        #expect(await stage.inputs.suffix(2) == [.open, .dismiss])
    }
}
