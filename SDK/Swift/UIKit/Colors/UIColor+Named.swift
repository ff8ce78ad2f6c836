// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

extension UIColor {
    private static func fixed(_ rgb: UInt32) -> UIColor {
        UIColor(cgColor: color(rgb, alpha: 1))
    }

    private static func adaptive(
        _ light: UInt32,
        _ dark: UInt32,
        alpha: CGFloat = 1,
        darkAlpha: CGFloat? = nil
    ) -> UIColor {
        UIColor(provider: {
            $0.userInterfaceStyle == .dark
                ? color(dark, alpha: darkAlpha ?? alpha) : color(light, alpha: alpha)
        })
    }

    private static func color(_ rgb: UInt32, alpha: CGFloat) -> CGColor {
        CGColor(
            red: CGFloat(rgb >> 16 & 0xff) / 255,
            green: CGFloat(rgb >> 8 & 0xff) / 255,
            blue: CGFloat(rgb & 0xff) / 255,
            alpha: alpha
        )
    }

    /// Nothing.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// No light.
    public static let black = fixed(0x000000)
    /// All light.
    public static let white = fixed(0xffffff)
    /// A third of white.
    public static let darkGray = fixed(0x555555)
    /// The colour of text on a light ground.
    public static let darkText = fixed(0x000000)
    /// The colour of text on a dark ground: white, of which two fifths show through.
    public static let lightText = fixed(0xffffff).withAlphaComponent(0.6)
    /// Two thirds of white.
    public static let lightGray = fixed(0xaaaaaa)
    /// Half of white.
    public static let gray = fixed(0x808080)
    /// Red alone.
    public static let red = fixed(0xff0000)
    /// Green alone.
    public static let green = fixed(0x00ff00)
    /// Blue alone.
    public static let blue = fixed(0x0000ff)
    /// Green and blue.
    public static let cyan = fixed(0x00ffff)
    /// Red and green.
    public static let yellow = fixed(0xffff00)
    /// Red and blue.
    public static let magenta = fixed(0xff00ff)
    /// Red and half of green.
    public static let orange = fixed(0xff8000)
    /// Half of red and of blue.
    public static let purple = fixed(0x800080)
    /// Some red, less green, little blue.
    public static let brown = fixed(0x996633)
    /// The system's red.
    public static let systemRed = adaptive(0xff3b30, 0xff453a)
    /// The system's green.
    public static let systemGreen = adaptive(0x34c759, 0x30d158)
    /// The system's blue.
    public static let systemBlue = adaptive(0x007aff, 0x0a84ff)
    /// The system's orange.
    public static let systemOrange = adaptive(0xff9500, 0xff9f0a)
    /// The system's yellow.
    public static let systemYellow = adaptive(0xffcc00, 0xffd60a)
    /// The system's pink.
    public static let systemPink = adaptive(0xff2d55, 0xff375f)
    /// The system's purple.
    public static let systemPurple = adaptive(0xaf52de, 0xbf5af2)
    /// The system's teal.
    public static let systemTeal = adaptive(0x30b0c7, 0x40c8e0)
    /// The system's indigo.
    public static let systemIndigo = adaptive(0x5856d6, 0x5e5ce6)
    /// The system's brown.
    public static let systemBrown = adaptive(0xa2845e, 0xac8e68)
    /// The system's mint.
    public static let systemMint = adaptive(0x00c7be, 0x63e6e2)
    /// The system's cyan.
    public static let systemCyan = adaptive(0x32ade6, 0x64d2ff)
    /// The system's grey.
    public static let systemGray = adaptive(0x8e8e93, 0x8e8e93)
    /// The system's second grey.
    public static let systemGray2 = adaptive(0xaeaeb2, 0x636366)
    /// The system's third grey.
    public static let systemGray3 = adaptive(0xc7c7cc, 0x48484a)
    /// The system's fourth grey.
    public static let systemGray4 = adaptive(0xd1d1d6, 0x3a3a3c)
    /// The system's fifth grey.
    public static let systemGray5 = adaptive(0xe5e5ea, 0x2c2c2e)
    /// The system's sixth grey.
    public static let systemGray6 = adaptive(0xf2f2f7, 0x1c1c1e)
    /// The colour of text.
    public static let label = adaptive(0x000000, 0xffffff)
    /// The colour of less important text.
    public static let secondaryLabel = adaptive(0x3c3c43, 0xebebf5, alpha: 0.6)
    /// The colour of unimportant text.
    public static let tertiaryLabel = adaptive(0x3c3c43, 0xebebf5, alpha: 0.3)
    /// The colour of text that hardly matters.
    public static let quaternaryLabel = adaptive(0x3c3c43, 0xebebf5, alpha: 0.18, darkAlpha: 0.16)
    /// The colour of links.
    public static let link = adaptive(0x007aff, 0x0984ff)
    /// The colour of placeholders.
    public static let placeholderText = adaptive(0x3c3c43, 0xebebf5, alpha: 0.3)
    /// The colour of thin lines.
    public static let separator = adaptive(0x3c3c43, 0x545458, alpha: 0.29, darkAlpha: 0.6)
    /// The background.
    public static let systemBackground = adaptive(0xffffff, 0x000000)
    /// The background of what lies on the background.
    public static let secondarySystemBackground = adaptive(0xf2f2f7, 0x1c1c1e)
    /// The background of what lies on that.
    public static let tertiarySystemBackground = adaptive(0xffffff, 0x2c2c2e)
    /// What fills thin shapes.
    public static let systemFill = adaptive(0x787880, 0x787880, alpha: 0.2, darkAlpha: 0.36)
    /// What fills shapes of a middle size.
    public static let secondarySystemFill = adaptive(
        0x787880,
        0x787880,
        alpha: 0.16,
        darkAlpha: 0.32
    )
    /// What fills large shapes.
    public static let tertiarySystemFill = adaptive(
        0x767680,
        0x767680,
        alpha: 0.12,
        darkAlpha: 0.24
    )
    /// What fills large areas.
    public static let quaternarySystemFill = adaptive(
        0x747480,
        0x767680,
        alpha: 0.08,
        darkAlpha: 0.18
    )
    /// The colour of thin lines that nothing shows through.
    public static let opaqueSeparator = adaptive(0xc6c6c8, 0x38383a)
    /// The background of groups.
    public static let systemGroupedBackground = adaptive(0xf2f2f7, 0x000000)
    /// The background of a group.
    public static let secondarySystemGroupedBackground = adaptive(0xffffff, 0x1c1c1e)
    /// The background of what lies in a group.
    public static let tertiarySystemGroupedBackground = adaptive(0xf2f2f7, 0x2c2c2e)
    /// The colour that stands for the app, which is the system's blue.
    public static let tintColor = systemBlue
}
