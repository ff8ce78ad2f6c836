// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A layer that draws a shape: its inside, and its line over it.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cashapelayer
open class CAShapeLayer: CALayer {
    /// The shape, in the layer's own points; it may reach beyond the bounds.
    open var path: CGPath? {
        didSet {
            contentChanged()
            masked?.maskChanged()
        }
    }
    /// The colour of the inside; black at first, nil for none.
    open var fillColor: CGColor? = CGColor(gray: 0, alpha: 1) { didSet { contentChanged() } }
    /// What counts as the inside.
    open var fillRule = CAShapeLayerFillRule.nonZero { didSet { contentChanged() } }
    /// The colour of the line; nil for none, as at first.
    open var strokeColor: CGColor? { didSet { contentChanged() } }
    /// The share of the line's length where it begins, from 0 to 1.
    open var strokeStart: CGFloat = 0 { didSet { contentChanged() } }
    /// The share of the line's length where it ends, from 0 to 1.
    open var strokeEnd: CGFloat = 1 { didSet { contentChanged() } }
    /// The width of the line in points.
    open var lineWidth: CGFloat = 1 { didSet { contentChanged() } }
    /// How open lines end.
    open var lineCap = CAShapeLayerLineCap.butt { didSet { contentChanged() } }
    /// How lines meet.
    open var lineJoin = CAShapeLayerLineJoin.miter { didSet { contentChanged() } }
    /// How long a tip may be.
    ///
    /// - Note: Without effect: a tip is cut where it would be 10 times as long as the line is wide.
    open var miterLimit: CGFloat = 10
    /// How far into the pattern of dashes each figure begins.
    open var lineDashPhase: CGFloat = 0 { didSet { contentChanged() } }
    /// The lengths of a dash, a gap and so on; nil for a whole line.
    open var lineDashPattern: [NSNumber]? { didSet { contentChanged() } }

    override func makeContent(_ size: CGSize) -> LayerPicture? {
        guard let path, !path.isEmpty else { return super.makeContent(size) }
        let reach = strokeColor == nil ? 0 : max(lineWidth, 0) * (lineJoin == .miter ? 5 : 1)
        let box = path.boundingBoxOfPath.insetBy(dx: -reach - 1, dy: -reach - 1)
        guard !box.isNull, box.width.isFinite, box.height.isFinite else { return nil }
        return Self.picture(in: box.integral) { draw(path, in: $0) }
    }

    private func draw(_ path: CGPath, in context: CGContext) {
        if let fillColor {
            context.setFillColor(fillColor)
            context.addPath(path)
            context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
        }
        guard let strokeColor, lineWidth > 0 else { return }
        context.setStrokeColor(strokeColor)
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCap.cap)
        context.setLineJoin(lineJoin.join)
        if let pattern = lineDashPattern {
            context.setLineDash(
                phase: lineDashPhase,
                lengths: pattern.map { CGFloat($0.doubleValue) }
            )
        }
        context.addPath(path.trimmed(from: strokeStart, to: strokeEnd))
        context.strokePath()
    }
}

/// What counts as the inside of a shape.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cashapelayerfillrule
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What the path goes round.
    public static let nonZero = Self(rawValue: "non-zero")
    /// What is behind an odd number of its lines.
    public static let evenOdd = Self(rawValue: "even-odd")
}

/// How the open lines of a shape end.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cashapelayerlinecap
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// At their ends.
    public static let butt = Self(rawValue: "butt")
    /// With half a circle.
    public static let round = Self(rawValue: "round")
    /// With half a square.
    public static let square = Self(rawValue: "square")

    fileprivate var cap: CGLineCap {
        switch self {
        case .round: .round
        case .square: .square
        default: .butt
        }
    }
}

/// How the lines of a shape meet.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cashapelayerlinejoin
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In a point.
    public static let miter = Self(rawValue: "miter")
    /// In a part of a circle.
    public static let round = Self(rawValue: "round")
    /// In a cut corner.
    public static let bevel = Self(rawValue: "bevel")

    fileprivate var join: CGLineJoin {
        switch self {
        case .round: .round
        case .bevel: .bevel
        default: .miter
        }
    }
}
