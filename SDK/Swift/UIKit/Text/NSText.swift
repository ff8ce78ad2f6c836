// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where lines of text stand.
public enum NSTextAlignment: Int, Sendable {
    /// At the left.
    case left = 0
    /// In the middle.
    case center = 1
    /// At the right.
    case right = 2
    /// At both sides.
    case justified = 3
    /// Where the language has it.
    case natural = 4
}

/// What becomes of text that is too long.
public enum NSLineBreakMode: Int, Sendable {
    /// A new line after a word.
    case byWordWrapping = 0
    /// A new line after any letter.
    case byCharWrapping = 1
    /// It is cut.
    case byClipping = 2
    /// Its beginning is left out.
    case byTruncatingHead = 3
    /// Its end is left out.
    case byTruncatingTail = 4
    /// Its middle is left out.
    case byTruncatingMiddle = 5
}

/// How text is underlined or struck through.
public struct NSUnderlineStyle: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// By one line.
    public static let single = NSUnderlineStyle(rawValue: 1)
    /// By a thick line, which is drawn as one line.
    public static let thick = NSUnderlineStyle(rawValue: 2)
    /// By two lines, which are drawn as one.
    public static let double = NSUnderlineStyle(rawValue: 9)
}
