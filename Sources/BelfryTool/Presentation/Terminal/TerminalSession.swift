// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

/// What is on a terminal's screen, and what is done about it.
struct TerminalSession {
    private(set) var isOver = false

    private var decoder = InputDecoder()
    private var interaction: TerminalInteraction
    private var viewport: TerminalViewport
    private var painter: ScreenPainter
    private var drawing: NotificationDrawing
    private let options: DrawingOptions

    /// Whether the drawing is of what was.
    private var isStale = false
    /// The focus whose rows the screen was made to show.
    private var revealed: FocusTarget?

    init(
        _ snapshot: ContentSnapshot,
        size: (rows: Int, columns: Int),
        _ options: DrawingOptions,
        _ depth: ColorDepth
    ) {
        interaction = TerminalInteraction(snapshot)
        viewport = TerminalViewport(rows: size.rows, columns: size.columns)
        painter = ScreenPainter(depth: depth)
        self.options = options
        drawing = NotificationRenderer.drawing(
            of: interaction.scene,
            columns: size.columns,
            options
        )
    }

    /// Takes what has happened; keys first, as they were pressed before anybody saw the rest.
    ///
    /// - Parameters:
    ///   - post: What has happened.
    ///   - size: The size of the terminal, asked for where it may be another.
    /// - Returns: What is to be done to the notification.
    mutating func take(
        _ post: TerminalMailbox.Post,
        size: @autoclosure () -> (rows: Int, columns: Int)
    ) -> [ContentInput] {
        isOver = isOver || post.isOver
        var inputs: [ContentInput] = []
        for event in post.keys where !isOver {
            switch event {
            case .bytes(let bytes): inputs += take(decoder.feed(bytes))
            case .pause: inputs += take(decoder.timeOut())
            case .end: isOver = true
            }
        }
        if let snapshot = post.snapshot { change { $0.show(snapshot) } }
        for refusal in post.refusals { change { $0.refuse(refusal.input, refusal.sentence) } }
        if post.isTickDue, isSpinning { change { $0.tick() } }
        if post.isResized {
            (viewport.rows, viewport.columns) = size()
            isStale = true
        }
        return inputs
    }

    /// Draws what is not on the screen yet.
    ///
    /// - Returns: What to write to the terminal.
    mutating func paint() -> String {
        refresh()
        let focus = interaction.scene.focus
        if focus != revealed { viewport.reveal(focus, in: drawing) }
        revealed = focus
        return painter.paint(viewport.screen(of: drawing))
    }

    private var isSpinning: Bool {
        interaction.scene.snapshot.tree.nodes.values.contains {
            $0.kind == .activity && $0.integers[.isAnimating] == 1
        }
    }

    private mutating func change(_ body: (inout TerminalInteraction) -> Void) {
        body(&interaction)
        isStale = true
    }

    private mutating func take(_ inputs: [TerminalInput]) -> [ContentInput] {
        var performed: [ContentInput] = []
        for input in inputs where !isOver {
            for effect in take(input) {
                switch effect {
                case .perform(let input): performed.append(input)
                case .quit: isOver = true
                case .scroll(let count):
                    refresh()
                    viewport.scroll(by: count, in: drawing)
                }
            }
        }
        return performed
    }

    private mutating func take(_ input: TerminalInput) -> [TerminalInteraction.Effect] {
        var input = input
        // Only the mouse has to know where things are.
        if case .mouse(let mouse) = input {
            refresh()
            input = .mouse(viewport.mouse(mouse, in: drawing))
        }
        isStale = true
        return interaction.take(input, drawing)
    }

    private mutating func refresh() {
        guard isStale else { return }
        isStale = false
        drawing = NotificationRenderer.drawing(
            of: interaction.scene,
            columns: viewport.columns,
            options
        )
        viewport.scroll(by: 0, in: drawing)
    }
}
