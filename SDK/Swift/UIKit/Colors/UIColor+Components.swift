// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
public import Foundation

extension UIColor {
    /// Writes the sRGB components where there is a place for them.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?,
        green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let shade = cgColor.shade
        unsafe red?.pointee = shade.red
        unsafe green?.pointee = shade.green
        unsafe blue?.pointee = shade.blue
        unsafe alpha?.pointee = shade.alpha
        return true
    }

    /// Writes how light a grey is; false for a colour that is none.
    @discardableResult
    public func getWhite(
        _ white: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let shade = cgColor.shade
        guard shade.red == shade.green, shade.green == shade.blue else { return false }
        unsafe white?.pointee = shade.red
        unsafe alpha?.pointee = shade.alpha
        return true
    }

    /// Writes the hue, how strong and how light the colour is.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?,
        saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let shade = cgColor.shade
        let high = max(shade.red, shade.green, shade.blue)
        let range = high - min(shade.red, shade.green, shade.blue)
        unsafe hue?.pointee = range == 0 ? 0 : Self.hue(shade, high, range)
        unsafe saturation?.pointee = high == 0 ? 0 : range / high
        unsafe brightness?.pointee = high
        unsafe alpha?.pointee = shade.alpha
        return true
    }

    private static func hue(_ shade: Shade, _ high: CGFloat, _ range: CGFloat) -> CGFloat {
        let sixths =
            switch high {
            case shade.red: (shade.green - shade.blue) / range
            case shade.green: 2 + (shade.blue - shade.red) / range
            default: 4 + (shade.red - shade.green) / range
            }
        return (sixths < 0 ? sixths + 6 : sixths) / 6
    }
}
