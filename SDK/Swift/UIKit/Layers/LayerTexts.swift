// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CoreGraphics
internal import Foundation

extension CALayer {
    /// Has the host show the texts that were drawn, over the picture of what else was.
    final func display(_ texts: [DrawnText], over node: ViewNode, from origin: CGPoint) {
        for extra in content.texts.dropFirst(texts.count) { extra.remove() }
        content.texts = Array(content.texts.prefix(texts.count))
        for (index, text) in texts.enumerated() {
            if index == content.texts.count {
                let label = ViewNode(BF_VIEW_LABEL)
                label.set(.isInteractive, false)
                node.insert(label, at: index)
                content.texts.append(label)
            }
            content.texts[index].show(text, from: origin)
        }
    }
}

extension ViewNode {
    /// Sets a label as a text was drawn; `origin` is the place of its superview in the layer.
    fileprivate func show(_ drawn: DrawnText, from origin: CGPoint) {
        set(drawn: drawn.text, isOneLine: drawn.rectangle.width <= 0)
        let limit = CGSize(width: max(drawn.rectangle.width, 0), height: 0)
        var size = measure(within: limit) ?? drawn.rectangle.size
        if drawn.rectangle.width > 0 {
            size.width = drawn.rectangle.width
            // A label of the host's has its text in the middle of its height.
            if drawn.rectangle.height > 0 { size.height = min(size.height, drawn.rectangle.height) }
        }
        var corner = drawn.rectangle.origin
        if drawn.isOnBaseline { corner.y -= drawn.text.drawingFont.ascender }
        let middle = CGPoint(x: corner.x + size.width / 2, y: corner.y + size.height / 2)
            .applying(drawn.map)
        let x = middle.x - size.width / 2 - origin.x
        let y = middle.y - size.height / 2 - origin.y
        setFrame(CGRect(origin: CGPoint(x: x, y: y), size: size))
        let map = drawn.map
        setTransform(CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0))
    }

    /// Sets a label's text and looks, as text is drawn without a view: black, 12 points.
    func set(drawn text: NSAttributedString, isOneLine: Bool) {
        let style = text.firstAttribute(.paragraphStyle) as? NSParagraphStyle
        let color = text.firstAttribute(.foregroundColor) as? UIColor
        set(font: text.drawingFont)
        set(.textColor, color ?? .black)
        set(.textAlignment, Int64((style?.alignment ?? .natural).rawValue))
        set(.lineBreak, Int64((style?.lineBreakMode ?? .byWordWrapping).rawValue))
        let ownLines = text.string.split(separator: "\n", omittingEmptySubsequences: false).count
        set(.lineCount, isOneLine ? Int64(min(ownLines, 10_000)) : 0)
        set(attributedText: text)
    }
}

extension NSAttributedString {
    /// The font of its beginning, else the one that text is drawn in.
    var drawingFont: UIFont { firstAttribute(.font) as? UIFont ?? .systemFont(ofSize: 12) }

    func firstAttribute(_ key: NSAttributedString.Key) -> Any? {
        guard length > 0 else { return nil }
        return unsafe attribute(key, at: 0, effectiveRange: nil)
    }
}
