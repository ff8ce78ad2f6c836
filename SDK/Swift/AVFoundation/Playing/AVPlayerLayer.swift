// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation
public import UIKit

/// Shows what a player plays: a black rectangle with a triangle, since no film is decoded here.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avplayerlayer
open class AVPlayerLayer: CALayer {
    /// What plays.
    open var player: AVPlayer?
    /// How the film fills the layer.
    ///
    /// - Note: Without effect: no film is seen.
    open var videoGravity = AVLayerVideoGravity.resizeAspect

    /// Shows nothing yet.
    public override init() {
        super.init()
        setNeedsDisplay()
    }

    /// Shows what a player plays.
    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    /// Shows nothing yet; an archive is not read.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setNeedsDisplay()
    }

    /// Whether there is a picture: never.
    open var isReadyForDisplay: Bool { false }
    /// Where the film is in the layer: the whole of it.
    open var videoRect: CGRect { bounds }

    /// Draws the rectangle and the triangle.
    open override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(gray: 0, alpha: 1))
        ctx.fill(bounds)
        let side = min(bounds.width, bounds.height) / 3
        let (x, y) = (bounds.width / 2 - side * 0.4, bounds.height / 2)
        ctx.setFillColor(CGColor(gray: 1, alpha: 0.8))
        ctx.move(to: CGPoint(x: x, y: y - side / 2))
        ctx.addLine(to: CGPoint(x: x + side * 0.9, y: y))
        ctx.addLine(to: CGPoint(x: x, y: y + side / 2))
        ctx.closePath()
        ctx.fillPath()
    }
}

/// How a film fills a layer.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avlayervideogravity
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As large as fits.
    public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
    /// As small as leaves nothing bare.
    public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Stretched.
    public static let resize = Self(rawValue: "AVLayerVideoGravityResize")
}
