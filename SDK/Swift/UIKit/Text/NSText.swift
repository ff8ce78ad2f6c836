// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

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

/// How a paragraph is set, of which the host draws the alignment and what becomes of long lines.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class NSParagraphStyle: NSObject, @unchecked Sendable {
    private struct Values {
        var alignment = NSTextAlignment.natural
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var lineSpacing: CGFloat = 0
        var paragraphSpacing: CGFloat = 0
    }

    private let values = Mutex(Values())

    /// Where its lines stand.
    open fileprivate(set) var alignment: NSTextAlignment {
        get { values.withLock { $0.alignment } }
        set { values.withLock { $0.alignment = newValue } }
    }

    /// What becomes of lines that are too long.
    open fileprivate(set) var lineBreakMode: NSLineBreakMode {
        get { values.withLock { $0.lineBreakMode } }
        set { values.withLock { $0.lineBreakMode = newValue } }
    }

    /// The distance between lines.
    open fileprivate(set) var lineSpacing: CGFloat {
        get { values.withLock { $0.lineSpacing } }
        set { values.withLock { $0.lineSpacing = newValue } }
    }

    /// The distance to the next paragraph.
    open fileprivate(set) var paragraphSpacing: CGFloat {
        get { values.withLock { $0.paragraphSpacing } }
        set { values.withLock { $0.paragraphSpacing = newValue } }
    }

    /// How a paragraph is set where nothing is said.
    open class var `default`: NSParagraphStyle { NSParagraphStyle() }
}

/// How a paragraph is to be set.
// Unchecked only because its superclass is; it stores nothing.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    /// Where its lines stand.
    open override var alignment: NSTextAlignment {
        get { super.alignment }
        set { super.alignment = newValue }
    }

    /// What becomes of lines that are too long.
    open override var lineBreakMode: NSLineBreakMode {
        get { super.lineBreakMode }
        set { super.lineBreakMode = newValue }
    }

    /// The distance between lines.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var lineSpacing: CGFloat {
        get { super.lineSpacing }
        set { super.lineSpacing = newValue }
    }

    /// The distance to the next paragraph.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var paragraphSpacing: CGFloat {
        get { super.paragraphSpacing }
        set { super.paragraphSpacing = newValue }
    }
}
