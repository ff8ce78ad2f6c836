// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire

/// What the user can act on.
enum FocusTarget: Hashable, Sendable {
    case view(UInt32)
    case media
    case action(String)
}

/// A notification and where the user is in it: all that is drawn.
struct TerminalScene: Equatable, Sendable {
    /// The text that is written for an action.
    struct Composition: Equatable, Sendable {
        let action: String
        var text = ""
    }

    /// What was written into a field and has not come back from the extension yet.
    struct Writing: Equatable, Sendable {
        let view: UInt32
        var text: String
    }

    var snapshot: ContentSnapshot
    var focus: FocusTarget?
    var composition: Composition?
    var writing: Writing?
    /// What was not possible.
    var message: String?
    /// Counts up while something spins.
    var tick = 0

    init(_ snapshot: ContentSnapshot) {
        self.snapshot = snapshot
    }

    /// What a field shows.
    func text(of field: ShownView) -> String {
        let own = field.node.texts[.text] ?? ""
        return writing?.view == field.node.number ? writing?.text ?? own : own
    }
}

/// A drawn notification: cells, as many rows as it needs, and where what can be acted on is.
struct NotificationDrawing: Equatable, Sendable {
    struct Target: Equatable, Sendable {
        let target: FocusTarget
        let rect: CellRect
    }

    var grid: CellGrid
    /// In the order of the tree, which is that of Tab.
    var targets: [Target] = []
    /// The scroll views that have more than is seen, those behind first.
    var scrollers: [Target] = []
    /// Lines below, which stay on the screen whatever its height.
    var footer: CellGrid

    /// Where a target is.
    func rect(of target: FocusTarget) -> CellRect? {
        targets.first { $0.target == target }?.rect
    }

    /// All of it as text.
    var text: String { grid.text + footer.text }
}

/// How a notification is drawn, whatever it is.
struct DrawingOptions: Equatable, Sendable {
    var isDark = false
    /// Whether colours are used; without them, marks alone say what things are.
    var isColored = true
    /// Whether keys are explained.
    var isInteractive = true
    /// Seconds between UTC and the clock that is shown.
    var secondsFromUTC = 0

    /// What text is written in where nothing else says.
    var foreground: CellColor? {
        guard isColored else { return nil }
        return isDark ? CellColor(255, 255, 255) : CellColor(0, 0, 0)
    }

    /// What the notification is drawn on.
    var background: CellColor? {
        guard isColored else { return nil }
        return isDark ? CellColor(28, 28, 30) : CellColor(247, 247, 247)
    }

    /// What controls are drawn in where nothing else says.
    var tint: CellColor? {
        guard isColored else { return nil }
        return isDark ? CellColor(10, 132, 255) : CellColor(0, 122, 255)
    }

    /// What destroys.
    var destructive: CellColor? {
        guard isColored else { return nil }
        return isDark ? CellColor(255, 69, 58) : CellColor(255, 59, 48)
    }
}
