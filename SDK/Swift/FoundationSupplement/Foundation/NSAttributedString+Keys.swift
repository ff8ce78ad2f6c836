// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

// Names that attributed texts are made with; nothing here draws them.
extension NSAttributedString.Key {
    /// The font.
    public static let font = Self("NSFont")
    /// How paragraphs are set.
    public static let paragraphStyle = Self("NSParagraphStyle")
    /// The colour of the text.
    public static let foregroundColor = Self("NSColor")
    /// The colour behind the text.
    public static let backgroundColor = Self("NSBackgroundColor")
    /// Whether letters join.
    public static let ligature = Self("NSLigature")
    /// The distance between letters.
    public static let kern = Self("NSKern")
    /// How it is struck through.
    public static let strikethroughStyle = Self("NSStrikethrough")
    /// The colour of what strikes it through.
    public static let strikethroughColor = Self("NSStrikethroughColor")
    /// How it is underlined.
    public static let underlineStyle = Self("NSUnderline")
    /// The colour of the underline.
    public static let underlineColor = Self("NSUnderlineColor")
    /// The colour of the outline.
    public static let strokeColor = Self("NSStrokeColor")
    /// The width of the outline.
    public static let strokeWidth = Self("NSStrokeWidth")
    /// The shadow.
    public static let shadow = Self("NSShadow")
    /// What is in the text instead of a letter.
    public static let attachment = Self("NSAttachment")
    /// Where it leads.
    public static let link = Self("NSLink")
    /// How far it stands above the line.
    public static let baselineOffset = Self("NSBaselineOffset")
}
