// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement

/// The parts of an attributed text that look different, as the host has them.
struct AttributedRuns {
    private(set) var runs: [bf_text_run] = []

    /// Reads the attributes that the host can draw.
    init(_ text: NSAttributedString, on screen: UIUserInterfaceStyle) {
        let whole = text.string as NSString
        var byte = 0
        unsafe text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) {
            found,
            range,
            _ in
            let count = whole.substring(with: range).utf8.count
            let run = Self.run(found, start: byte, count: count, on: screen)
            byte += count
            if let run, count > 0 { runs.append(run) }
        }
        if runs.count > 256 { runs.removeLast(runs.count - 256) }
    }

    private static func run(
        _ attributes: [NSAttributedString.Key: Any],
        start: Int,
        count: Int,
        on screen: UIUserInterfaceStyle
    ) -> bf_text_run? {
        guard !attributes.isEmpty else { return nil }
        var run = bf_text_run()
        run.start = UInt64(start)
        run.count = UInt64(count)
        let color = attributes[.foregroundColor] as? UIColor
        let isLink = attributes[.link] != nil
        run.color = (color ?? (isLink ? UIColor.link : nil))?.bits(on: screen) ?? 0
        run.background_color = (attributes[.backgroundColor] as? UIColor)?.bits(on: screen) ?? 0
        if let font = attributes[.font] as? UIFont {
            run.font_size = Double(font.pointSize)
            run.font_weight = UInt32(font.hostWeight)
            if font.isItalic { run.flags |= BF_RUN_ITALIC }
            if font.isFixedWidth { run.flags |= BF_RUN_FIXED_WIDTH }
        }
        if isDrawn(attributes[.underlineStyle]) { run.flags |= BF_RUN_UNDERLINE }
        if isDrawn(attributes[.strikethroughStyle]) { run.flags |= BF_RUN_STRIKETHROUGH }
        return run
    }

    private static func isDrawn(_ style: Any?) -> Bool {
        let bits = (style as? Int) ?? (style as? NSNumber)?.intValue
        return (bits ?? (style as? NSUnderlineStyle)?.rawValue ?? 0) != 0
    }
}

extension ViewNode {
    /// Sets a view's text with the parts of it that look different.
    func set(attributedText: NSAttributedString?) {
        // A picture in a text has one character, which is not to be seen.
        set(.text, attributedText?.string.replacingOccurrences(of: "\u{FFFC}", with: "\u{200B}"))
        guard let attributedText else { return }
        let runs = AttributedRuns(attributedText, on: style).runs
        unsafe runs.withUnsafeBufferPointer { runs in
            _ = unsafe call("set a text's looks") {
                unsafe $0.pointee.set_runs($1, handle, runs.baseAddress, UInt64(runs.count))
            }
        }
    }
}
