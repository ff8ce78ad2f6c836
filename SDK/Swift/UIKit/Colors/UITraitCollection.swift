// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Whether a screen is light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Light.
    case light = 1
    /// Dark.
    case dark = 2
}

/// What is known of a screen.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// Whether it is light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// Pixels for each point.
    public let displayScale: CGFloat

    /// Creates what is known of a light or a dark screen.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
        displayScale = UIScreen.main.scale
        super.init()
    }

    static let light = UITraitCollection(userInterfaceStyle: .light)
    static let dark = UITraitCollection(userInterfaceStyle: .dark)

    /// What is known of the screen: that it is light.
    open class var current: UITraitCollection { light }
}
