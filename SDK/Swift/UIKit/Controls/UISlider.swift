// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// A control for a number between two.
@preconcurrency @MainActor
open class UISlider: UIControl {
    private var ownValue: Float = 0

    override class var kind: bf_view_kind { BF_VIEW_SLIDER }
    override class var hostEvents: [bf_event] { [BF_EVENT_VALUE_CHANGED] }

    /// The number, as the user left it.
    open var value: Float {
        get { node.real(.value).map { Float($0) } ?? ownValue }
        set {
            ownValue = min(max(newValue, minimumValue), max(minimumValue, maximumValue))
            node.set(.value, CGFloat(ownValue))
        }
    }

    /// The least number.
    open var minimumValue: Float = 0 {
        didSet {
            node.set(.minimum, CGFloat(minimumValue))
            if value < minimumValue { value = minimumValue }
        }
    }

    /// The greatest number.
    open var maximumValue: Float = 1 {
        didSet {
            node.set(.maximum, CGFloat(maximumValue))
            if value > maximumValue { value = maximumValue }
        }
    }

    /// Whether it tells of the value while it moves.
    open var isContinuous = true {
        didSet { node.set(.isContinuous, isContinuous) }
    }

    /// The colour of what is reached.
    open var minimumTrackTintColor: UIColor? {
        didSet { node.set(.tintColor, minimumTrackTintColor) }
    }

    /// The colour of what is not reached.
    open var maximumTrackTintColor: UIColor? {
        didSet { node.set(.trackColor, maximumTrackTintColor) }
    }

    /// The colour of what is moved.
    open var thumbTintColor: UIColor? {
        didSet { node.set(.thumbColor, thumbTintColor) }
    }

    /// The picture at the least number.
    ///
    /// - Note: Without effect: it is kept.
    open var minimumValueImage: UIImage?
    /// The picture at the greatest number.
    ///
    /// - Note: Without effect: it is kept.
    open var maximumValueImage: UIImage?

    private var thumbs: [UInt: UIImage] = [:]

    /// Sets the picture of what is moved; the host draws its own, and none for a picture without size.
    open func setThumbImage(_ image: UIImage?, for state: State) {
        thumbs[state.rawValue] = image
        let isBare = thumbs[State.normal.rawValue].map { $0.size == .zero } ?? false
        node.set(.thumbColor, isBare ? .clear : thumbTintColor)
    }

    /// The picture of what is moved.
    open func thumbImage(for state: State) -> UIImage? { thumbs[state.rawValue] }

    /// Sets the picture of what is reached.
    ///
    /// - Note: Without effect: the host draws its own.
    open func setMinimumTrackImage(_ image: UIImage?, for state: State) {}

    /// Sets the picture of what is not reached.
    ///
    /// - Note: Without effect: the host draws its own.
    open func setMaximumTrackImage(_ image: UIImage?, for state: State) {}

    /// Sets the number; the host moves the slider at once.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    /// As wide as it is made, and of the usual height.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 33)
    }

    override func handle(_ event: bf_event) {
        guard event == BF_EVENT_VALUE_CHANGED else { return super.handle(event) }
        guard isEnabled else { return }
        ownValue = value
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
}
