// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
public import Foundation
public import FoundationSupplement

/// What tells a target of something that the user does with a finger.
///
/// The host tells of taps alone: of other recognizers nothing comes.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    private struct Target {
        weak var object: AnyObject?
        let action: Selector
    }

    private var targets: [Target] = []

    /// How far it has come.
    public enum State: Int, Sendable {
        /// It may come.
        case possible = 0
        /// It began.
        case began = 1
        /// It goes on.
        case changed = 2
        /// It is over.
        case ended = 3
        /// It was taken away.
        case cancelled = 4
        /// It was something else.
        case failed = 5

        /// It was there, which is over at once.
        public static let recognized = State.ended
    }

    /// Creates a recognizer that calls a method of a target's.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Creates a recognizer for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init()
    }

    /// Creates a recognizer.
    public override convenience init() {
        self.init(target: nil, action: nil)
    }

    /// Calls another method, too.
    open func addTarget(_ target: Any, action: Selector) {
        targets.append(Target(object: target as AnyObject, action: action))
    }

    /// No longer calls a method; nil stands for any.
    open func removeTarget(_ target: Any?, action: Selector?) {
        let object = target.map { $0 as AnyObject }
        targets.removeAll {
            (object == nil || $0.object === object) && (action == nil || $0.action == action)
        }
    }

    /// The view that it listens at.
    open internal(set) weak var view: UIView?
    /// Whether it listens.
    open var isEnabled = true
    /// How far it has come.
    open internal(set) var state = State.possible
    /// Whether the view hears nothing of what was recognized.
    ///
    /// - Note: Without effect: a tap is told to both.
    open var cancelsTouchesInView = true
    /// Who says what it may recognize.
    ///
    /// - Note: Without effect: it is not asked.
    open weak var delegate: (any UIGestureRecognizerDelegate)?

    /// Where the finger is: in the middle of the view that it listens at.
    open func location(in view: UIView?) -> CGPoint {
        guard let place = self.view else { return .zero }
        let bounds = place.bounds
        return place.convert(CGPoint(x: bounds.midX, y: bounds.midY), to: view)
    }

    /// How many fingers there are.
    open var numberOfTouches: Int { state == .possible ? 0 : 1 }
    /// Has it wait until another has failed.
    ///
    /// - Note: Without effect: taps alone are told of.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}

    /// Whether a tap is what it waits for.
    var isOfTaps: Bool { false }

    /// Tells the targets of a tap.
    func recognize() {
        guard isEnabled, isOfTaps else { return }
        state = .ended
        for target in targets {
            guard let object = target.object else { continue }
            ActionSender.send(target.action, to: object, from: self)
        }
        state = .possible
    }
}

/// Tells of a tap.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps it takes; a tap of the host's stands for all.
    open var numberOfTapsRequired = 1
    /// How many fingers it takes; a tap of the host's stands for all.
    open var numberOfTouchesRequired = 1

    override var isOfTaps: Bool { true }
}

/// Tells of a long press.
///
/// - Note: Without effect: the host tells of taps alone.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// How long it takes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var minimumPressDuration: TimeInterval = 0.5
    /// How far the finger may move.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var allowableMovement: CGFloat = 10
    /// How many taps come before it.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var numberOfTapsRequired = 0
    /// How many fingers it takes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var numberOfTouchesRequired = 1
}

/// Tells of a swipe.
///
/// - Note: Without effect: the host tells of taps alone.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Where a finger goes.
    public struct Direction: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upwards.
        public static let up = Direction(rawValue: 4)
        /// Downwards.
        public static let down = Direction(rawValue: 8)
    }

    /// Where the finger goes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var direction: Direction = .right
    /// How many fingers it takes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var numberOfTouchesRequired = 1
}

/// Tells of a finger that moves.
///
/// - Note: Without effect: the host tells of taps alone.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// How many fingers it takes at least.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var minimumNumberOfTouches = 1
    /// How many fingers it takes at most.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var maximumNumberOfTouches = Int.max
    /// How far the finger has moved.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open func translation(in view: UIView?) -> CGPoint { .zero }
    /// Says how far the finger has moved.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {}
    /// How fast the finger moves.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// Tells of two fingers that come nearer or part.
///
/// - Note: Without effect: the host tells of taps alone.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How much farther apart the fingers are than at first.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var scale: CGFloat = 1
    /// How fast that changes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var velocity: CGFloat { 0 }
}

/// Tells of two fingers that turn.
///
/// - Note: Without effect: the host tells of taps alone.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// How far the fingers have turned, in radians.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var rotation: CGFloat = 0
    /// How fast that changes.
    ///
    /// - Note: Without effect: the host tells of taps alone.
    open var velocity: CGFloat { 0 }
}

/// Says what a recognizer may recognize.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    /// Whether it may begin.
    ///
    /// - Note: Without effect: never called.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Whether it hears of a touch.
    ///
    /// - Note: Without effect: never called.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldReceive touch: UITouch
    ) -> Bool
    /// Whether both may be recognized.
    ///
    /// - Note: Without effect: never called.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// It may.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }
    /// It does.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldReceive touch: UITouch
    ) -> Bool { true }
    /// They may not.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
}

extension UIView {
    /// What listens to the user's finger here.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        get { recognizers.isEmpty ? nil : recognizers }
        set {
            for recognizer in recognizers { removeGestureRecognizer(recognizer) }
            for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
        }
    }

    /// Has a recognizer listen here.
    public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizer.view = self
        recognizers.append(gestureRecognizer)
        node.listen(to: BF_EVENT_TAP)
    }

    /// Has a recognizer no longer listen here.
    public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        recognizers.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }
}
