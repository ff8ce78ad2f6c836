// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// A part of a collection: an item's cell, a section's header or footer.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
    /// The name that it is made by.
    public internal(set) final var reuseIdentifier: String?

    /// Gets the view ready to show something else.
    ///
    /// - Note: Without effect: never called; each item has a cell of its own.
    open func prepareForReuse() {}
}

/// What one item of a collection shows.
@preconcurrency @MainActor
open class UICollectionViewCell: UICollectionReusableView {
    var whenTouched: (() -> Void)?

    override func setUp() {
        super.setUp()
        node.listen(to: BF_EVENT_TAP)
        fill(with: contentView)
    }

    /// What is in the cell.
    public final let contentView: UIView = CellContentView()

    /// What is behind all that is in the cell.
    open var backgroundView: UIView? {
        didSet { replace(oldValue, by: backgroundView) }
    }

    /// What is behind all that is in the cell while it is chosen.
    open var selectedBackgroundView: UIView? {
        didSet {
            replace(oldValue, by: selectedBackgroundView)
            selectedBackgroundView?.isHidden = !isSelected
        }
    }

    /// Whether it is chosen.
    open var isSelected = false {
        didSet { selectedBackgroundView?.isHidden = !isSelected }
    }

    /// Whether it is touched.
    ///
    /// - Note: Without effect: the host tells of a touch once it is over.
    open var isHighlighted = false

    private func replace(_ old: UIView?, by new: UIView?) {
        old?.removeFromSuperview()
        guard let new else { return }
        fill(with: new)
        sendSubviewToBack(new)
    }

    private func fill(with view: UIView) {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: topAnchor),
            view.bottomAnchor.constraint(equalTo: bottomAnchor),
            view.leadingAnchor.constraint(equalTo: leadingAnchor),
            view.trailingAnchor.constraint(equalTo: trailingAnchor),
        ])
    }

    override func handle(_ event: bf_event) {
        super.handle(event)
        if event == BF_EVENT_TAP { whenTouched?() }
    }
}

/// What is in a cell, as large as the cell before it is laid out, too.
@MainActor private final class CellContentView: UIView {
    override var bounds: CGRect {
        get {
            guard super.bounds.size == .zero, let superview else { return super.bounds }
            return CGRect(origin: .zero, size: superview.bounds.size)
        }
        set { super.bounds = newValue }
    }
    override var frame: CGRect {
        get {
            guard super.frame.size == .zero, let superview else { return super.frame }
            return CGRect(origin: .zero, size: superview.bounds.size)
        }
        set { super.frame = newValue }
    }
}
