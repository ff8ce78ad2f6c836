// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Whether there is much room in a direction.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// There is little.
    case compact = 1
    /// There is much.
    case regular = 2
}

// What a phone that is held upright has.
extension UITraitCollection {
    /// The room from side to side: a phone's.
    public var horizontalSizeClass: UIUserInterfaceSizeClass { .compact }
    /// The room from top to bottom: a phone's.
    public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
    /// What kind of device it is: a phone.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// How large the user wants texts: as usual.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// Where lines begin: at the left.
    public var layoutDirection: UITraitEnvironmentLayoutDirection { .leftToRight }

    /// Whether colours may look different from how they did on a screen.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool
    {
        traitCollection?.userInterfaceStyle != userInterfaceStyle
    }

    /// Does something that asks for the current screen.
    ///
    /// - Note: Without effect on colours: what is drawn with `cgColor` is as on a light screen, and what
    ///   layers show of it as it is on the screen.
    public func performAsCurrent(_ actions: () -> Void) { actions() }
}

/// Where lines begin.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    /// Not said.
    case unspecified = -1
    /// At the left.
    case leftToRight = 0
    /// At the right.
    case rightToLeft = 1
}

/// How large the user wants texts.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not said.
    public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest.
    public static let extraSmall = Self(rawValue: "UICTContentSizeCategoryXS")
    /// Small.
    public static let small = Self(rawValue: "UICTContentSizeCategoryS")
    /// A little small.
    public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
    /// As usual.
    public static let large = Self(rawValue: "UICTContentSizeCategoryL")
    /// A little large.
    public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
    /// Large.
    public static let extraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXL")
    /// Very large.
    public static let extraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXXL")
    /// For those who see badly.
    public static let accessibilityMedium = Self(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// For those who see badly, large.
    public static let accessibilityLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityL")

    /// Whether it is for those who see badly.
    public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }
}
