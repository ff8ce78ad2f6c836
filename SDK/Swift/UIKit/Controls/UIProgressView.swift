// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation

/// How far something has come.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    /// What it looks like.
    public enum Style: Int, Sendable {
        /// As usual.
        case `default` = 0
        /// As in a bar.
        case bar = 1
    }

    override class var kind: bf_view_kind { BF_VIEW_PROGRESS }

    /// Creates a view of a place.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a view of a style.
    public init(progressViewStyle style: Style) {
        super.init(frame: .zero)
        progressViewStyle = style
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func usualSize(for size: CGSize) -> CGSize {
        size == .zero ? CGSize(width: 150, height: 4) : CGSize(width: size.width, height: 4)
    }

    /// How far it has come, from 0 to 1.
    open var progress: Float = 0 {
        didSet {
            let held = progress.isNaN ? 0 : min(max(progress, 0), 1)
            if held != progress { progress = held }
            node.set(.value, CGFloat(held))
        }
    }

    /// What it looks like.
    ///
    /// - Note: Without effect: the host has one style.
    open var progressViewStyle = Style.default

    /// The colour of what is reached.
    open var progressTintColor: UIColor? {
        didSet { node.set(.tintColor, progressTintColor) }
    }

    /// The colour of what is not reached.
    open var trackTintColor: UIColor? {
        didSet { node.set(.trackColor, trackTintColor) }
    }

    /// Says how far it has come; the host shows it at once.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    /// As wide as it is made, and of the usual height.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 4)
    }
}
