// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

extension TerminalInteraction {
    /// Takes what is done with the mouse.
    mutating func take(
        _ mouse: TerminalInput.Mouse,
        _ drawing: NotificationDrawing
    ) -> [Effect] {
        let hit = drawing.targets.last { $0.rect.contains(row: mouse.row, column: mouse.column) }
        switch mouse.kind {
        case .wheelUp, .wheelDown:
            let rows = mouse.kind == .wheelUp ? -3 : 3
            let under = drawing.scrollers.filter {
                $0.rect.contains(row: mouse.row, column: mouse.column)
            }
            return scroll(under.reversed().compactMap { view($0.target) }, rows: rows)
        case .press:
            guard let hit, targets.contains(hit.target) else { return focus(nil) }
            let effects = focus(hit.target)
            guard let view = view(hit.target), view.node.kind == .slider else {
                return effects + (field == nil ? press() : [])
            }
            return effects + drag(view, hit.rect, mouse.column)
        case .drag:
            guard let dragged, let slider = view(.view(dragged.view)),
                let rect = drawing.rect(of: .view(dragged.view))
            else { return [] }
            return drag(slider, rect, mouse.column)
        case .release:
            guard let dragged else { return [] }
            self.dragged = nil
            let last = ContentInput.slide(view: dragged.view, value: dragged.value, isLast: true)
            return [.perform(last)]
        }
    }

    private mutating func drag(_ slider: ShownView, _ rect: CellRect, _ column: Int) -> [Effect] {
        // A cell at each end shows focus.
        let place = Double(column - rect.column - 1) / Double(max(1, rect.width - 3))
        let (minimum, maximum) = slider.range
        let value = minimum + max(0, min(1, place)) * (maximum - minimum)
        guard dragged?.value != value else { return [] }
        dragged = (slider.node.number, value)
        return [.perform(.slide(view: slider.node.number, value: value, isLast: false))]
    }
}
