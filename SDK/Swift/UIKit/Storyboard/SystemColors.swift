// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The system's colours by the names that storyboards have for them.
enum SystemColors {
    /// A colour by a name such as `labelColor`; nil for one that is not known.
    static func named(_ name: String) -> UIColor? { colors[name] ?? oldColors[name] }

    private static let colors: [String: UIColor] = [
        "blackColor": .black, "blueColor": .blue, "brownColor": .brown, "clearColor": .clear,
        "cyanColor": .cyan, "darkGrayColor": .darkGray, "grayColor": .gray, "greenColor": .green,
        "labelColor": .label, "lightGrayColor": .lightGray, "linkColor": .link,
        "magentaColor": .magenta, "orangeColor": .orange,
        "placeholderTextColor": .placeholderText, "purpleColor": .purple,
        "opaqueSeparatorColor": .opaqueSeparator,
        "quaternarySystemFillColor": .quaternarySystemFill,
        "secondarySystemFillColor": .secondarySystemFill,
        "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
        "systemGroupedBackgroundColor": .systemGroupedBackground,
        "tertiarySystemFillColor": .tertiarySystemFill,
        "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
        "quaternaryLabelColor": .quaternaryLabel, "redColor": .red,
        "secondaryLabelColor": .secondaryLabel,
        "secondarySystemBackgroundColor": .secondarySystemBackground, "separatorColor": .separator,
        "systemBackgroundColor": .systemBackground, "systemBlueColor": .systemBlue,
        "systemBrownColor": .systemBrown, "systemCyanColor": .systemCyan,
        "systemFillColor": .systemFill, "systemGray2Color": .systemGray2,
        "systemGray3Color": .systemGray3, "systemGray4Color": .systemGray4,
        "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
        "systemGrayColor": .systemGray, "systemGreenColor": .systemGreen,
        "systemIndigoColor": .systemIndigo, "systemMintColor": .systemMint,
        "systemOrangeColor": .systemOrange, "systemPinkColor": .systemPink,
        "systemPurpleColor": .systemPurple, "systemRedColor": .systemRed,
        "systemTealColor": .systemTeal, "systemYellowColor": .systemYellow,
        "tertiaryLabelColor": .tertiaryLabel,
        "tertiarySystemBackgroundColor": .tertiarySystemBackground, "tintColor": .tintColor,
        "whiteColor": .white, "yellowColor": .yellow,
    ]

    /// Names of before there was a dark appearance.
    private static let oldColors: [String: UIColor] = [
        "darkTextColor": .black, "groupTableViewBackgroundColor": .systemGroupedBackground,
        "lightTextColor": UIColor(white: 1, alpha: 0.6), "scrollViewTexturedBackgroundColor": .gray,
        "tableCellGroupedBackgroundColor": .secondarySystemGroupedBackground,
        "viewFlipsideBackgroundColor": .darkGray,
    ]
}
