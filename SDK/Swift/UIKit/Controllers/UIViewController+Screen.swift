// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Sides of a rectangle.
public struct UIRectEdge: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Takes the bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper one.
    public static let top = Self(rawValue: 1)
    /// The left one.
    public static let left = Self(rawValue: 2)
    /// The lower one.
    public static let bottom = Self(rawValue: 4)
    /// The right one.
    public static let right = Self(rawValue: 8)
    /// All of them.
    public static let all: Self = [.top, .left, .bottom, .right]
}

/// How a controller is shown over another.
public enum UIModalPresentationStyle: Int, Sendable {
    /// As it suits.
    case automatic = -2
    /// Not at all.
    case none = -1
    /// Over the whole screen.
    case fullScreen = 0
    /// Over a page.
    case pageSheet = 1
    /// In the middle.
    case formSheet = 2
    /// Over what is there.
    case currentContext = 3
    /// As it says itself.
    case custom = 4
    /// Over the whole screen, which is seen through it.
    case overFullScreen = 5
    /// Over what is there, which is seen through it.
    case overCurrentContext = 6
    /// In a bubble.
    case popover = 7
}

// What a notification has none of: bars, and controllers over it.
extension UIViewController {
    /// Which bars the view reaches under.
    ///
    /// - Note: Without effect: a notification has no bars.
    public var edgesForExtendedLayout: UIRectEdge {
        get { .all }
        set {}
    }

    /// Whether the view reaches under opaque bars.
    ///
    /// - Note: Without effect: a notification has no bars.
    public var extendedLayoutIncludesOpaqueBars: Bool {
        get { false }
        set {}
    }

    /// Whether what scrolls leaves room for bars.
    ///
    /// - Note: Without effect: a notification has no bars.
    public var automaticallyAdjustsScrollViewInsets: Bool {
        get { true }
        set {}
    }

    /// How the controller is shown over another.
    ///
    /// - Note: Without effect: a notification has one controller.
    public var modalPresentationStyle: UIModalPresentationStyle {
        get { .automatic }
        set {}
    }

    /// Which screen the view is made for: the view's own ``UIView/overrideUserInterfaceStyle``.
    public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { view.overrideUserInterfaceStyle }
        set { view.overrideUserInterfaceStyle = newValue }
    }

    /// Asks for the status bar anew.
    ///
    /// - Note: Without effect: a notification has none.
    public func setNeedsStatusBarAppearanceUpdate() {}
}
