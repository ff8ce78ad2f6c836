// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

extension ViewTree {
    /// The texts that are set in views and that nobody can see, in drawing order.
    ///
    /// A view is named here when it has a text and no area, or lies outside the notification, outside a
    /// view that clips it, or outside the view that it is in: that one is too small or was never given a
    /// size, and no touch reaches what lies outside it. A view that its author hides, makes transparent,
    /// turns or scrolls is left out: there the author decides what is seen.
    package var unseenTexts: [UnseenText] {
        guard let root = nodes[Self.root] else { return [] }
        var texts: [UnseenText] = []
        let card = Area(width: root.frame.width, height: root.frame.height)
        for child in root.children { note(child, in: card, within: card, &texts) }
        return texts
    }

    /// A text that is set in a view and that nobody can see.
    package struct UnseenText: Sendable, Equatable {
        /// The view's number.
        package let view: UInt32

        /// Which text it is, and why it cannot be seen.
        package let sentence: String
    }

    /// Looks at a view and those in it.
    ///
    /// - Parameters:
    ///   - number: The view's.
    ///   - parent: Where the view that it is in lies in the notification.
    ///   - window: What of the notification can be seen there.
    ///   - texts: Where it is told.
    private func note(
        _ number: UInt32,
        in parent: Area,
        within window: Area,
        _ texts: inout [UnseenText]
    ) {
        guard let node = nodes[number], node.isDrawnAsPlaced else { return }
        let area = Area(
            x: parent.x + node.frame.x,
            y: parent.y + node.frame.y,
            width: node.frame.width,
            height: node.frame.height
        )
        if let text = node.texts[.text], !text.isEmpty,
            let reason = area.reasonUnseen(in: parent, within: window)
        {
            texts.append(UnseenText(view: number, sentence: "\(node.name) \(reason)"))
        }
        guard node.kind != .scroll, node.kind != .textView else { return }
        let inner = node.integers[.clips] == 1 ? area.intersection(window) : window
        for child in node.children { note(child, in: area, within: inner, &texts) }
    }
}

extension ViewTree.Node {
    /// Whether it is drawn, and where its frame says.
    fileprivate var isDrawnAsPlaced: Bool {
        integers[.isHidden] != 1 && (reals[.alpha] ?? 1) >= 0.01 && transform == ViewTransform()
    }

    /// What it is in a sentence: its kind, and its text, or without one its number.
    package var name: String {
        let view = kind == .plain ? "the view" : "the \(kind) view"
        guard let text = texts[.text], !text.isEmpty else { return "\(view) \(number)" }
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        return "\(view) with the text \(String(shown).quoted)"
    }
}

/// A part of the notification, in points.
private struct Area: CustomStringConvertible {
    var x = 0.0
    var y = 0.0
    var width: Double
    var height: Double

    var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Why nobody sees a view that is there; nil where somebody does.
    ///
    /// - Parameters:
    ///   - parent: Where the view that it is in lies.
    ///   - window: What can be seen there.
    /// - Returns: The reason, after the view's name in a sentence.
    func reasonUnseen(in parent: Area, within window: Area) -> String? {
        if isEmpty { return "has no area: \(self)" }
        if intersection(window).isEmpty { return "lies outside of what is shown: \(self)" }
        guard intersection(parent).isEmpty else { return nil }
        return "lies outside of the view that it is in: \(self), in \(parent)"
    }

    /// Where two overlap; empty where they do not.
    func intersection(_ other: Area) -> Area {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Area(
            x: left,
            y: top,
            width: min(x + width, other.x + other.width) - left,
            height: min(y + height, other.y + other.height) - top
        )
    }

    var description: String {
        let numbers = [width, height, x, y].map { Int($0.rounded()) }
        return "\(numbers[0]) × \(numbers[1]) points at \(numbers[2]), \(numbers[3])"
    }
}
