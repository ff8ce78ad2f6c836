// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// Sizes that views have by themselves, of which the host knows those of its own kinds alone.
extension UIView {
    /// Has rules stand for ``intrinsicContentSize`` of the view and of all in it.
    final func takeOwnSizes() {
        takeOwnSize()
        for view in subviews { view.takeOwnSizes() }
    }

    private func takeOwnSize() {
        guard Self.kind == BF_VIEW_PLAIN, !translatesAutoresizingMaskIntoConstraints else { return }
        let size = intrinsicContentSize
        guard size != rules.ownSize else { return }
        NSLayoutConstraint.deactivate(rules.ownSizeRules)
        rules.ownSize = size
        rules.ownSizeRules =
            ownSizeRules(.horizontal, widthAnchor, size.width)
            + ownSizeRules(.vertical, heightAnchor, size.height)
        NSLayoutConstraint.activate(rules.ownSizeRules)
    }

    private func ownSizeRules(
        _ axis: NSLayoutConstraint.Axis,
        _ anchor: NSLayoutDimension,
        _ length: CGFloat
    ) -> [NSLayoutConstraint] {
        guard length >= 0, length.isFinite else { return [] }
        let hugging = anchor.constraint(lessThanOrEqualToConstant: length)
        hugging.priority = contentHuggingPriority(for: axis)
        let resistance = anchor.constraint(greaterThanOrEqualToConstant: length)
        resistance.priority = contentCompressionResistancePriority(for: axis)
        return [hugging, resistance]
    }
}
