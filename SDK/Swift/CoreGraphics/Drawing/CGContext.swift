// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A picture that is being drawn.
///
/// Its origin is the lower left corner, as Apple's is; UIKit's contexts are turned to have it at
/// the upper left. One thread at a time draws into a context.
public final class CGContext {
    /// Pixels in a row.
    public var width: Int { pixels.width }
    /// Rows.
    public var height: Int { pixels.height }

    var pixels: PixelBuffer
    var state: State
    var saved: [State] = []
    var current = CGMutablePath()
    /// Whether an image shares the pixels, so that drawing has to take a copy first.
    var isShared = false
    let isOpaque: Bool
    /// Whether anything was drawn.
    package internal(set) var isTouched = false

    /// What `saveGState` keeps.
    struct State {
        var transform: CGAffineTransform
        var fill = Shade(red: 0, green: 0, blue: 0, alpha: 1)
        var stroke = Shade(red: 0, green: 0, blue: 0, alpha: 1)
        var lineWidth: CGFloat = 1
        var lineCap = CGLineCap.butt
        var lineJoin = CGLineJoin.miter
        /// The lengths of dashes and gaps; none for whole lines.
        var dash: [CGFloat] = []
        var dashPhase: CGFloat = 0
        var alpha: CGFloat = 1
        var blendMode = CGBlendMode.normal
        var clip: Coverage?
    }

    /// Creates a context of transparent pixels.
    ///
    /// Nil for want of memory, for a size of nothing, and for memory of the caller's: a context
    /// draws into its own.
    public convenience init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        guard unsafe data == nil, bitsPerComponent == 8 else { return nil }
        let info = CGBitmapInfo(rawValue: bitmapInfo).intersection(.alphaInfoMask)
        let alpha = CGImageAlphaInfo(rawValue: info.rawValue)
        self.init(
            width: width,
            height: height,
            isOpaque: alpha == .noneSkipLast || alpha == .noneSkipFirst
                || alpha == CGImageAlphaInfo.none,
            transform: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
        )
    }

    /// Creates a context of transparent pixels, black ones where it is opaque.
    ///
    /// - Parameters:
    ///   - width: Pixels in a row.
    ///   - height: Rows.
    ///   - isOpaque: Whether its images have no alpha.
    ///   - transform: From the user's coordinates to pixels, the origin at the upper left.
    package init?(width: Int, height: Int, isOpaque: Bool, transform: CGAffineTransform) {
        guard let pixels = PixelBuffer(width: width, height: height) else { return nil }
        self.pixels = pixels
        self.isOpaque = isOpaque
        state = State(transform: transform)
        guard isOpaque else { return }
        paint(black: pixels)
    }

    private func paint(black pixels: PixelBuffer) {
        for y in 0..<pixels.height {
            for x in 0..<pixels.width { pixels[x, y] = SIMD4(0, 0, 0, 255) }
        }
    }

    /// The picture as it is now; nil for want of memory.
    public func makeImage() -> CGImage? {
        isShared = true
        return CGImage(pixels, isOpaque: isOpaque)
    }

    /// Keeps the settings, the clip and the coordinates.
    public func saveGState() {
        saved.append(state)
    }

    /// Goes back to what was kept last.
    public func restoreGState() {
        guard let last = saved.popLast() else { return }
        state = last
    }

    /// The map from the user's coordinates to pixels.
    public var ctm: CGAffineTransform { state.transform }

    /// Moves the origin.
    public func translateBy(x: CGFloat, y: CGFloat) {
        state.transform = state.transform.translatedBy(x: x, y: y)
    }

    /// Scales the coordinates.
    public func scaleBy(x: CGFloat, y: CGFloat) {
        state.transform = state.transform.scaledBy(x: x, y: y)
    }

    /// Turns the coordinates.
    public func rotate(by angle: CGFloat) {
        state.transform = state.transform.rotated(by: angle)
    }

    /// Maps the coordinates.
    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }
}
