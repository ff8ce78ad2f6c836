// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIView {
    /// How something moves.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public struct AnimationOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Subviews are laid out on the way.
        public static let layoutSubviews = AnimationOptions(rawValue: 1)
        /// The user can do something meanwhile.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// It begins where the last one is.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Again and again.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// There and back.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Views of a transition are hidden and shown, not taken away and added.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// From the top, as a page.
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        /// From the bottom, as a page.
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
        /// A page is turned up.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// A page is turned down.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        /// Slow at both ends.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// Evenly.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// From the left, as a page.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// From the right, as a page.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// One fades, the other comes.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    /// Makes changes; the host shows the end at once, and the completion comes soon after.
    public class func animate(
        withDuration duration: TimeInterval,
        delay: TimeInterval,
        options: AnimationOptions = [],
        animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        guard let completion else { return }
        // Called once, on the main thread, as Apple's is; its type does not say so there either.
        nonisolated(unsafe) let complete = completion
        DispatchQueue.main.async { unsafe complete(true) }
    }

    /// Makes changes; see ``animate(withDuration:delay:options:animations:completion:)``.
    public class func animate(
        withDuration duration: TimeInterval,
        animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    /// Makes changes; see ``animate(withDuration:delay:options:animations:completion:)``.
    public class func animate(
        withDuration duration: TimeInterval,
        delay: TimeInterval,
        usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [],
        animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration,
            delay: delay,
            options: options,
            animations: animations,
            completion: completion
        )
    }

    /// Makes changes in a view; see ``animate(withDuration:delay:options:animations:completion:)``.
    public class func transition(
        with view: UIView,
        duration: TimeInterval,
        options: AnimationOptions = [],
        animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration,
            delay: 0,
            options: options,
            animations: { animations?() },
            completion: completion
        )
    }

    /// How keyframes move.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public struct KeyframeAnimationOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Evenly from one to the next.
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// Along a curve through them.
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        /// Evenly over all.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        /// Again and again.
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        /// There and back.
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        /// The user can do something meanwhile.
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    }

    /// Makes the changes of keyframes, one after the other; see
    /// ``animate(withDuration:delay:options:animations:completion:)``.
    public class func animateKeyframes(
        withDuration duration: TimeInterval,
        delay: TimeInterval,
        options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    /// Makes the changes of one keyframe, at once.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double,
        relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        animations()
    }

    /// Puts one view in the place of another; see
    /// ``animate(withDuration:delay:options:animations:completion:)``.
    public class func transition(
        from fromView: UIView,
        to toView: UIView,
        duration: TimeInterval,
        options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration,
            delay: 0,
            animations: {
                if options.contains(.showHideTransitionViews) {
                    (fromView.isHidden, toView.isHidden) = (true, false)
                } else if let place = fromView.superview {
                    place.addSubview(toView)
                    fromView.removeFromSuperview()
                }
            },
            completion: completion
        )
    }

    /// Makes changes that are shown at once, as all are here.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        actionsWithoutAnimation()
    }
}
