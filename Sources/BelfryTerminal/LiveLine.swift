// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// One line that says what is waited for and how far that is, written anew again and again.
package struct LiveLine: Equatable, Sendable {
    /// What is under way.
    package var name: String

    /// The same in fewer words, the longest first, for where there is no room for it beside the facts.
    package var shorterNames: [String]

    /// How much of it is done, from 0 to 1; nil where nobody knows.
    package var share: Double?

    /// What else is known, such as `4.1 s of 30 s`.
    package var facts: [String]

    package init(
        name: String,
        shorterNames: [String] = [],
        share: Double? = nil,
        facts: [String]
    ) {
        self.name = name
        self.shorterNames = shorterNames
        self.share = share
        self.facts = facts
    }

    /// Writes the line out.
    ///
    /// - Parameters:
    ///   - terminal: Where it goes.
    ///   - columns: The terminal's width.
    /// - Returns: The line, narrower than the terminal.
    package func text(on terminal: Terminal, columns: Int) -> String {
        let facts = "  " + facts.joined(separator: " · ").neutralised()
        let name = "  " + fitting(cells: columns - 3 - facts.cellCount) + "  "
        let room = columns - 1 - name.cellCount - facts.cellCount
        let line = name + facts.dropFirst(2)
        guard let share, room >= Self.leastBar else { return line.truncated(cells: columns - 1) }
        return terminal.styled(name, .bold)
            + Self.bar(share, width: min(room, Self.mostBar), on: terminal)
            + terminal.styled(facts, .faint)
    }

    /// The longest name that leaves room for the facts; where none does, the shortest, cut in its middle.
    private func fitting(cells: Int) -> String {
        let names = ([name] + shorterNames).map { $0.neutralised() }
        if let name = names.first(where: { $0.fits(cells: cells) }) { return name }
        return (names.last ?? "").truncatedInMiddle(cells: max(cells, Self.leastName))
    }

    private static let leastName = 8
    private static let leastBar = 8
    private static let mostBar = 40

    /// Eighths of cells, so that it moves smoothly.
    private static func bar(_ share: Double, width: Int, on terminal: Terminal) -> String {
        let eighths = Int((min(max(share, 0), 1) * Double(width * 8)).rounded(.down))
        let part = eighths % 8
        let full = String(repeating: "█", count: eighths / 8)
        let filled = full + (part > 0 ? String(parts[part - 1]) : "")
        let rest = String(repeating: "░", count: width - filled.count)
        return terminal.styled(filled, .green) + terminal.styled(rest, .faint)
    }

    private static let parts = Array("▏▎▍▌▋▊▉")
}

extension LiveLine {
    private static let interval = Duration.milliseconds(100)

    /// What is over sooner needs no line.
    private static let patience = Duration.milliseconds(300)

    /// ECMA-48, EL.
    private static let eraseToEnd = "\u{1b}[K"

    /// Does work, with a line on standard error where somebody sees it and it takes a while.
    ///
    /// - Parameters:
    ///   - line: What to show after so long; nil while nobody knows.
    ///   - work: The work.
    /// - Returns: What came of it.
    /// - Throws: What the work throws.
    package static func during<Value: Sendable>(
        _ line: @escaping @Sendable (_ elapsed: Duration) async -> LiveLine?,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let watcher = Task { await show(line) }
        let result = await Task { try await work() }.result
        watcher.cancel()
        await watcher.value
        return try result.get()
    }

    private static func show(_ line: @Sendable (Duration) async -> LiveLine?) async {
        let terminal = Terminal.standardError
        guard terminal.isLive else { return }
        let begin = ContinuousClock.now
        var pause = patience
        var isShown = false
        while (try? await Task.sleep(for: pause)) != nil {
            pause = interval
            guard let line = await line(ContinuousClock.now - begin), !Task.isCancelled else {
                continue
            }
            let columns = terminal.columns ?? 80
            terminal.write("\r" + line.text(on: terminal, columns: columns) + eraseToEnd)
            isShown = true
        }
        if isShown { terminal.write("\r" + eraseToEnd) }
    }
}
