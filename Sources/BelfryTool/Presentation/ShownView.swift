// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
package import BelfryWire

/// A view that can be seen, with what it has from those that it is in.
package struct ShownView: Sendable, Equatable {
    package let node: ViewTree.Node
    /// Where it is in the root view, moved and scaled, not rotated.
    package let frame: ViewFrame
    /// The part of the root view that those around it let be seen.
    package let clip: ViewFrame
    /// How much is seen of it: its own alpha by those around it.
    package let alpha: Double
    /// Whether events get to it.
    package let isInteractive: Bool

    /// Whether the user can do something to it.
    package var takesInput: Bool {
        guard isInteractive, node.integers[.isEnabled] != 0 else { return false }
        switch node.kind {
        case .button, .slider, .switch, .textField: return true
        case .textView: return node.integers[.isEditable] != 0
        default: return node.events & ViewEvent.tap.bit != 0
        }
    }

    /// Whether those around it let any of it be seen.
    var isInClip: Bool {
        let seen = clip.intersection(frame)
        return seen.width > 0 && seen.height > 0
    }

    /// How far it can be scrolled; nothing for what is no scroll view.
    var scrollRange: (x: Double, y: Double) {
        guard isInteractive, node.kind == .scroll else { return (0, 0) }
        let width = (node.reals[.contentWidth] ?? 0) - node.frame.width
        let height = (node.reals[.contentHeight] ?? 0) - node.frame.height
        return (max(0, width), max(0, height))
    }

    /// Whether there is more in it than is seen.
    var canScroll: Bool { scrollRange.x > 0 || scrollRange.y > 0 }

    /// Whether text is written into it.
    package var isField: Bool { node.kind == .textField || node.kind == .textView }
}

extension [ShownView] {
    /// Those that can be gone to: what takes input, and scroll views in which nothing does, as else
    /// there would be no way to what they have below.
    var reachable: [ShownView] {
        let nodes = Dictionary(map { ($0.node.number, $0.node) }) { first, _ in first }
        var around: Set<UInt32> = []
        for view in self where view.takesInput && view.isInClip {
            var next = view.node.parent
            while let number = next, around.insert(number).inserted { next = nodes[number]?.parent }
        }
        return filter { view in
            let isOnly = view.canScroll && !around.contains(view.node.number)
            return view.isInClip && (view.takesInput || isOnly)
        }
    }
}

extension ContentSnapshot {
    /// What can be seen of the extension's own view, in the tree's order: those behind first.
    package var shownViews: [ShownView] {
        views(under: ViewTree.root, frame: ViewFrame(width: width, height: height))
    }

    /// What can be seen of the view that is shown with the keyboard.
    package var shownAccessory: [ShownView] {
        guard let accessory, let node = tree.nodes[accessory] else { return [] }
        let frame = node.frame
        let width = frame.width > 0 ? frame.width : width
        return views(under: accessory, frame: ViewFrame(width: width, height: frame.height))
    }

    private func views(under root: UInt32, frame: ViewFrame) -> [ShownView] {
        guard let node = tree.nodes[root] else { return [] }
        var shown: [ShownView] = []
        let place = Place(x: frame.x, y: frame.y, clip: frame, isInteractive: isInteractive)
        add(node, frame: frame, at: place, to: &shown)
        return shown
    }

    /// What a view has from those that it is in.
    private struct Place {
        var x: Double
        var y: Double
        var scaleX = 1.0
        var scaleY = 1.0
        var clip: ViewFrame
        var alpha = 1.0
        var isInteractive: Bool
    }

    private func add(
        _ node: ViewTree.Node,
        frame: ViewFrame,
        at place: Place,
        to shown: inout [ShownView]
    ) {
        let alpha = place.alpha * (node.reals[.alpha] ?? 1)
        guard node.integers[.isHidden] != 1, alpha > 0 else { return }
        let drawn = node.transform.applied(to: frame)
        // Transforms of many views in each other can leave the numbers that there are.
        guard drawn.isFinite else { return }
        let isInteractive = place.isInteractive && node.integers[.isInteractive] != 0
        shown.append(
            ShownView(
                node: node,
                frame: drawn,
                clip: place.clip,
                alpha: alpha,
                isInteractive: isInteractive
            )
        )
        let isClipping = node.integers[.clips] == 1 || node.kind == .scroll
        let scaleX = place.scaleX * node.transform.scaleX
        let scaleY = place.scaleY * node.transform.scaleY
        let isScrolling = node.kind == .scroll
        let inner = Place(
            x: drawn.x - (isScrolling ? node.reals[.offsetX] ?? 0 : 0) * scaleX,
            y: drawn.y - (isScrolling ? node.reals[.offsetY] ?? 0 : 0) * scaleY,
            scaleX: scaleX,
            scaleY: scaleY,
            clip: isClipping ? place.clip.intersection(drawn) : place.clip,
            alpha: alpha,
            isInteractive: isInteractive
        )
        for child in node.children.compactMap({ tree.nodes[$0] }) {
            let frame = ViewFrame(
                x: inner.x + child.frame.x * scaleX,
                y: inner.y + child.frame.y * scaleY,
                width: child.frame.width * scaleX,
                height: child.frame.height * scaleY
            )
            add(child, frame: frame, at: inner, to: &shown)
        }
    }
}

extension ViewTransform {
    /// The factor by which it makes things wider.
    fileprivate var scaleX: Double { (a * a + b * b).squareRoot() }

    /// The factor by which it makes things higher.
    fileprivate var scaleY: Double { (c * c + d * d).squareRoot() }

    /// The frame, scaled about its centre and moved.
    fileprivate func applied(to frame: ViewFrame) -> ViewFrame {
        let width = frame.width * scaleX
        let height = frame.height * scaleY
        return ViewFrame(
            x: frame.x + (frame.width - width) / 2 + tx,
            y: frame.y + (frame.height - height) / 2 + ty,
            width: width,
            height: height
        )
    }
}

extension ViewFrame {
    fileprivate var isFinite: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite
    }

    /// What two frames have in common; of no size when that is nothing.
    func intersection(_ other: ViewFrame) -> ViewFrame {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        return ViewFrame(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
