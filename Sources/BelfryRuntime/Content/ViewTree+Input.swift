// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryWire

/// Why a view does not take what the user does.
package struct InputRefusal: Error, Equatable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ description: String) {
        self.description = description
    }
}

extension ViewTree {
    /// What a view's handler is to be told.
    package struct Effect: Equatable, Sendable {
        package let view: UInt32
        package let event: ViewEvent
        package let value: ControlValue
    }

    /// Does to a view what the user does: its value is another then.
    ///
    /// - Parameter input: Something that is done to a view.
    /// - Returns: What the extension is told; nil where it is told nothing.
    /// - Throws: ``InputRefusal`` where the view does not take it; nothing has changed.
    package mutating func take(_ input: ContentInput) throws(InputRefusal) -> Effect? {
        switch input {
        case .tap(let view): return try tap(view)
        case .slide(let view, let value, let isLast):
            return try slide(view, to: value, isLast: isLast)
        case .toggle(let view, let isOn):
            try check(view, isOneOf: [.switch])
            nodes[view]?.integers[.isOn] = isOn ? 1 : 0
            return Effect(view: view, event: .valueChanged, value: .bool(isOn))
        case .beginEditing(let view):
            try checkEditable(view)
            return Effect(view: view, event: .editingBegan, value: text(of: view))
        case .edit(let view, let text): return try edit(view, text)
        case .endEditing(let view):
            try checkEditable(view)
            return Effect(view: view, event: .editingEnded, value: text(of: view))
        case .pressReturn(let view):
            try check(view, isOneOf: [.textField])
            return Effect(view: view, event: .returned, value: text(of: view))
        case .scroll(let view, let x, let y):
            try scroll(view, x, y)
            return nil
        case .action, .open, .dismiss, .media: return nil
        }
    }

    /// Puts back what the user did and the extension has not heard of: a frame from before does not
    /// know of it.
    mutating func keep(_ value: ControlValue, of view: UInt32) {
        switch (nodes[view]?.kind, value) {
        case (.slider, .real(let value)): nodes[view]?.reals[.value] = value
        case (.switch, .bool(let isOn)): nodes[view]?.integers[.isOn] = isOn ? 1 : 0
        case (.textField, .text(let text)), (.textView, .text(let text)):
            _ = try? edit(view, text)
        default: return
        }
    }

    // MARK: Kinds of input

    /// A touch is a control's own, or of the nearest view around that has a handler for it.
    private func tap(_ view: UInt32) throws(InputRefusal) -> Effect {
        let first = try reach(view)
        var node: Node? = first
        while let candidate = node {
            if candidate.events & ViewEvent.tap.bit != 0 {
                if candidate.kind.isControl { try checkEnabled(candidate) }
                return Effect(view: candidate.number, event: .tap, value: .none)
            }
            node = candidate.kind.isControl ? nil : candidate.parent.flatMap { nodes[$0] }
        }
        throw InputRefusal("nothing happens when view \(view) is touched")
    }

    private mutating func slide(
        _ view: UInt32,
        to value: Double,
        isLast: Bool
    ) throws(InputRefusal) -> Effect? {
        let node = try check(view, isOneOf: [.slider])
        guard value.isFinite else { throw InputRefusal("a slider's value is a number") }
        let least = node.reals[.minimum] ?? 0
        let most = max(least, node.reals[.maximum] ?? 1)
        let value = min(max(value, least), most)
        nodes[view]?.reals[.value] = value
        let isTold = isLast || node.integers[.isContinuous] != 0
        return isTold ? Effect(view: view, event: .valueChanged, value: .real(value)) : nil
    }

    private mutating func edit(_ view: UInt32, _ text: String) throws(InputRefusal) -> Effect {
        let node = try checkEditable(view)
        let count = text.utf8.count
        guard count <= DrawingSession.inputByteLimit else {
            throw InputRefusal(DrawingSession.tooLong)
        }
        let added = count - node.byteCount(of: .text)
        guard textByteCount + added <= ViewLimit.textByteCount else {
            throw InputRefusal("the views have as much text as there may be")
        }
        textByteCount += added
        nodes[view]?.texts[.text] = text
        nodes[view]?.runs = []
        nodes[view]?.joints[.text] = nil
        return Effect(view: view, event: .editingChanged, value: .text(text))
    }

    private mutating func scroll(
        _ view: UInt32,
        _ x: Double,
        _ y: Double
    ) throws(InputRefusal) {
        let node = try check(view, isOneOf: [.scroll, .textView])
        guard x.isFinite, y.isFinite else { throw InputRefusal("a place is two numbers") }
        let width = max(0, (node.reals[.contentWidth] ?? 0) - node.frame.width)
        let height = max(0, (node.reals[.contentHeight] ?? 0) - node.frame.height)
        nodes[view]?.reals[.offsetX] = min(max(x, 0), width)
        nodes[view]?.reals[.offsetY] = min(max(y, 0), height)
    }

    private func text(of view: UInt32) -> ControlValue { .text(nodes[view]?.texts[.text] ?? "") }

    // MARK: Whether a view takes input

    /// The outermost view that a view is in, or itself; nil where there is no such view.
    func top(of view: UInt32) -> UInt32? {
        guard var step = nodes[view] else { return nil }
        while let parent = step.parent.flatMap({ nodes[$0] }) { step = parent }
        return step.number
    }

    /// The view, where it can be seen and gets events.
    private func reach(_ view: UInt32) throws(InputRefusal) -> Node {
        guard let node = nodes[view] else { throw InputRefusal("there is no view \(view)") }
        var step = node
        while true {
            let isSeen = step.integers[.isHidden] != 1 && (step.reals[.alpha] ?? 1) >= 0.01
            guard isSeen else { throw InputRefusal("view \(view) is not to be seen") }
            guard step.integers[.isInteractive] != 0 else {
                throw InputRefusal("view \(view) takes no input")
            }
            guard let parent = step.parent.flatMap({ nodes[$0] }) else { break }
            step = parent
        }
        guard [Self.root, docked].contains(step.number) else {
            throw InputRefusal("view \(view) is not to be seen")
        }
        return node
    }

    @discardableResult
    private func check(
        _ view: UInt32,
        isOneOf kinds: Set<ViewKind>
    ) throws(InputRefusal) -> Node {
        let node = try reach(view)
        guard kinds.contains(node.kind) else {
            throw InputRefusal("view \(view) is a \(node.kind), which does not take that")
        }
        try checkEnabled(node)
        return node
    }

    @discardableResult
    private func checkEditable(_ view: UInt32) throws(InputRefusal) -> Node {
        let node = try check(view, isOneOf: [.textField, .textView])
        guard node.kind == .textField || node.integers[.isEditable] != 0 else {
            throw InputRefusal("view \(view) is not to be written in")
        }
        return node
    }

    private func checkEnabled(_ node: Node) throws(InputRefusal) {
        guard node.integers[.isEnabled] != 0 else {
            throw InputRefusal("view \(node.number) is disabled")
        }
    }

    /// Gives a view the picture that its image is; nil for none.
    package mutating func setPicture(_ name: String?, of view: UInt32) {
        nodes[view]?.picture = name
    }
}

extension ViewKind {
    /// Whether a touch goes no further up.
    fileprivate var isControl: Bool {
        switch self {
        case .button, .slider, .switch, .textField, .textView: true
        case .plain, .label, .image, .stack, .progress, .activity, .scroll: false
        }
    }
}
