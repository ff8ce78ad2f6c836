// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A layer that lets pictures fly.
///
/// - Note: Without effect: the host shows no motion; nothing of it is seen.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caemitterlayer
open class CAEmitterLayer: CALayer {
    /// What flies.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emitterCells: [CAEmitterCell]?
    /// Where it comes from.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emitterPosition: CGPoint = .zero
    /// How large that is.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emitterSize: CGSize = .zero
    /// What shape that has.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emitterShape = CAEmitterLayerEmitterShape.point
    /// Where in the shape.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emitterMode = CAEmitterLayerEmitterMode.volume
    /// What is in front.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var renderMode = CAEmitterLayerRenderMode.unordered
    /// How many come in a second, times each cell's number.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var birthRate: Float = 1
    /// How long they last, times each cell's time.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var lifetime: Float = 1
    /// How fast they are, times each cell's speed.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var velocity: Float = 1
    /// How large they are, times each cell's size.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var scale: Float = 1
    /// How fast they turn, times each cell's speed.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var spin: Float = 1
    /// By what chance is drawn.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var seed: UInt32 = 0
    /// When the layer began.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var beginTime: CFTimeInterval = 0
}

/// What flies.
///
/// - Note: Without effect: nothing of it is seen.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/caemittercell
@preconcurrency @MainActor
open class CAEmitterCell: NSObject {
    /// The picture.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var contents: Any?
    /// Its colour.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var color: CGColor?
    /// A name to find it by.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var name: String?
    /// How many come in a second.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var birthRate: Float = 0
    /// How long it lasts, in seconds.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var lifetime: Float = 0
    /// How much that differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var lifetimeRange: Float = 0
    /// How fast it is, in points for a second.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var velocity: CGFloat = 0
    /// How much that differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var velocityRange: CGFloat = 0
    /// Where it flies, in radians.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emissionLongitude: CGFloat = 0
    /// How much that differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var emissionRange: CGFloat = 0
    /// How it falls.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var xAcceleration: CGFloat = 0
    /// How it falls.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var yAcceleration: CGFloat = 0
    /// How large it is.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var scale: CGFloat = 1
    /// How much that differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var scaleRange: CGFloat = 0
    /// How fast it grows.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var scaleSpeed: CGFloat = 0
    /// How fast it turns.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var spin: CGFloat = 0
    /// How much that differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var spinRange: CGFloat = 0
    /// How much its opacity differs.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var alphaRange: Float = 0
    /// How fast it fades.
    ///
    /// - Note: Without effect: nothing of it is seen.
    open var alphaSpeed: Float = 0

    /// Nothing yet.
    public override init() {
        super.init()
    }
}

/// The shape that something comes from.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A point.
    public static let point = Self(rawValue: "point")
    /// A line.
    public static let line = Self(rawValue: "line")
    /// A rectangle.
    public static let rectangle = Self(rawValue: "rectangle")
    /// A circle.
    public static let circle = Self(rawValue: "circle")
}

/// Where in a shape something comes from.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Its points.
    public static let points = Self(rawValue: "points")
    /// Its outline.
    public static let outline = Self(rawValue: "outline")
    /// Its surface.
    public static let surface = Self(rawValue: "surface")
    /// All of it.
    public static let volume = Self(rawValue: "volume")
}

/// What of what flies is in front.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Any.
    public static let unordered = Self(rawValue: "unordered")
    /// What came first.
    public static let oldestFirst = Self(rawValue: "oldestFirst")
    /// What came last.
    public static let oldestLast = Self(rawValue: "oldestLast")
    /// All add their light.
    public static let additive = Self(rawValue: "additive")
}
