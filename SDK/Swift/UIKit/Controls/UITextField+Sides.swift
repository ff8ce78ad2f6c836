// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What is before and after the text of a field.
extension UITextField {
    /// Shows a view at a side, where it is always shown.
    func show(_ view: UIView?, insteadOf former: UIView?) {
        if former !== view { former?.removeFromSuperview() }
        let isShown =
            view === leftView && leftViewMode == .always
            || view === rightView && rightViewMode == .always
        if let view {
            if isShown { addSubview(view) } else { view.removeFromSuperview() }
        }
        tellInsets()
        placeSides()
    }

    /// Tells the host how much of the field its sides take.
    func tellInsets() {
        let edge: CGFloat = borderStyle == .roundedRect ? 7 : 0
        node.set(.insetLeft, edge + width(of: leftView))
        node.set(.insetRight, edge + width(of: rightView))
    }

    /// Puts the views at the sides in the middle of the field's height.
    func placeSides() {
        let edges = [(leftView, CGFloat(0)), (rightView, bounds.width - width(of: rightView))]
        for (view, x) in edges {
            guard let view, view.superview === self else { continue }
            let size = size(of: view)
            let y = (bounds.height - size.height) / 2
            view.frame = CGRect(origin: CGPoint(x: x, y: y), size: size)
        }
    }

    private func width(of view: UIView?) -> CGFloat {
        guard let view, view.superview === self else { return 0 }
        return size(of: view).width
    }

    /// A view's own size; that of its content where it has none.
    private func size(of view: UIView) -> CGSize {
        let size = view.bounds.size
        return size.width > 0 || size.height > 0 ? size : view.sizeThatFits(.zero)
    }
}
