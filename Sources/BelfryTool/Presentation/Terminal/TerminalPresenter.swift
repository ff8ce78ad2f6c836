// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import BelfrySystem
internal import BelfryWire

/// Shows a notification in a terminal, where keys and the mouse act on it.
package struct TerminalPresenter: ContentPresenter {
    private let descriptor: Int32
    private let options: DrawingOptions
    private let depth: ColorDepth
    private let signals: AsyncStream<PresenterSignal>

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
        signals: AsyncStream<PresenterSignal>
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

    package func present(_ stage: any ContentStage) async throws {
        let mailbox = TerminalMailbox()
        let (inputs, input) = AsyncStream.makeStream(of: ContentInput.self)
        let signals = signals
        let mode = try TerminalMode(rawOf: descriptor, end: ScreenPainter.end)
        let reader = try TerminalReader(descriptor) { event in
            mailbox.put { $0.keys.append(event) }
        }
        write(ScreenPainter.begin)
        let tasks = [
            Task {
                for await snapshot in await stage.snapshots() {
                    mailbox.put { $0.snapshot = snapshot }
                }
                mailbox.put { $0.isOver = true }
            },
            // One after the other, so that letters stay in their order.
            Task {
                for await input in inputs {
                    guard let refusal = await stage.perform(input) else { continue }
                    mailbox.put { $0.refusals.append((input, refusal)) }
                }
            },
            Task {
                for await signal in signals {
                    mailbox.put { post in
                        switch signal {
                        case .resized: post.isResized = true
                        case .ended: post.isOver = true
                        }
                    }
                }
            },
            Task {
                while (try? await Task.sleep(for: Self.frame)) != nil {
                    mailbox.put { $0.isTickDue = true }
                }
            },
        ]
        var session = TerminalSession(await stage.snapshot(), size: size, options, depth)
        write(session.paint())
        for await _ in mailbox.arrivals {
            session.take(mailbox.take(), size: size).forEach { input.yield($0) }
            if session.isOver { break }
            write(session.paint())
        }
        input.finish()
        tasks.forEach { $0.cancel() }
        withExtendedLifetime(reader) {}
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
