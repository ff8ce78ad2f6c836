// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation

extension UIImage {
    /// Draws the image in a rectangle of the current context.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws the image at a point of the current context.
    public func draw(at point: CGPoint) {
        draw(in: CGRect(origin: point, size: size))
    }

    /// Draws the image in a rectangle of the current context.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let cgImage, let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.setAlpha(alpha)
        let square = CGAffineTransform(
            a: rect.width,
            b: 0,
            c: 0,
            d: rect.height,
            tx: rect.minX,
            ty: rect.minY
        )
        context.draw(cgImage, unitSquare: imageOrientation.turn.concatenating(square))
        context.restoreGState()
    }

    /// Draws the image at a point of the current context.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
}

extension UIImage.Orientation {
    /// From the unit square of the pixels, its origin at the upper left, to that of the upright
    /// picture.
    fileprivate var turn: CGAffineTransform {
        switch self {
        case .up: .identity
        case .upMirrored: CGAffineTransform(-1, 0, 0, 1, 1, 0)
        case .down: CGAffineTransform(-1, 0, 0, -1, 1, 1)
        case .downMirrored: CGAffineTransform(1, 0, 0, -1, 0, 1)
        case .leftMirrored: CGAffineTransform(0, 1, 1, 0, 0, 0)
        case .right: CGAffineTransform(0, 1, -1, 0, 1, 0)
        case .rightMirrored: CGAffineTransform(0, -1, -1, 0, 1, 1)
        case .left: CGAffineTransform(0, -1, 1, 0, 0, 1)
        }
    }
}
