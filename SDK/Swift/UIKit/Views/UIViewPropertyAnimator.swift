// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIView {
    /// How a change moves.
    public enum AnimationCurve: Int, Sendable {
        /// Slow at both ends.
        case easeInOut = 0
        /// Slow at the beginning.
        case easeIn = 1
        /// Slow at the end.
        case easeOut = 2
        /// Evenly.
        case linear = 3
    }
}

/// Makes changes that move.
///
/// - Note: Without effect but for the changes: the host shows the end at once.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uiviewpropertyanimator
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject {
    private var changes: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []

    /// How long it takes.
    ///
    /// - Note: Without effect: the host shows the end at once.
    public final let duration: TimeInterval
    /// Whether it moves: never.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var isRunning: Bool { false }
    /// How far it is, from 0 to 1.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var fractionComplete: CGFloat = 0
    /// Whether it moves back.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var isReversed = false

    /// Takes changes that move by a curve.
    public init(
        duration: TimeInterval,
        curve: UIView.AnimationCurve,
        animations: (() -> Void)? = nil
    ) {
        self.duration = duration
        changes = animations.map { [$0] } ?? []
    }

    /// Takes changes that move as a spring does.
    public init(
        duration: TimeInterval,
        dampingRatio ratio: CGFloat,
        animations: (() -> Void)? = nil
    ) {
        self.duration = duration
        changes = animations.map { [$0] } ?? []
    }

    /// Takes another change.
    open func addAnimations(_ animation: @escaping () -> Void) { changes.append(animation) }
    /// Takes another change that begins later; it is made with the others.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        changes.append(animation)
    }
    /// Has a block called at the end.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }
    /// Makes the changes; the completions come soon after.
    open func startAnimation() {
        let (changes, completions) = (changes, completions)
        (self.changes, self.completions) = ([], [])
        UIView.animate(
            withDuration: duration,
            animations: { for change in changes { change() } },
            completion: { _ in for completion in completions { completion(.end) } }
        )
    }
    /// Makes the changes; see ``startAnimation()``.
    open func startAnimation(afterDelay delay: TimeInterval) { startAnimation() }
    /// Holds the changes where they are.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open func pauseAnimation() {}
    /// Ends the changes where they are.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open func stopAnimation(_ withoutFinishing: Bool) {}
    /// Ends what was stopped.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {}

    /// Makes changes, and returns what made them.
    @discardableResult
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval,
        delay: TimeInterval,
        options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void,
        completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: duration, curve: .easeInOut)
        animator.addAnimations(animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation()
        return animator
    }
}

/// Where changes that move are.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uiviewanimatingposition
public enum UIViewAnimatingPosition: Int, Sendable {
    /// At the end.
    case end = 0
    /// At the start.
    case start = 1
    /// Between.
    case current = 2
}
