// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The views from one on, each after the one it is in, and each once.
struct LayoutTree {
    /// How many views may be in each other: twice what the worker lets there be.
    private static let depthLimit = 128

    private(set) var ids: [UInt32] = []
    private(set) var nodes: [LayoutNode] = []
    /// The place of what a view is in; -1 of the first one.
    private(set) var parents: [Int] = []
    private(set) var depths: [Int] = []
    private(set) var places: [UInt32: Int] = [:]

    /// Looks for all views that are in `root`, or in one that is.
    init(of root: UInt32, in nodes: [UInt32: LayoutNode]) {
        add(root, in: -1, from: nodes)
        var place = 0
        while place < ids.count {
            for child in self.nodes[place].children { add(child, in: place, from: nodes) }
            place += 1
        }
    }

    private mutating func add(_ id: UInt32, in parent: Int, from all: [UInt32: LayoutNode]) {
        let depth = parent < 0 ? 0 : depths[parent] + 1
        guard places[id] == nil, depth < Self.depthLimit, let node = all[id] else { return }
        places[id] = ids.count
        ids.append(id)
        nodes.append(node)
        parents.append(parent)
        depths.append(depth)
    }

    /// The views that a stack lays out: those in it that are shown.
    func arranged(in place: Int) -> [Int] {
        guard let stack = nodes[place].stack else { return [] }
        var seen: Set<Int> = []
        return stack.arranged.compactMap { id in
            guard let child = places[id], parents[child] == place, !nodes[child].isHidden,
                seen.insert(child).inserted
            else { return nil }
            return child
        }
    }

    /// The nearest view that both are in, or that one is and the other is in.
    func commonAncestor(of first: Int, _ second: Int) -> Int {
        var first = first
        var second = second
        while depths[first] > depths[second] { first = parents[first] }
        while depths[second] > depths[first] { second = parents[second] }
        while first != second {
            first = parents[first]
            second = parents[second]
        }
        return first
    }
}
