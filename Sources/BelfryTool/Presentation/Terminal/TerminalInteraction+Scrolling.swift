// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

extension TerminalInteraction {
    /// Scrolls the first view that is not at its end yet, or else the screen.
    ///
    /// - Parameters:
    ///   - views: Scroll views, the innermost first.
    ///   - rows: How far down; negative for up.
    /// - Returns: What is to be done.
    mutating func scroll(_ views: [ShownView], rows: Int) -> [Effect] {
        for view in views {
            let effects = scroll(view, x: 0, y: Double(rows) * Self.rowHeight)
            if !effects.isEmpty { return effects }
        }
        return [.scroll(rows)]
    }

    /// Scrolls a view as far as it goes; nothing where it is at its end.
    mutating func scroll(_ view: ShownView, x: Double, y: Double) -> [Effect] {
        let number = view.node.number
        let own = (x: view.node.reals[.offsetX] ?? 0, y: view.node.reals[.offsetY] ?? 0)
        let start = scrolled[number] ?? own
        let range = view.scrollRange
        let end = (x: max(0, min(range.x, start.x + x)), y: max(0, min(range.y, start.y + y)))
        guard end != start else { return [] }
        scrolled[number] = end
        return [.perform(.scroll(view: number, x: end.x, y: end.y))]
    }

    /// The scroll views that the focus is in, the innermost first.
    var focusedScrollViews: [ShownView] {
        guard case .view(let number) = scene.focus else { return [] }
        let shown = scene.snapshot.shownViews + scene.snapshot.shownAccessory
        let views = Dictionary(shown.map { ($0.node.number, $0) }) { first, _ in first }
        var found: [ShownView] = []
        var next = views[number]
        while let view = next {
            if view.canScroll { found.append(view) }
            next = view.node.parent.flatMap { views[$0] }
        }
        return found
    }

    /// The points that a row stands for.
    private static let rowHeight = 16.0
}
