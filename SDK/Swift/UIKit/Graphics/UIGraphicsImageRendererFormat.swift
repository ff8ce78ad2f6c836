// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a renderer may know of how its images are shown.
open class UIGraphicsRendererFormat: NSObject {
    /// What is drawn into; set by the renderer.
    public internal(set) var bounds = CGRect.zero
}

/// How a renderer makes its images.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// Which colours there are.
    ///
    /// - Note: Without effect: all are of standard range.
    public enum Range: Int, Sendable {
        /// Not said.
        case unspecified = -1
        /// As the screen's.
        case automatic = 0
        /// More than sRGB.
        case extended = 1
        /// Those of sRGB.
        case standard = 2
    }

    /// Pixels for each point; the screen's unless set.
    open var scale: CGFloat = UIScreen.main.scale
    /// Whether the images have no alpha.
    open var opaque = false
    /// Which colours there are.
    ///
    /// - Note: Without effect: all are of standard range.
    open var preferredRange = Range.standard

    /// Creates the screen's format.
    public override init() {}

    convenience init(scale: CGFloat, opaque: Bool) {
        self.init()
        self.scale = scale
        self.opaque = opaque
    }

    /// Returns the screen's format.
    open class func `default`() -> Self { preferred() }

    /// Returns the screen's format.
    open class func preferred() -> Self {
        unsafe unsafeDowncast(UIGraphicsImageRendererFormat(), to: Self.self)
    }
}
