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
        guard !translatesAutoresizingMaskIntoConstraints, let size = ownSize else { return }
        guard size != rules.ownSize else { return }
        NSLayoutConstraint.deactivate(rules.ownSizeRules)
        rules.ownSize = size
        rules.ownSizeRules =
            ownSizeRules(.horizontal, widthAnchor, size.width)
            + ownSizeRules(.vertical, heightAnchor, size.height)
        NSLayoutConstraint.activate(rules.ownSizeRules)
    }

    /// The size that the host does not know of; nil where it measures the view as it is.
    private var ownSize: CGSize? {
        guard Self.kind != BF_VIEW_PLAIN else { return intrinsicContentSize }
        // Only a class of the extension's own can want anything else.
        guard !isOfTheSDK else { return nil }
        // The host measures a view with its rules, which are to be found here.
        NSLayoutConstraint.deactivate(rules.ownSizeRules)
        defer { NSLayoutConstraint.activate(rules.ownSizeRules) }
        guard let measured = fitting(.zero) else { return nil }
        let size = intrinsicContentSize
        guard size != measured else { return nil }
        guard let label = self as? UILabel, label.numberOfLines != 1, bounds.width > 0 else {
            return size
        }
        // As high as the lines are in the width that is left to them.
        let more = (size.width - measured.width, size.height - measured.height)
        let lines = fitting(CGSize(width: max(bounds.width - more.0, 1), height: 0)) ?? measured
        return CGSize(width: UIView.noIntrinsicMetric, height: lines.height + more.1)
    }

    private var isOfTheSDK: Bool {
        let kind = ObjectIdentifier(type(of: self))
        if let known = SDKClasses.known[kind] { return known }
        let isOfTheSDK = _typeName(type(of: self)).hasPrefix("UIKit.")
        SDKClasses.known[kind] = isOfTheSDK
        return isOfTheSDK
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

/// Which classes of views are the SDK's, as far as it was asked.
@MainActor private enum SDKClasses {
    static var known: [ObjectIdentifier: Bool] = [:]
}
