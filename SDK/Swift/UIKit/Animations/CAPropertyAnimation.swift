// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation
internal import FoundationSupplement

/// An animation of one property of a layer.
///
/// The ends of `opacity`, `backgroundColor`, `borderColor`, `borderWidth`, `cornerRadius`, `hidden`,
/// `shadowOpacity`, `shadowRadius`, `shadowOffset`, `shadowColor`, `position`, `position.x`, `position.y`,
/// `bounds`, `bounds.size`, `bounds.size.width` and `.height`, `transform.scale`, `transform.scale.x` and
/// `.y`, `transform.rotation`, `transform.rotation.z`, `transform.translation.x` and `.y`, `transform` and
/// `contents` can be held; of shapes also `path`, the colours and everything about the line, of gradients
/// `colors`, `locations`, `startPoint` and `endPoint`.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/capropertyanimation
open class CAPropertyAnimation: CAAnimation {
    /// Which property.
    open var keyPath: String?
    /// Whether its values are added to the property's own.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var isAdditive = false
    /// Whether each run begins where the last one ended.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var isCumulative = false

    /// Makes an animation of a property.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    /// What the property is at the end; nil where nothing is said of it.
    var endValue: Any? { nil }

    /// Shows what the property is at the end.
    ///
    /// - Returns: Whether the end is drawn here; true where nothing is said of it.
    func showEnd(of keyPath: String, in layer: CALayer) -> Bool {
        guard let endValue else { return true }
        return layer.show(endValue, for: keyPath)
    }

    override func showEnd(in layer: CALayer) {
        guard !autoreverses, let keyPath else { return }
        if !showEnd(of: keyPath, in: layer) {
            RunLog.sayOnce(
                "add(_:forKey:)",
                withoutEffect: "the end of \(keyPath) is not drawn here"
            )
        }
    }
}

/// An animation from one value to another.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cabasicanimation
open class CABasicAnimation: CAPropertyAnimation {
    /// Where it begins; nil for where the property is.
    open var fromValue: Any?
    /// Where it ends; nil for as far from the beginning as ``byValue`` says, or for where the property is.
    open var toValue: Any?
    /// How far it goes: a number, a point, a size or a rectangle, which is added to where it begins.
    ///
    /// An animation with a ``toValue`` ends there. Colours, transforms and other values are not added; the
    /// run's log says so.
    open var byValue: Any?

    override var endValue: Any? { toValue }

    override func showEnd(of keyPath: String, in layer: CALayer) -> Bool {
        guard toValue == nil, let byValue else { return super.showEnd(of: keyPath, in: layer) }
        return layer.show(byValue, from: fromValue, for: keyPath)
    }
}

/// An animation as of a spring.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caspringanimation
open class CASpringAnimation: CABasicAnimation {
    /// How heavy what hangs at the spring is.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var mass: CGFloat = 1
    /// How stiff the spring is.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var stiffness: CGFloat = 100
    /// How fast it comes to rest.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var damping: CGFloat = 10
    /// How fast it moves at first.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var initialVelocity: CGFloat = 0
    /// How long it takes to come to rest, in seconds: until it swings by less than a thousandth.
    open var settlingDuration: TimeInterval {
        damping > 0 ? log(1000) * 2 * mass / damping : .infinity
    }
}

/// An animation over several values.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cakeyframeanimation
open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values, one after another.
    open var values: [Any]?
    /// A line that a position goes along, in place of values.
    open var path: CGPath?
    /// When each value is reached, from 0 to 1.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var keyTimes: [NSNumber]?
    /// How each part runs.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var timingFunctions: [CAMediaTimingFunction]?
    /// What is between two values.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var calculationMode: CAAnimationCalculationMode = .linear

    override var endValue: Any? { path.map { $0.currentPoint } ?? values?.last }
}

/// What is between two values of a keyframe animation.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A straight line.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Nothing.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// A straight line at one speed.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// A curve.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// A curve at one speed.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Several animations of one layer at once.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caanimationgroup
open class CAAnimationGroup: CAAnimation {
    /// The animations; of theirs, what is said of ends and delegates has no effect, as on iOS.
    open var animations: [CAAnimation]?

    override func showEnd(in layer: CALayer) {
        for animation in animations ?? [] { animation.showEnd(in: layer) }
    }
}

/// A change of a layer from one state to another.
///
/// - Note: Without effect but for its delegate: the host shows the end at once.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catransition
open class CATransition: CAAnimation {
    /// How it changes.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var type: CATransitionType = .fade
    /// From where.
    ///
    /// - Note: Without effect: the host shows the end at once.
    open var subtype: CATransitionSubtype?
}

/// How a transition changes a layer.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One fades into the other.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new one moves in.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new one pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old one moves away.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// From where a transition comes.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Takes Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From the right.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// From the left.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// From the top.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the bottom.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
