// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

/// Views of a test; the root is view 1.
struct Scene {
    var problem: LayoutProblem

    init(width: Double = 320, height: Double? = 200, rootHeight: Double = 0) {
        var root = LayoutNode()
        root.frame = ViewFrame(width: width, height: rootHeight)
        problem = LayoutProblem(nodes: [1: root], root: 1, width: width, height: height)
    }

    /// Adds a view that is laid out by constraints.
    mutating func add(
        _ id: UInt32,
        in parent: UInt32 = 1,
        _ content: LayoutContent = .none,
        hugging: Double = 250,
        resistance: Double = 750
    ) {
        var node = LayoutNode()
        node.isConstrained = true
        node.content = content
        node.hugging = LayoutPriorities(horizontal: hugging, vertical: hugging)
        node.resistance = LayoutPriorities(horizontal: resistance, vertical: resistance)
        problem.nodes[id] = node
        problem.nodes[parent]?.children.append(id)
    }

    /// Adds a view with a frame of its own.
    mutating func add(_ id: UInt32, in parent: UInt32 = 1, frame: ViewFrame) {
        var node = LayoutNode()
        node.frame = frame
        problem.nodes[id] = node
        problem.nodes[parent]?.children.append(id)
    }

    /// Adds a stack and, in it, views of these sizes, numbered from its number on.
    mutating func addStack(
        _ id: UInt32,
        in parent: UInt32 = 1,
        _ stack: LayoutStack,
        of contents: [LayoutContent]
    ) {
        add(id, in: parent)
        var stack = stack
        for (index, content) in contents.enumerated() {
            let view = id + 1 + UInt32(index)
            add(view, in: id, content)
            stack.arranged.append(view)
        }
        problem.nodes[id]?.stack = stack
    }

    mutating func constrain(_ constraints: LayoutConstraint...) {
        problem.constraints += constraints
    }

    /// Pins a view to the edges of another.
    mutating func pin(_ view: UInt32, to other: UInt32 = 1, by distance: Double = 0) {
        constrain(
            LayoutConstraint(view, .left, to: other, .left, constant: distance),
            LayoutConstraint(view, .top, to: other, .top, constant: distance),
            LayoutConstraint(view, .right, to: other, .right, constant: -distance),
            LayoutConstraint(view, .bottom, to: other, .bottom, constant: -distance)
        )
    }

    func frame(of view: UInt32) -> ViewFrame? { problem.solve().frames[view] }
}

extension ViewFrame {
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(x: x, y: y, width: width, height: height)
    }

    /// Whether this is another frame, but for what sums of rounded numbers differ by.
    func isNear(_ other: Self?) -> Bool {
        guard let other else { return false }
        return zip([x, y, width, height], [other.x, other.y, other.width, other.height])
            .allSatisfy { abs($0 - $1) < 0.01 }
    }
}

extension LayoutContent {
    /// A picture of this size.
    static func picture(_ width: Double, _ height: Double) -> Self {
        .image(LayoutSize(width: width, height: height))
    }
}
