// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation

/// A layer that draws colours that go over into each other.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cagradientlayer
open class CAGradientLayer: CALayer {
    /// Objects of `CGColor`; others are left out.
    open var colors: [Any]? { didSet { contentChanged() } }
    /// A place from 0 to 1 for each colour; nil spreads them evenly.
    open var locations: [NSNumber]? { didSet { contentChanged() } }
    /// Where the first colour is, in shares of the layer's size, or the middle of what is radial or conic.
    ///
    /// 0 and 0 is the upper left corner, 1 and 1 the lower right one.
    open var startPoint = CGPoint(x: 0.5, y: 0) { didSet { contentChanged() } }
    /// Where the last colour is, in shares of the layer's size.
    ///
    /// Of what is radial it is a corner of the rectangle around the outermost ellipse; of what is conic,
    /// where it begins and ends.
    open var endPoint = CGPoint(x: 0.5, y: 1) { didSet { contentChanged() } }
    /// Which way the colours go.
    open var type = CAGradientLayerType.axial { didSet { contentChanged() } }

    override func makeContent(_ size: CGSize) -> LayerPicture? {
        let colors = (colors ?? []).compactMap { $0 as? CGColor }
        let places = locations.map { $0.map { CGFloat($0.doubleValue) } }
        guard let gradient = CGGradient(colors, at: places), size.width > 0, size.height > 0 else {
            return super.makeContent(size)
        }
        // Colours that go over into each other are stretched without being seen to be.
        let shrinkage = min(1, 512 / max(size.width, size.height))
        let pixels = CGRect(
            x: 0,
            y: 0,
            width: (size.width * shrinkage).rounded(.up),
            height: (size.height * shrinkage).rounded(.up)
        )
        guard let context = ContextStack.context(pixels, scale: 1, isOpaque: false) else {
            return nil
        }
        // From the unit square, which is what the points are of.
        context.scaleBy(x: pixels.width, y: pixels.height)
        draw(gradient, in: context)
        guard let image = context.makeImage() else { return nil }
        return LayerPicture(
            image: UIImage(cgImage: image),
            frame: CGRect(origin: .zero, size: size),
            isRounded: true
        )
    }

    private func draw(_ gradient: CGGradient, in context: CGContext) {
        switch type {
        case .radial:
            let (across, down) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
            guard across != 0, down != 0 else { return }
            // The circle is as wide and as high as the points are apart.
            context.translateBy(x: startPoint.x, y: startPoint.y)
            context.scaleBy(x: across, y: down)
            context.drawRadialGradient(
                gradient,
                startCenter: .zero,
                startRadius: 0,
                endCenter: .zero,
                endRadius: 1,
                options: .drawsAfterEndLocation
            )
        case .conic:
            let angle = atan2(endPoint.y - startPoint.y, endPoint.x - startPoint.x)
            context.drawConicGradient(gradient, center: startPoint, angle: angle)
        default:
            context.drawLinearGradient(
                gradient,
                start: startPoint,
                end: endPoint,
                options: [.drawsBeforeStartLocation, .drawsAfterEndLocation]
            )
        }
    }
}

/// Which way the colours of a gradient go.
///
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/cagradientlayertype
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Along a line.
    public static let axial = Self(rawValue: "axial")
    /// From a point outward.
    public static let radial = Self(rawValue: "radial")
    /// Around a point.
    public static let conic = Self(rawValue: "conic")
}
