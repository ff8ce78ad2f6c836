// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

/// What the user does to views.
extension ViewRegistry {
    /// Has a function called for an event of a view; 0 takes the one there is away.
    func on(
        _ view: UInt64,
        _ event: UInt32,
        signature: String,
        handler: UInt,
        context: UInt
    ) -> Status {
        change(view) { node, state in
            guard let event = ViewEvent(rawValue: event) else { return .argument }
            if handler == 0 {
                node.handlers[event] = nil
            } else {
                let prepared = EventHandler(
                    function: handler,
                    context: context,
                    signature: signature,
                    value: node.kind.value(of: event)
                )
                guard let prepared else { return .argument }
                node.handlers[event] = prepared
            }
            let events = node.handlers.keys.reduce(0) { $0 | $1.bit }
            guard events != node.look.events else { return .ok }
            node.look.events = events
            state.note(node)
            return .ok
        }
    }

    /// A call to be made for an event.
    struct Call: Sendable {
        fileprivate let handler: EventHandler
        fileprivate let view: UInt64
        fileprivate let value: ControlValue

        func make() {
            handler.call(view: view, value: value)
        }
    }

    /// Takes what the user has done over into the view.
    ///
    /// - Returns: The call to be made for it; nil when nobody wants one, or the view is gone.
    func happened(_ event: ViewEvent, to view: UInt32, _ value: ControlValue) -> Call? {
        state.withLock { state in
            guard let node = state.nodes[view] else { return nil }
            state.take(value, for: node)
            guard let handler = node.handlers[event] else { return nil }
            return Call(handler: handler, view: node.handle, value: value)
        }
    }

    /// Has keys go to a text field or text view, or to the extension as such (0), with a view shown
    /// with the keyboard, or none (0).
    func focus(_ view: UInt64, accessory: UInt64) -> Status {
        let status = change { state -> Status in
            let target = state.node(view)
            let shown = state.node(accessory)
            guard view == 0 || target != nil, accessory == 0 || shown != nil else { return .handle }
            guard target?.takesKeys ?? true else { return .argument }
            // Told behind the frame, which the host may know the views from.
            state.focus = .view(target?.number ?? 0, accessory: shown?.number ?? 0)
            return .ok
        }
        if status == .handle { send(.strike(run: 0, kind: .badHandle)) }
        return status
    }

    /// Has keys go nowhere.
    func resign() -> Status {
        change { state in
            state.focus = .nowhere
            return .ok
        }
    }
}

extension ViewRegistry.State {
    /// Sets what a control has, as the host has done; it is told so nevertheless, once the handler has
    /// been called.
    fileprivate mutating func take(_ value: ControlValue, for node: ViewNode) {
        switch (node.kind, value) {
        case (.slider, .real(let value)):
            guard ViewKey.value.realRange?.contains(value) == true else { return }
            node.look.reals[.value] = value
            touch(node, .value)
        case (.switch, .bool(let value)):
            node.look.integers[.isOn] = value ? 1 : 0
            touch(node, .isOn)
        case (.textField, .text(let value)), (.textView, .text(let value)):
            keepLent(node.look.texts[.text])
            guard set(node, .text, text: value) == .ok else { return }
            touch(node, .text)
        default: return
        }
    }

    private mutating func touch(_ node: ViewNode, _ key: ViewKey) {
        node.touched.insert(key)
        note(node)
    }

    /// Keeps a text that the user is about to replace: a thread of the extension may be reading it.
    private mutating func keepLent(_ text: StableText?) {
        guard let text else { return }
        replaced.append(text)
        if replaced.count > Self.replacedLimit { replaced.removeFirst() }
    }
}

extension ViewNode {
    /// Whether the user can write into it.
    fileprivate var takesKeys: Bool { kind == .textField || kind == .textView }
}

extension ViewKind {
    /// What an event of such a view has a value of.
    func value(of event: ViewEvent) -> ControlValue {
        switch (self, event) {
        case (.slider, .valueChanged): .real(0)
        case (.switch, .valueChanged): .bool(false)
        case (.textField, .editingBegan), (.textField, .editingChanged),
            (.textField, .editingEnded), (.textField, .returned), (.textView, .editingBegan),
            (.textView, .editingChanged), (.textView, .editingEnded), (.textView, .returned):
            .text("")
        default: .none
        }
    }
}
