// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UIView {
    /// Puts a view into this one, before the one at a place.
    public func insertSubview(_ view: UIView, at index: Int) {
        insert(view, at: index)
    }

    /// Puts a view into this one, behind another.
    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        insert(view, at: subviews.firstIndex { $0 === sibling } ?? 0)
    }

    /// Puts a view into this one, in front of another.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        insert(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
    }

    /// Puts two of the views in this one in each other's place.
    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
        let (first, second) = (min(index1, index2), max(index1, index2))
        let (lower, upper) = (subviews[first], subviews[second])
        move(upper, to: first)
        move(lower, to: second)
    }

    /// Puts one of the views in this one in front of all.
    public func bringSubviewToFront(_ view: UIView) {
        move(view, to: subviews.count - 1)
    }

    /// Puts one of the views in this one behind all.
    public func sendSubviewToBack(_ view: UIView) {
        move(view, to: 0)
    }

    /// Whether the view is another one, or in it.
    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self) { $0.superview }.contains { $0 === view }
    }

    /// The view, or the first in it, with a number; none where there is none.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// Has the first responder among the view and those in it give the user's keys back.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        guard let current = FirstResponder.current as? UIView, current.isDescendant(of: self) else {
            return false
        }
        return current.resignFirstResponder()
    }

    /// Puts a view into this one, before the one at a place.
    final func insert(_ view: UIView, at index: Int) {
        guard !isDescendant(of: view) else { return }
        view.willMove(toSuperview: self)
        let wasHere = view.superview === self
        if let old = view.superview, !wasHere { old.forget(view) }
        if wasHere { subviews.removeAll { $0 === view } }
        let index = min(max(index, 0), subviews.count)
        place(view, at: index)
        view.superview = self
        view.adoptScreen()
        setNeedsLayout()
        view.setNeedsLayout()
        didAddSubview(view)
        view.didMoveToSuperview()
    }

    /// Puts one of the views in this one at another place.
    private func move(_ view: UIView, to index: Int) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        place(view, at: index)
    }

    /// Puts a view among the subviews, and its layer before that of the subview that follows.
    private func place(_ view: UIView, at index: Int) {
        // A layer that is here already counts among those that follow.
        if view.layer.superlayer === layer { view.layer.leave() }
        let place = layerPlace(ofSubviewAt: index)
        subviews.insert(view, at: index)
        layer.insert(view.layer, at: place)
    }

    /// Takes the view out of its superview.
    final func leaveSuperview() {
        guard let superview else { return }
        willMove(toSuperview: nil)
        superview.forget(self)
        self.superview = nil
        layer.removeFromSuperlayer()
        didMoveToSuperview()
    }

    /// Lets go of a view that goes elsewhere.
    private func forget(_ view: UIView) {
        willRemoveSubview(view)
        if let stack = self as? UIStackView { stack.removeArrangedSubview(view) }
        subviews.removeAll { $0 === view }
        view.dropOuterRules()
        setNeedsLayout()
    }

    final func foremostView(at point: CGPoint, with event: UIEvent?) -> UIView? {
        guard !isHidden, alpha > 0.01, isUserInteractionEnabled,
            self.point(inside: point, with: event)
        else { return nil }
        for view in subviews.reversed() {
            if let found = view.hitTest(view.convert(point, from: self), with: event) {
                return found
            }
        }
        return self
    }
}
