// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import FoundationSupplement

/// Corners, masks and shadows, as the host has them.
extension CALayer {
    /// Tells the host how round which corners are: the mask's, where that is a shape that it can show.
    final func tellCorners() {
        guard let node = madeNode else { return }
        let shape = maskShape
        node.set(.cornerRadius, shape?.radius ?? max(cornerRadius, 0))
        let corners = shape?.corners ?? maskedCorners
        node.set(.corners, corners == .all ? nil : Int64(corners.rawValue & 15))
    }

    final func tellShadow() {
        guard let node = madeNode else { return }
        guard shadowOpacity > 0, let shadowColor, shadowColor.alpha > 0 else {
            return node.set(.shadowColor, nil as Int64?)
        }
        let alpha = shadowColor.alpha * CGFloat(min(shadowOpacity, 1))
        node.set(.shadowColor, UIColor(cgColor: shadowColor.copy(alpha: alpha) ?? shadowColor))
        node.set(.shadowRadius, max(shadowRadius, 0))
        node.set(.shadowX, shadowOffset.width)
        node.set(.shadowY, shadowOffset.height)
    }

    /// Takes over another mask, or another shape or size of it.
    final func maskChanged() {
        let shape = maskShape
        if mask != nil, shape == nil, bounds.width > 0, bounds.height > 0, hasMaskShape {
            RunLog.sayOnce(
                "CALayer.mask",
                withoutEffect: "the host shows round corners and circles over all of a layer alone"
            )
        }
        let node = madeNode
        node?.set(.clips, masksToBounds || shape != nil)
        tellCorners()
    }

    /// Whether the mask has anything to show already.
    private var hasMaskShape: Bool {
        guard let shape = mask as? CAShapeLayer else { return true }
        return shape.path != nil
    }

    /// The mask as round corners of the layer; nil where it is something else.
    private var maskShape: RoundedShape? {
        guard let mask else { return nil }
        let size = bounds.size
        guard let shape = mask as? CAShapeLayer else {
            // A layer of one colour with round corners is a mask too.
            guard type(of: mask) == CALayer.self, mask.backgroundColor?.alpha == 1,
                mask.frame.equals(CGRect(origin: .zero, size: size))
            else { return nil }
            return RoundedShape(radius: mask.cornerRadius, corners: mask.maskedCorners)
        }
        return shape.path.flatMap { path in
            // Without a size of its own, its path is in the coordinates of what it masks.
            RoundedShape(
                path,
                at: shape.bounds.isEmpty ? shape.position : shape.frame.origin,
                in: size
            )
        }
    }
}

extension CGRect {
    fileprivate func equals(_ other: CGRect) -> Bool {
        [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY]
            .allSatisfy { abs($0) <= 1 }
    }
}

/// A rectangle with round corners, all that are round by one radius.
struct RoundedShape {
    let radius: CGFloat
    let corners: CACornerMask

    init(radius: CGFloat, corners: CACornerMask) {
        (self.radius, self.corners) = (radius, corners)
    }

    /// Finds out whether a path is such a rectangle over all of a size.
    init?(_ path: CGPath, at origin: CGPoint, in size: CGSize) {
        let box = path.boundingBox
        let place = box.offsetBy(dx: origin.x, dy: origin.y)
        guard size.width > 0, size.height > 0, place.equals(CGRect(origin: .zero, size: size))
        else {
            return nil
        }
        let radii = Self.corners.map { Self.radius(of: path, in: box, corner: $0.direction) }
        let largest = radii.max() ?? 0
        var corners: CACornerMask = []
        for (corner, radius) in zip(Self.corners, radii) where radius > 1 {
            guard abs(radius - largest) <= max(1, largest * 0.06) else { return nil }
            corners.insert(corner.mask)
        }
        self.init(radius: corners.isEmpty ? 0 : largest, corners: corners.isEmpty ? .all : corners)
        guard isLike(path, in: box) else { return nil }
    }

    private static let corners: [(mask: CACornerMask, direction: CGPoint)] = [
        (.layerMinXMinYCorner, CGPoint(x: 0, y: 0)), (.layerMaxXMinYCorner, CGPoint(x: 1, y: 0)),
        (.layerMinXMaxYCorner, CGPoint(x: 0, y: 1)), (.layerMaxXMaxYCorner, CGPoint(x: 1, y: 1)),
    ]

    /// How round a corner is: by where a line from it, at 45°, enters the path.
    private static func radius(of path: CGPath, in box: CGRect, corner: CGPoint) -> CGFloat {
        let reach = min(box.width, box.height) / 2
        var (outside, inside) = (CGFloat(0), reach)
        for _ in 0..<12 {
            let middle = (outside + inside) / 2
            let point = CGPoint(
                x: corner.x == 0 ? box.minX + middle : box.maxX - middle,
                y: corner.y == 0 ? box.minY + middle : box.maxY - middle
            )
            if path.contains(point) { inside = middle } else { outside = middle }
        }
        // A quarter of a circle leaves this part of its radius bare, along each side.
        return inside / (1 - 0.5.squareRoot())
    }

    /// Whether the path has the points that this shape has, of a grid over its box.
    private func isLike(_ path: CGPath, in box: CGRect) -> Bool {
        let count = 12
        for row in 0..<count {
            for column in 0..<count {
                let share = (CGFloat(column) + 0.5, CGFloat(row) + 0.5)
                let point = CGPoint(
                    x: box.minX + box.width * share.0 / CGFloat(count),
                    y: box.minY + box.height * share.1 / CGFloat(count)
                )
                let depth = depth(of: point, in: box)
                // What is at the very edge may be on either side.
                guard abs(depth) > 1 else { continue }
                if path.contains(point) != (depth > 0) { return false }
            }
        }
        return true
    }

    /// How far a point is inside the shape's corners; negative outside.
    private func depth(of point: CGPoint, in box: CGRect) -> CGFloat {
        let radius = min(radius, min(box.width, box.height) / 2)
        for corner in Self.corners where corners.contains(corner.mask) {
            let (dx, dy) = (
                corner.direction.x == 0
                    ? box.minX + radius - point.x : point.x - box.maxX + radius,
                corner.direction.y == 0
                    ? box.minY + radius - point.y : point.y - box.maxY + radius
            )
            if dx > 0, dy > 0 { return radius - (dx * dx + dy * dy).squareRoot() }
        }
        return max(radius, 2)
    }
}
