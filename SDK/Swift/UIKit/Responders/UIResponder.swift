// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation
public import FoundationSupplement

/// What can take the user's keys and touches: views and their controllers.
@preconcurrency @MainActor
open class UIResponder: NSObject, @preconcurrency NamedKeyValueObserver {
    /// Creates a responder.
    public override init() {
        super.init()
    }

    /// The responder that is asked next: a view's superview or its controller.
    open var next: UIResponder? { nil }

    /// Whether the user's keys can go here; override to say so.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the keys may be taken away again.
    open var canResignFirstResponder: Bool { true }

    /// Whether the user's keys go here.
    open var isFirstResponder: Bool { FirstResponder.current === self }

    /// A view shown above the keyboard while the keys go here.
    open var inputAccessoryView: UIView? { nil }

    /// A view shown in place of the keyboard while the keys go here.
    ///
    /// - Note: Without effect: the host has a keyboard of its own.
    open var inputView: UIView? { nil }

    /// Asks for the user's keys; false where they cannot go here.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        guard !isFirstResponder else { return true }
        if let current = FirstResponder.current {
            guard current.canResignFirstResponder else { return false }
            current.responderWillResign()
        }
        FirstResponder.take(self, keys: keyView, accessory: inputAccessoryView)
        return true
    }

    /// Gives the user's keys back; true where they are no longer here.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        responderWillResign()
        FirstResponder.release()
        return true
    }

    /// Shows other input views than before.
    open func reloadInputViews() {
        guard isFirstResponder else { return }
        FirstResponder.take(self, keys: keyView, accessory: inputAccessoryView)
    }

    /// Tells that a finger came down.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Tells that a finger moved.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Tells that a finger left.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Tells that the system took the touch away.
    ///
    /// - Note: Without effect: never called; the host tells of taps as a whole.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Tells of a property with another value that the responder observes by its name; override to hear.
    open func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    /// The view that text is written into; none for a responder as such.
    var keyView: UIView? { nil }

    /// Does what has to be done before another responder gets the keys.
    func responderWillResign() {}
}

/// Where the user's keys go.
@MainActor enum FirstResponder {
    /// The responder; none where they go nowhere.
    private(set) static weak var current: UIResponder?

    static func take(_ responder: UIResponder, keys: UIView?, accessory: UIView?) {
        current = responder
        Presentation.current?.becomeFirstResponder(
            keys?.node.handle ?? bf_view(),
            accessory: accessory?.node.handle ?? bf_view()
        )
    }

    static func release() {
        current = nil
        Presentation.current?.resignFirstResponder()
    }

    /// Takes over what the user did in the host: put the cursor into a view, or took it out.
    static func userMoved(to responder: UIResponder?) {
        current = responder
    }
}

/// One finger on the screen, of which nothing is known here.
@preconcurrency @MainActor
open class UITouch: NSObject {
    /// The view that it is on.
    open var view: UIView? { nil }
    /// Where it is in a view.
    open func location(in view: UIView?) -> CGPoint { .zero }
    /// Where it was before in a view.
    open func previousLocation(in view: UIView?) -> CGPoint { .zero }
    /// How often the finger came down.
    open var tapCount: Int { 0 }
}

/// What the user did.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    /// The fingers on the screen.
    open var allTouches: Set<UITouch>? { nil }
}
