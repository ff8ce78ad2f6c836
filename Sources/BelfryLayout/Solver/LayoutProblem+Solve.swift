// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension LayoutProblem {
    /// Lays all views out.
    ///
    /// What must hold and cannot beside what was given before it is let go of.
    ///
    /// - Returns: The frames of the root and of all views in it; no others.
    package func solve() -> LayoutSolution {
        let tree = LayoutTree(of: root, in: nodes)
        guard let rootNode = tree.nodes.first else { return LayoutSolution() }
        if let height { return solve(tree, height: .exactly(height)) }
        let solution = solve(tree, height: .atMost(.infinity))
        // Constraints that say nothing leave the height as it was.
        guard solution.height < 0.5, rootNode.frame.height > 0 else { return solution }
        return solve(tree, height: .exactly(rootNode.frame.height))
    }

    private func solve(_ tree: LayoutTree, height: LayoutSystem.Extent) -> LayoutSolution {
        let solver = solver(tree, width: .exactly(width), height: height)
        var solution = LayoutSolution()
        for place in tree.ids.indices { solution.frames[tree.ids[place]] = solver.frame(of: place) }
        solution.height = solver.value(.height, of: 0)
        solution.conflicts = solver.conflicts.conflicts(of: constraints)
        return solution
    }

    /// The size that a view wants for its content, its constraints and its stack.
    ///
    /// - Parameters:
    ///   - node: A view.
    ///   - limit: The most it may be wide and high, where 0 is no limit.
    /// - Returns: The size; that of its frame for a view that wants none, 0 by 0 for one that is none.
    package func measure(_ node: UInt32, within limit: LayoutSize) -> LayoutSize {
        let tree = LayoutTree(of: node, in: nodes)
        guard let first = tree.nodes.first else { return LayoutSize() }
        let content = first.content.size(within: limit.width > 0 ? limit.width : nil)
        let isAlone =
            first.stack == nil
            && !constraints.contains {
                tree.places[$0.first] != nil
                    && $0.second.map { tree.places[$0] != nil } ?? true
            }
        if isAlone {
            guard content.width != nil || content.height != nil else { return first.frame.size }
            return LayoutSize(
                width: Self.within(limit.width, content.width ?? first.frame.width),
                height: Self.within(limit.height, content.height ?? first.frame.height)
            )
        }
        let solver = solver(
            tree,
            width: .atMost(limit.width > 0 ? limit.width : .infinity),
            height: .atMost(limit.height > 0 ? limit.height : .infinity)
        )
        return solver.frame(of: 0).size
    }

    private func solver(
        _ tree: LayoutTree,
        width: LayoutSystem.Extent,
        height: LayoutSystem.Extent
    ) -> LayoutSolver {
        var system = LayoutSystem(tree: tree, width: width, height: height)
        system.add(constraints)
        system.addStacks()
        system.addContents()
        var solver = LayoutSolver(system)
        solver.run()
        return solver
    }

    private static func within(_ limit: Double, _ length: Double) -> Double {
        let length = length.bounded
        return limit > 0 ? min(length, limit) : length
    }
}

extension LayoutSolver {
    /// Where a view is.
    fileprivate func frame(of place: Int) -> ViewFrame {
        ViewFrame(
            x: value(.x, of: place),
            y: value(.y, of: place),
            width: value(.width, of: place),
            height: value(.height, of: place)
        )
    }
}
