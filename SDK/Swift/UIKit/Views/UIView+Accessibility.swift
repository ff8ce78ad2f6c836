// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What a view is for those who do not see it.
public struct UIAccessibilityTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64
    /// Takes the bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nothing special.
    public static let none: Self = []
    /// It is pressed.
    public static let button = Self(rawValue: 1)
    /// It leads elsewhere.
    public static let link = Self(rawValue: 2)
    /// It is a picture.
    public static let image = Self(rawValue: 4)
    /// It is chosen.
    public static let selected = Self(rawValue: 8)
    /// It makes sound itself.
    public static let playsSound = Self(rawValue: 16)
    /// It is a key.
    public static let keyboardKey = Self(rawValue: 32)
    /// It is a text that does not change.
    public static let staticText = Self(rawValue: 64)
    /// It sums up what there is.
    public static let summaryElement = Self(rawValue: 128)
    /// It cannot be used.
    public static let notEnabled = Self(rawValue: 256)
    /// It changes often.
    public static let updatesFrequently = Self(rawValue: 512)
    /// It is searched in.
    public static let searchField = Self(rawValue: 1024)
    /// It begins a medium.
    public static let startsMediaSession = Self(rawValue: 2048)
    /// Its value is moved up and down.
    public static let adjustable = Self(rawValue: 4096)
    /// It takes touches itself.
    public static let allowsDirectInteraction = Self(rawValue: 8192)
    /// It turns a page.
    public static let causesPageTurn = Self(rawValue: 16_384)
    /// It heads what follows.
    public static let header = Self(rawValue: 65_536)
}

extension UIView {
    /// Tells the host the label of a class that has a label of its own.
    func tellOwnLabel() {
        let label = accessibilityLabel
        guard label != look.accessibilityLabel else { return }
        look.accessibilityLabel = label
        node.set(.accessibilityLabel, label)
    }
}
