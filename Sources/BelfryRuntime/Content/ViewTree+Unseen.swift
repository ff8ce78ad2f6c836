// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

extension ViewTree {
    /// The texts that are set in views and that nobody can see, a sentence each, in drawing order.
    ///
    /// A view is named here when it has a text and no area, or lies outside the notification or
    /// outside a view that clips it. A view that its author hides, makes transparent, turns or scrolls
    /// is left out: there the author decides what is seen.
    package var unseenTexts: [String] {
        guard let root = nodes[Self.root] else { return [] }
        var sentences: [String] = []
        let card = Area(width: root.frame.width, height: root.frame.height)
        for child in root.children { note(child, at: (0, 0), within: card, &sentences) }
        return sentences
    }

    /// Looks at a view and those in it.
    ///
    /// - Parameters:
    ///   - number: The view's.
    ///   - origin: Where its parent is in the notification.
    ///   - window: What of the notification can be seen there.
    ///   - sentences: Where it is told.
    private func note(
        _ number: UInt32,
        at origin: (x: Double, y: Double),
        within window: Area,
        _ sentences: inout [String]
    ) {
        guard let node = nodes[number], node.isDrawnAsPlaced else { return }
        let area = Area(
            x: origin.x + node.frame.x,
            y: origin.y + node.frame.y,
            width: node.frame.width,
            height: node.frame.height
        )
        if let text = node.texts[.text], !text.isEmpty {
            if area.isEmpty {
                sentences.append("\(node.name(text)) has no area: \(area)")
            } else if area.intersection(window).isEmpty {
                sentences.append("\(node.name(text)) lies outside of what is shown: \(area)")
            }
        }
        guard node.kind != .scroll, node.kind != .textView else { return }
        let inner = node.integers[.clips] == 1 ? area.intersection(window) : window
        for child in node.children { note(child, at: (area.x, area.y), within: inner, &sentences) }
    }
}

extension ViewTree.Node {
    /// Whether it is drawn, and where its frame says.
    fileprivate var isDrawnAsPlaced: Bool {
        integers[.isHidden] != 1 && (reals[.alpha] ?? 1) >= 0.01 && transform == ViewTransform()
    }

    fileprivate func name(_ text: String) -> String {
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        return "the \(kind) view with the text \(String(shown).quoted)"
    }
}

/// A part of the notification, in points.
private struct Area: CustomStringConvertible {
    var x = 0.0
    var y = 0.0
    var width: Double
    var height: Double

    var isEmpty: Bool { !(width > 0 && height > 0) }

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
