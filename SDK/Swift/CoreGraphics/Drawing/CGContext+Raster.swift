// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGContext {
    /// Fills a path's inside.
    package func fill(_ path: CGPath, _ rule: CGPathFillRule) {
        let ink = state.fill.ink
        paint(coverage(Outline(path, transform: state.transform), rule)) { _, _ in ink.levels }
    }

    /// Draws a path's line.
    package func stroke(_ path: CGPath) {
        let stroke = Stroke(width: state.lineWidth, cap: state.lineCap, join: state.lineJoin)
        let path =
            state.dash.isEmpty
            ? path : path.copy(dashingWithPhase: state.dashPhase, lengths: state.dash)
        // All pieces turn the same way, before and after.
        let pieces = stroke.outline(of: path).map { piece in
            Outline.Polygon(points: piece.points.map { $0.applying(state.transform) })
        }
        let ink = state.stroke.ink
        paint(coverage(Outline(polygons: pieces), .winding)) { _, _ in ink.levels }
    }

    /// Draws a colour of its own in each pixel that the clip lets through.
    func paintAll(_ ink: (Int, Int) -> SIMD4<Float>) {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        paint(coverage(Outline(CGPath(rect: whole), transform: .identity), .winding), ink)
    }

    /// Draws only inside a path from now on.
    package func clip(_ path: CGPath, _ rule: CGPathFillRule) {
        state.clip = coverage(Outline(path, transform: state.transform), rule)
    }

    /// Draws an image in a rectangle, its top at the rectangle's greatest y.
    public func draw(_ image: CGImage, in rect: CGRect) {
        draw(
            image,
            unitSquare: CGAffineTransform(
                a: rect.width,
                b: 0,
                c: 0,
                d: -rect.height,
                tx: rect.minX,
                ty: rect.maxY
            )
        )
    }

    /// Draws an image, the unit square of which, its origin at the upper left, is mapped to the
    /// user's coordinates.
    package func draw(_ image: CGImage, unitSquare: CGAffineTransform) {
        let map = unitSquare.concatenating(state.transform)
        let (across, down) = (hypot(map.a, map.b), hypot(map.c, map.d))
        guard across > 0, down > 0, across.isFinite, down.isFinite else { return }
        let width = min(max(Int(across.rounded(.up)), 1), image.width)
        let height = min(max(Int(down.rounded(.up)), 1), image.height)
        guard let source = image.pixels(width: width, height: height) else { return }
        let square = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
        let sampler = Sampler(source)
        let back = map.inverted()
            .concatenating(CGAffineTransform(scaleX: CGFloat(width), y: CGFloat(height)))
        paint(coverage(Outline(square, transform: map), .winding)) { x, y in
            sampler[CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(back)]
        }
    }

    private func coverage(_ outline: Outline, _ rule: CGPathFillRule) -> Coverage {
        var coverage = Coverage(
            outline,
            rule: rule,
            columns: state.clip?.columns ?? 0..<width,
            rows: state.clip?.rows ?? 0..<height
        )
        if let clip = state.clip { coverage.intersect(clip) }
        return coverage
    }

    private func paint(_ coverage: Coverage, _ ink: (Int, Int) -> SIMD4<Float>) {
        isTouched = true
        if isShared {
            guard let copy = pixels.copy() else { return }
            pixels = copy
            isShared = false
        }
        let alpha = Float(state.alpha).heldToUnit
        for y in coverage.rows {
            for x in coverage.columns {
                let share = coverage[x, y]
                guard share > 0 else { continue }
                let below = Ink(pixels[x, y]).levels
                let blended = state.blendMode.blend(ink(x, y) * alpha, over: below)
                var levels = below + (blended - below) * (Float(share) / 255)
                if isOpaque { levels.w = 1 }
                pixels[x, y] = Ink(levels).pixel
            }
        }
    }
}

/// Reads a picture between its pixels.
private struct Sampler {
    private let pixels: PixelBuffer

    init(_ pixels: PixelBuffer) {
        self.pixels = pixels
    }

    /// The colour at a point, mixed of the four pixels around it.
    subscript(point: CGPoint) -> SIMD4<Float> {
        let x = min(max(point.x - 0.5, 0), CGFloat(pixels.width - 1))
        let y = min(max(point.y - 0.5, 0), CGFloat(pixels.height - 1))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, pixels.width - 1), min(top + 1, pixels.height - 1))
        let (across, down) = (Float(x) - Float(left), Float(y) - Float(top))
        let upper = mix(Ink(pixels[left, top]).levels, Ink(pixels[right, top]).levels, across)
        let lower = mix(Ink(pixels[left, bottom]).levels, Ink(pixels[right, bottom]).levels, across)
        return mix(upper, lower, down)
    }

    private func mix(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ share: Float) -> SIMD4<Float>
    {
        first + (second - first) * share
    }
}
