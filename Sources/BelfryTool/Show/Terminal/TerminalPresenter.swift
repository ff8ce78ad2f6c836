// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import BelfrySystem
internal import BelfryWire

/// Shows a notification in a terminal, where keys and the mouse act on it.
package struct TerminalPresenter: ContentPresenter {
    /// What comes from elsewhere than the terminal's input.
    package enum Signal: Sendable {
        /// The terminal has another size.
        case resized
        /// The process is to end.
        case ended
    }

    private let descriptor: Int32
    private let options: DrawingOptions
    private let depth: ColorDepth
    private let signals: AsyncStream<Signal>

    /// A presenter for a terminal.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal, open for reading and writing, borrowed.
    ///   - isDark: Whether colours are those of dark appearance.
    ///   - environment: What says which colours the terminal has.
    ///   - secondsFromUTC: The clock's distance from UTC.
    ///   - signals: What comes from elsewhere.
    package init(
        descriptor: Int32,
        isDark: Bool,
        environment: [String: String],
        secondsFromUTC: Int,
        signals: AsyncStream<Signal>
    ) {
        self.descriptor = descriptor
        depth = ColorDepth(environment: environment)
        options = DrawingOptions(
            isDark: isDark,
            isColored: depth != .none,
            secondsFromUTC: secondsFromUTC
        )
        self.signals = signals
    }

    /// What happens, from wherever.
    private enum Event: Sendable {
        case input(TerminalReader.Event)
        case snapshot(ContentSnapshot)
        case closed
        case performed(refusal: String?)
        case signal(Signal)
        case tick
    }

    package func present(_ stage: any ContentStage) async throws {
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        let (inputs, input) = AsyncStream.makeStream(of: ContentInput.self)
        let signals = signals
        let mode = try TerminalMode(rawOf: descriptor)
        let reader = try TerminalReader(descriptor) { event.yield(.input($0)) }
        write(ScreenPainter.begin)
        let tasks = [
            Task {
                for await snapshot in await stage.snapshots() { event.yield(.snapshot(snapshot)) }
                event.yield(.closed)
            },
            // One after the other, so that letters stay in their order.
            Task {
                for await input in inputs {
                    event.yield(.performed(refusal: await stage.perform(input)))
                }
            },
            Task { for await signal in signals { event.yield(.signal(signal)) } },
            Task { while (try? await Task.sleep(for: Self.frame)) != nil { event.yield(.tick) } },
        ]
        var session = Session(await stage.snapshot(), size: size, options, depth)
        write(session.paint())
        for await event in events {
            switch event {
            case .closed, .signal(.ended), .input(.end): session.isOver = true
            case .signal(.resized): session.resize(size)
            case .snapshot(let snapshot): session.show(snapshot)
            case .performed(let refusal): session.show(refusal: refusal)
            case .tick: session.tick()
            case .input(.pause): session.pause().forEach { input.yield($0) }
            case .input(.bytes(let bytes)): session.feed(bytes).forEach { input.yield($0) }
            }
            if session.isOver { break }
            write(session.paint())
        }
        input.finish()
        tasks.forEach { $0.cancel() }
        withExtendedLifetime(reader) {}
        write(ScreenPainter.end)
        _ = consume mode
    }

    private var size: (rows: Int, columns: Int) {
        TerminalMode.size(of: descriptor) ?? (rows: 24, columns: 80)
    }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        let stream = Descriptor(owning: descriptor)
        // A terminal that is gone ends its input too.
        try? stream.writeAll(Array(text.utf8))
        _ = stream.release()
    }

    /// The time between two pictures of what spins.
    private static let frame = Duration.milliseconds(120)
}

extension TerminalPresenter {
    /// What is on the screen, and what is done about it.
    private struct Session {
        var isOver = false

        private var decoder = InputDecoder()
        private var interaction: TerminalInteraction
        private var viewport: TerminalViewport
        private var painter: ScreenPainter
        private var drawing: NotificationDrawing
        private let options: DrawingOptions

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

        /// Draws anew.
        ///
        /// - Returns: What to write to the terminal.
        mutating func paint() -> String { painter.paint(viewport.screen(of: drawing)) }

        mutating func show(_ snapshot: ContentSnapshot) {
            interaction.show(snapshot)
            draw()
        }

        mutating func show(refusal: String?) {
            guard let refusal else { return }
            interaction.show(message: refusal)
            draw()
        }

        mutating func tick() {
            let isSpinning = interaction.scene.snapshot.tree.nodes.values.contains {
                $0.kind == .activity && $0.integers[.isAnimating] == 1
            }
            guard isSpinning else { return }
            interaction.tick()
            draw()
        }

        mutating func resize(_ size: (rows: Int, columns: Int)) {
            viewport.rows = size.rows
            viewport.columns = size.columns
            draw()
        }

        mutating func feed(_ bytes: [UInt8]) -> [ContentInput] { take(decoder.feed(bytes)) }

        mutating func pause() -> [ContentInput] { take(decoder.timeOut()) }

        private mutating func take(_ inputs: [TerminalInput]) -> [ContentInput] {
            inputs.flatMap { take($0) }
        }

        private mutating func take(_ input: TerminalInput) -> [ContentInput] {
            var input = input
            if case .mouse(let mouse) = input {
                input = .mouse(viewport.mouse(mouse, in: drawing))
            }
            let focus = interaction.scene.focus
            var performed: [ContentInput] = []
            for effect in interaction.take(input, drawing) {
                switch effect {
                case .perform(let input): performed.append(input)
                case .quit: isOver = true
                case .scroll(let count): viewport.scroll(by: count, in: drawing)
                }
            }
            draw()
            if focus != interaction.scene.focus {
                viewport.reveal(interaction.scene.focus, in: drawing)
            }
            return performed
        }

        private mutating func draw() {
            drawing = NotificationRenderer.drawing(
                of: interaction.scene,
                columns: viewport.columns,
                options
            )
            viewport.scroll(by: 0, in: drawing)
        }
    }
}
