// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a layer does over time.
///
/// - Note: Without effect on the way: the host shows the end at once. An animation that is removed
///   with its end, as all are unless told, leaves the layer as its properties say; one that is held
///   (``isRemovedOnCompletion`` is false, ``fillMode`` is forwards or both) shows its end.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caanimation
@preconcurrency @MainActor
open class CAAnimation: NSObject {
    /// Who hears of its beginning and its end.
    ///
    /// The animation keeps it, as on iOS.
    open var delegate: (any CAAnimationDelegate)?
    /// How it runs; nil for evenly.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var timingFunction: CAMediaTimingFunction?
    /// Whether the layer forgets it at its end.
    open var isRemovedOnCompletion = true
    /// When it begins, in seconds.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var beginTime: TimeInterval = 0
    /// How long it takes, in seconds; 0 for the usual.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var duration: TimeInterval = 0
    /// How fast its time runs.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var speed: Float = 1
    /// How far into it it begins, in seconds.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var timeOffset: TimeInterval = 0
    /// How often it runs; one without end has none that its delegate hears of.
    open var repeatCount: Float = 0
    /// How long it runs again and again, in seconds.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var repeatDuration: TimeInterval = 0
    /// Whether it goes back each time, so that its end is where it began.
    open var autoreverses = false
    /// Whether the end stays to be seen.
    open var fillMode: CAMediaTimingFillMode = .removed

    /// Makes an animation that does nothing by itself.
    public override init() {
        super.init()
    }

    /// Whether its end stays to be seen when it is over.
    final var isHeld: Bool {
        !isRemovedOnCompletion && (fillMode == .forwards || fillMode == .both)
    }

    /// Whether it ends at all.
    final var isEndless: Bool { repeatCount.isInfinite || repeatDuration.isInfinite }

    /// Shows its end in a layer.
    func showEnd(in layer: CALayer) {}
}

/// Who hears of an animation.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caanimationdelegate
@preconcurrency @MainActor
public protocol CAAnimationDelegate: AnyObject {
    /// It begins.
    func animationDidStart(_ anim: CAAnimation)
    /// It is over: at its end, or removed before.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// What is seen of an animation before and after its time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The end stays.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// The beginning is seen before.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// Both.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// Nothing is.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// How an animation's time runs.
///
/// - Note: Without effect: the host shows the end at once.
public final class CAMediaTimingFunction: NSObject, Sendable {
    /// The two points between the corners.
    private let points: [Float]

    /// Takes one of Apple's.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// Takes the two points of a Bézier curve between the corners.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        points = [0, 0, c1x, c1y, c2x, c2y, 1, 1]
        super.init()
    }

    /// One of the curve's four points.
    ///
    /// - Note: Without effect: the host shows the end at once; the points are right.
    /// - Parameters:
    ///   - idx: Which, from 0 to 3.
    ///   - ptr: Where its two coordinates are put.
    public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
        precondition(0..<4 ~= idx, "the curve has the points 0 to 3, not \(idx)")
        unsafe ptr[0] = points[2 * idx]
        unsafe ptr[1] = points[2 * idx + 1]
    }
}

/// Apple's timing functions.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Evenly.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// Slow at the beginning.
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// Slow at the end.
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// Slow at both ends.
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// The system's own.
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
