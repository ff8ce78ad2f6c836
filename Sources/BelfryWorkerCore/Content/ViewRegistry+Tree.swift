// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire
internal import Synchronization

/// Views come, go, and are put into each other.
extension ViewRegistry {
    /// The root's handle; 0 while there is none.
    var root: UInt64 {
        state.withLock { $0.isOpen ? $0.nodes[$0.root]?.handle ?? 0 : 0 }
    }

    /// Makes a view, in no other.
    func create(_ kind: UInt32) -> Result<UInt64, Status> {
        attempt { state in
            guard let kind = ViewKind(rawValue: kind) else { return .failure(.unsupported) }
            guard state.nodes.count < ViewLimit.viewCount else { return .failure(.limit) }
            let node = state.makeNode(kind)
            state.note(node)
            return .success(node.handle)
        }
    }

    func release(_ view: UInt64) -> Status {
        change(view) { node, state in
            guard node.number != state.root else { return .state }
            state.forget(node)
            return .ok
        }
    }

    /// Puts a view into another, in front of those before `index`.
    func insert(_ child: UInt64, into parent: UInt64, at index: UInt32) -> Status {
        change(parent) { parent, state in
            guard let child = state.node(child) else { return .handle }
            let status = state.adopt(child, by: parent)
            guard status == .ok else { return status }
            let children = parent.look.children
            parent.look.children.insert(child.number, at: min(Int(index), children.count))
            return .ok
        }
    }

    /// Puts a view into a stack, which lays it out.
    func arrange(_ child: UInt64, in stack: UInt64, at index: UInt32) -> Status {
        change(stack) { stack, state in
            guard stack.kind == .stack else { return .argument }
            guard let child = state.node(child) else { return .handle }
            let status = state.adopt(child, by: stack)
            guard status == .ok else { return status }
            stack.arranged.removeAll { $0 == child.number }
            let place = min(Int(index), stack.arranged.count)
            let next = stack.arranged.dropFirst(place).first
            stack.arranged.insert(child.number, at: place)
            let children = stack.look.children
            let position = next.flatMap { children.firstIndex(of: $0) } ?? children.count
            stack.look.children.insert(child.number, at: position)
            return .ok
        }
    }

    func disarrange(_ child: UInt64, in stack: UInt64) -> Status {
        change(stack) { stack, state in
            guard stack.kind == .stack else { return .argument }
            guard let child = state.node(child) else { return .handle }
            guard stack.arranged.contains(child.number) else { return .notFound }
            stack.arranged.removeAll { $0 == child.number }
            state.needsLayout = true
            return .ok
        }
    }

    func remove(_ view: UInt64) -> Status {
        change(view) { node, state in
            state.detach(node)
            return .ok
        }
    }
}

extension ViewRegistry.State {
    /// Makes a view a child without a place among the others yet; one that is a child already loses
    /// its place.
    fileprivate mutating func adopt(_ child: ViewNode, by parent: ViewNode) -> Status {
        let ancestors = ancestors(of: parent)
        guard child.number != root, !ancestors.contains(child.number) else { return .argument }
        guard ancestors.count + height(of: child) <= ViewLimit.depth else { return .limit }
        if child.parent == parent.number {
            parent.look.children.removeAll { $0 == child.number }
        } else {
            detach(child)
        }
        child.parent = parent.number
        child.parentSize = parentSize(of: child)
        needsLayout = true
        note(parent)
        return .ok
    }

    /// Takes a view out of its parent, and constraints between what is apart now.
    fileprivate mutating func detach(_ node: ViewNode) {
        guard node.parent != nil else { return }
        takeOut(node)
        dropLooseConstraints()
    }

    private mutating func takeOut(_ node: ViewNode) {
        guard let parent = node.parent.flatMap({ nodes[$0] }) else { return }
        parent.look.children.removeAll { $0 == node.number }
        parent.arranged.removeAll { $0 == node.number }
        node.parent = nil
        needsLayout = true
        note(parent)
    }

    fileprivate mutating func forget(_ node: ViewNode) {
        takeOut(node)
        for child in node.look.children { nodes[child]?.parent = nil }
        nodes[node.number] = nil
        numbers.remove(node.handle)
        changed.remove(node.number)
        textByteCount -= node.textByteCount
        if node.sent != nil { removed.append(node.number) }
        dropLooseConstraints()
    }

    /// A view and those that it is in, its own first.
    func ancestors(of node: ViewNode) -> [UInt32] {
        var found = [node.number]
        var next = node.parent
        while let number = next {
            found.append(number)
            next = nodes[number]?.parent
        }
        return found
    }

    /// How many views are in each other, at most, from this one on.
    private func height(of node: ViewNode) -> Int {
        1 + (node.look.children.compactMap { nodes[$0] }.map { height(of: $0) }.max() ?? 0)
    }

    /// Drops the constraints of views that are gone or have no ancestor in common any more.
    private mutating func dropLooseConstraints() {
        guard !constraintHandles.isEmpty else { return }
        var tops: [UInt32: UInt32] = [:]
        for handle in constraintHandles {
            guard let constraint = constraints[handle] else { continue }
            let first = top(of: constraint.first, &tops)
            if let first, first == constraint.second.map({ top(of: $0, &tops) }) ?? first {
                continue
            }
            constraints.remove(handle)
            constraintHandles.remove(handle)
        }
    }
    /// The view that a view is in and that is in no other, where it is not known yet; nil for one that
    /// is gone.
    private func top(of number: UInt32, _ tops: inout [UInt32: UInt32]) -> UInt32? {
        if let known = tops[number] { return known }
        guard let node = nodes[number], let top = top(of: node) else { return nil }
        tops[number] = top
        return top
    }
}
