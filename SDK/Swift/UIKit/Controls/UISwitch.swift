// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A control that is on or off.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    private var ownIsOn = false

    override class var kind: bf_view_kind { BF_VIEW_SWITCH }
    override class var hostEvents: [bf_event] { [BF_EVENT_VALUE_CHANGED] }

    /// Whether it is on, as the user left it.
    open var isOn: Bool {
        get { node.integer(.isOn).map { $0 != 0 } ?? ownIsOn }
        set {
            ownIsOn = newValue
            node.set(.isOn, newValue)
        }
    }

    /// The colour of what is on.
    open var onTintColor: UIColor? {
        didSet { node.set(.tintColor, onTintColor) }
    }

    /// The colour of what is moved.
    open var thumbTintColor: UIColor? {
        didSet { node.set(.thumbColor, thumbTintColor) }
    }

    /// A text beside it.
    ///
    /// - Note: Without effect: it is kept.
    open var title: String?

    /// Turns it on or off; the host does so at once.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    /// Where it is; its size stays the usual one.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.origin, size: intrinsicContentSize) }
    }

    override func usualSize(for size: CGSize) -> CGSize { intrinsicContentSize }

    /// The usual size.
    open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    override func handle(_ event: bf_event) {
        guard event == BF_EVENT_VALUE_CHANGED else { return super.handle(event) }
        guard isEnabled else { return }
        ownIsOn = isOn
        sendActions(for: [.valueChanged, .touchUpInside, .primaryActionTriggered])
    }
}
