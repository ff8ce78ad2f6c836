// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// How a paragraph is set, of which the host draws the alignment and what becomes of long lines.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate struct Values {
        var alignment = NSTextAlignment.natural
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var hyphenationFactor: Float = 0
        var lineSpacing: CGFloat = 0
        var paragraphSpacing: CGFloat = 0
        var paragraphSpacingBefore: CGFloat = 0
        var lineHeightMultiple: CGFloat = 0
        var minimumLineHeight: CGFloat = 0
        var maximumLineHeight: CGFloat = 0
        var firstLineHeadIndent: CGFloat = 0
        var headIndent: CGFloat = 0
        var tailIndent: CGFloat = 0
        var tabStops: [NSTextTab] = []
        var defaultTabInterval: CGFloat = 0
    }

    private let values = Mutex(Values())

    fileprivate func read<Value: Sendable>(_ part: KeyPath<Values, Value>) -> Value {
        values.withLock { $0[keyPath: part] }
    }

    fileprivate func write<Value: Sendable>(
        _ part: WritableKeyPath<Values, Value>,
        _ value: Value
    ) {
        values.withLock { $0[keyPath: part] = value }
    }

    fileprivate func take(_ other: NSParagraphStyle) {
        let copied = other.values.withLock { $0 }
        values.withLock { $0 = copied }
    }

    /// Where its lines stand.
    open fileprivate(set) var alignment: NSTextAlignment {
        get { read(\.alignment) }
        set { write(\.alignment, newValue) }
    }

    /// What becomes of lines that are too long.
    open fileprivate(set) var lineBreakMode: NSLineBreakMode {
        get { read(\.lineBreakMode) }
        set { write(\.lineBreakMode, newValue) }
    }

    /// How willingly words are broken.
    open fileprivate(set) var hyphenationFactor: Float {
        get { read(\.hyphenationFactor) }
        set { write(\.hyphenationFactor, newValue) }
    }

    /// The distance between lines.
    open fileprivate(set) var lineSpacing: CGFloat {
        get { read(\.lineSpacing) }
        set { write(\.lineSpacing, newValue) }
    }

    /// The distance to the next paragraph.
    open fileprivate(set) var paragraphSpacing: CGFloat {
        get { read(\.paragraphSpacing) }
        set { write(\.paragraphSpacing, newValue) }
    }

    /// The distance to the paragraph before.
    open fileprivate(set) var paragraphSpacingBefore: CGFloat {
        get { read(\.paragraphSpacingBefore) }
        set { write(\.paragraphSpacingBefore, newValue) }
    }

    /// How much higher lines are than the font says; 0 for as high.
    open fileprivate(set) var lineHeightMultiple: CGFloat {
        get { read(\.lineHeightMultiple) }
        set { write(\.lineHeightMultiple, newValue) }
    }

    /// How high lines are at least.
    open fileprivate(set) var minimumLineHeight: CGFloat {
        get { read(\.minimumLineHeight) }
        set { write(\.minimumLineHeight, newValue) }
    }

    /// How high lines are at most; 0 for any height.
    open fileprivate(set) var maximumLineHeight: CGFloat {
        get { read(\.maximumLineHeight) }
        set { write(\.maximumLineHeight, newValue) }
    }

    /// How far the first line is from the side.
    open fileprivate(set) var firstLineHeadIndent: CGFloat {
        get { read(\.firstLineHeadIndent) }
        set { write(\.firstLineHeadIndent, newValue) }
    }

    /// How far the other lines are from the side.
    open fileprivate(set) var headIndent: CGFloat {
        get { read(\.headIndent) }
        set { write(\.headIndent, newValue) }
    }

    /// Where lines end.
    open fileprivate(set) var tailIndent: CGFloat {
        get { read(\.tailIndent) }
        set { write(\.tailIndent, newValue) }
    }

    /// Where texts stand that tabulators separate.
    open fileprivate(set) var tabStops: [NSTextTab] {
        get { read(\.tabStops) }
        set { write(\.tabStops, newValue) }
    }

    /// How far the places behind the last of ``tabStops`` are from each other.
    open fileprivate(set) var defaultTabInterval: CGFloat {
        get { read(\.defaultTabInterval) }
        set { write(\.defaultTabInterval, newValue) }
    }

    /// How a paragraph is set where nothing is said.
    open class var `default`: NSParagraphStyle { NSParagraphStyle() }

    /// Returns the style.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.take(self)
        return copy
    }

    /// Returns a style that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.take(self)
        return copy
    }
}

/// How a paragraph is to be set.
// Unchecked only because its superclass is; it stores nothing.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    /// Takes over what another one says.
    open func setParagraphStyle(_ obj: NSParagraphStyle) { take(obj) }

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

    /// How willingly words are broken.
    ///
    /// - Note: Without effect: the host breaks no words.
    open override var hyphenationFactor: Float {
        get { super.hyphenationFactor }
        set { super.hyphenationFactor = newValue }
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

    /// The distance to the paragraph before.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var paragraphSpacingBefore: CGFloat {
        get { super.paragraphSpacingBefore }
        set { super.paragraphSpacingBefore = newValue }
    }

    /// How much higher lines are than the font says; 0 for as high.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var lineHeightMultiple: CGFloat {
        get { super.lineHeightMultiple }
        set { super.lineHeightMultiple = newValue }
    }

    /// How high lines are at least.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var minimumLineHeight: CGFloat {
        get { super.minimumLineHeight }
        set { super.minimumLineHeight = newValue }
    }

    /// How high lines are at most; 0 for any height.
    ///
    /// - Note: Without effect: the host sets lines as close as the font says.
    open override var maximumLineHeight: CGFloat {
        get { super.maximumLineHeight }
        set { super.maximumLineHeight = newValue }
    }

    /// How far the first line is from the side.
    ///
    /// - Note: Without effect: lines begin at the side.
    open override var firstLineHeadIndent: CGFloat {
        get { super.firstLineHeadIndent }
        set { super.firstLineHeadIndent = newValue }
    }

    /// How far the other lines are from the side.
    ///
    /// - Note: Without effect: lines begin at the side.
    open override var headIndent: CGFloat {
        get { super.headIndent }
        set { super.headIndent = newValue }
    }

    /// Where lines end.
    ///
    /// - Note: Without effect: lines end at the side.
    open override var tailIndent: CGFloat {
        get { super.tailIndent }
        set { super.tailIndent = newValue }
    }

    /// Where texts stand that tabulators separate.
    ///
    /// - Note: Without effect: the host shows a tabulator as it shows spaces.
    open override var tabStops: [NSTextTab] {
        get { super.tabStops }
        set { super.tabStops = newValue }
    }

    /// How far the places behind the last of ``tabStops`` are from each other.
    ///
    /// - Note: Without effect: the host shows a tabulator as it shows spaces.
    open override var defaultTabInterval: CGFloat {
        get { super.defaultTabInterval }
        set { super.defaultTabInterval = newValue }
    }

    /// Adds a place, in order.
    open func addTabStop(_ anObject: NSTextTab) {
        let index = tabStops.firstIndex { $0.location > anObject.location } ?? tabStops.count
        tabStops.insert(anObject, at: index)
    }

    /// Takes a place out.
    open func removeTabStop(_ anObject: NSTextTab) { tabStops.removeAll { $0 == anObject } }
}
