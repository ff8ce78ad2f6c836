// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The screen that a notification would be shown on: that of a phone of 2023.
// Unchecked only because the class is open, as Apple's is: it stores nothing.
open class UIScreen: NSObject, @unchecked Sendable {
    /// The one there is.
    public static let main = UIScreen()

    /// Pixels for each point.
    open var scale: CGFloat { 3 }
    /// Pixels for each point, as they are made.
    open var nativeScale: CGFloat { 3 }
    /// The size in points.
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 393, height: 852) }
    /// The size in pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 1179, height: 2556) }
    /// What is known of it.
    open var traitCollection: UITraitCollection { .current }
}
