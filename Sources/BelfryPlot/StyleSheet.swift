// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// CSS that is written in a file of the sources, and not made of anything that was measured.
package struct StyleSheet: Sendable {
    package let text: String

    private init(_ text: String) {
        self.text = text
    }

    /// Takes a file that is compiled in.
    package init(_ bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// What plots look like: their colors, lines and texts.
    package static let plots = StyleSheet(PackageResources.plot_css)

    /// What is different for a plot that is a picture of its own.
    static let pictures = StyleSheet(PackageResources.picture_css)

    /// One after the other.
    package static func + (first: StyleSheet, second: StyleSheet) -> StyleSheet {
        StyleSheet(first.text + second.text)
    }
}
