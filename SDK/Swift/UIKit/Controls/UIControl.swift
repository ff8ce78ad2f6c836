// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation
public import FoundationSupplement

/// A view that the user does something with.
@preconcurrency @MainActor
open class UIControl: UIView {
    private struct Target {
        weak var object: AnyObject?
        let isOfResponders: Bool
        let action: Selector
        let events: Event
    }

    private var targets: [Target] = []
    private var actions: [(action: UIAction, events: Event)] = []

    /// Creates a control at a place of its future superview.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a control for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a control that does something.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        takePrimaryAction(primaryAction)
    }

    /// Takes over what the control is to do.
    func takePrimaryAction(_ primaryAction: UIAction?) {
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    override func setUp() {
        super.setUp()
        for event in Self.hostEvents { node.listen(to: event) }
    }

    /// What the host is to tell of.
    class var hostEvents: [bf_event] { [BF_EVENT_TAP] }

    /// Whether the control can be used.
    open var isEnabled = true {
        didSet { node.set(.isEnabled, isEnabled) }
    }

    /// Whether it is chosen.
    open var isSelected = false {
        didSet { node.set(.isSelected, isSelected) }
    }

    /// Whether it is drawn as pressed.
    ///
    /// - Note: Without effect: the host draws what is pressed.
    open var isHighlighted = false

    /// Whether a finger is on it: never, as the host tells of taps as a whole.
    open var isTracking: Bool { false }

    /// Whether a finger that is on it is within it: never.
    open var isTouchInside: Bool { false }

    /// Tells that a finger came down; returns whether its way is to be told.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Tells that a finger moved; returns whether the rest of its way is to be told.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Tells that a finger left.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

    /// Tells that the system took the touch away.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func cancelTracking(with event: UIEvent?) {}

    /// In what state it is.
    open var state: State {
        var state: State = isEnabled ? [] : .disabled
        if isSelected { state.insert(.selected) }
        if isHighlighted { state.insert(.highlighted) }
        return state
    }

    /// Where its content stands; a button's title and picture follow it.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet {
            node.set(.textAlignment, Int64(contentHorizontalAlignment.textAlignment.rawValue))
        }
    }
    /// Where its content stands.
    ///
    /// - Note: Without effect: the host has it in the middle.
    open var contentVerticalAlignment = ContentVerticalAlignment.center

    /// Has events call a method of a target's; nil stands for the first responder that has it.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        targets.append(
            Target(
                object: object,
                isOfResponders: object == nil,
                action: action,
                events: controlEvents
            )
        )
    }

    /// Has events no longer call methods; nil stands for any.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        targets.removeAll { entry in
            (object == nil || entry.object === object)
                && (action == nil || entry.action == action)
                && !entry.events.isDisjoint(with: controlEvents)
        }
    }

    /// Has events do something; an action of the same name is replaced.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        actions.removeAll {
            $0.action.identifier == action.identifier && $0.events == controlEvents
        }
        actions.append((action, controlEvents))
    }

    /// Has events no longer do something.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Has events no longer do something.
    open func removeAction(
        identifiedBy actionIdentifier: UIAction.Identifier,
        for controlEvents: Event
    ) {
        actions.removeAll {
            $0.action.identifier == actionIdentifier && !$0.events.isDisjoint(with: controlEvents)
        }
    }

    /// Does what events are to do, as if the user had done them.
    open func sendActions(for controlEvents: Event) {
        for target in targets where !target.events.isDisjoint(with: controlEvents) {
            sendAction(target.action, to: target.isOfResponders ? nil : target.object, for: nil)
        }
        for entry in actions where !entry.events.isDisjoint(with: controlEvents) {
            entry.action.perform(sender: self)
        }
    }

    /// Calls a method of a target's; with nil, of the first responder that has it.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        if let object = target.map({ $0 as AnyObject }) {
            return ActionSender.send(action, to: object, from: self)
        }
        let chain = sequence(first: self as UIResponder) { $0.next }
        let found = chain.first {
            ObjectiveCRuntime.method(action.description, of: $0) != nil
        }
        if let found { ActionSender.send(action, to: found, from: self) }
    }

    /// Does something, as if the user had done what the control is for.
    open func sendAction(_ action: UIAction) { action.perform(sender: self) }

    /// What the control has targets for.
    open var allControlEvents: Event {
        let all = targets.map(\.events) + actions.map(\.events)
        return all.reduce(into: []) { $0.formUnion($1) }
    }

    /// What the control has targets in.
    open var allTargets: Set<AnyHashable> {
        Set(targets.compactMap { $0.object as? NSObject })
    }

    override func handle(_ event: bf_event) {
        guard isEnabled else { return }
        super.handle(event)
        if event == BF_EVENT_TAP {
            sendActions(for: [.touchDown, .touchUpInside, .primaryActionTriggered])
        }
    }
}
