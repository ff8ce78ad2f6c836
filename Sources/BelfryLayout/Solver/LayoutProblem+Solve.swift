// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutProblem {
    /// Lays all views out.
    package func solve() -> LayoutSolution {
        var solution = LayoutSolution()
        solution.frames = nodes.mapValues(\.frame)
        let height = height ?? nodes[root]?.frame.height ?? 0
        solution.frames[root] = LayoutFrame(width: width, height: height)
        solution.height = height
        return solution
    }

    /// The size that a view wants for its content, its constraints and its stack.
    ///
    /// - Parameters:
    ///   - node: A view.
    ///   - limit: The most it may be wide and high, where 0 is no limit.
    /// - Returns: The size; 0 by 0 for a view that is none.
    package func measure(_ node: UInt32, within limit: LayoutSize) -> LayoutSize {
        nodes[node]?.frame.size ?? LayoutSize()
    }
}
