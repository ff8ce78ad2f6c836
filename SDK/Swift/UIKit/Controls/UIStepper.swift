// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Two buttons that make a number smaller and larger.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uistepper
@preconcurrency @MainActor
open class UIStepper: UIControl {
    private let row = UIStackView()
    private let less = UIButton(type: .system)
    private let more = UIButton(type: .system)

    /// The number.
    open var value = 0.0 { didSet { update() } }
    /// The smallest.
    open var minimumValue = 0.0 { didSet { update() } }
    /// The largest.
    open var maximumValue = 100.0 { didSet { update() } }
    /// By how much a touch changes it.
    open var stepValue = 1.0
    /// Whether the smallest follows the largest.
    open var wraps = false { didSet { update() } }
    /// Whether a touch that lasts goes on.
    ///
    /// - Note: Without effect: a touch is one step.
    open var autorepeat = true
    /// Whether each step is told.
    ///
    /// - Note: Without effect: each is.
    open var isContinuous = true

    override func setUp() {
        super.setUp()
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 8
        row.distribution = .fillEqually
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        NSLayoutConstraint.activate([
            row.topAnchor.constraint(equalTo: topAnchor),
            row.leadingAnchor.constraint(equalTo: leadingAnchor),
            row.trailingAnchor.constraint(equalTo: trailingAnchor),
            row.bottomAnchor.constraint(equalTo: bottomAnchor),
        ])
        for (button, title, sign) in [(less, "−", -1.0), (more, "+", 1.0)] {
            button.setTitle(title, for: .normal)
            button.titleLabel?.font = .systemFont(ofSize: 20)
            button.setTitleColor(.label, for: .normal)
            button.setContentCompressionResistancePriority(.fittingSizeLevel, for: .vertical)
            button.addAction(
                UIAction { [weak self] _ in self?.step(sign) },
                for: .touchUpInside
            )
            row.addArrangedSubview(button)
        }
        update()
    }

    /// Where it is; its size stays the usual one.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.origin, size: intrinsicContentSize) }
    }

    override func usualSize(for size: CGSize) -> CGSize { intrinsicContentSize }

    /// Its usual size.
    open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }

    /// Its usual size.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private func step(_ sign: Double) {
        var next = value + sign * stepValue
        if next > maximumValue { next = wraps ? minimumValue : maximumValue }
        if next < minimumValue { next = wraps ? maximumValue : minimumValue }
        guard next != value else { return }
        value = next
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    private func update() {
        let held = min(max(value, minimumValue), max(maximumValue, minimumValue))
        guard held == value else {
            value = held
            return
        }
        less.isEnabled = wraps || value > minimumValue
        more.isEnabled = wraps || value < maximumValue
    }
}
