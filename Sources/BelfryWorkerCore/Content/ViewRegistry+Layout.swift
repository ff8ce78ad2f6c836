// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire
internal import Synchronization

/// Where views are.
extension ViewRegistry {
    /// Places a view, unless layout alone does.
    func set(_ view: UInt64, frame: ViewFrame) -> Status {
        change(view) { node, state in
            guard node.number != state.root else { return .state }
            let values = [frame.x, frame.y, frame.width, frame.height]
            guard values.allSatisfy(\.isCoordinate) else { return .argument }
            guard !node.isConstrained, !state.isArranged(node) else { return .ok }
            // Autoresizing goes on from here.
            node.parentSize = state.parentSize(of: node)
            guard node.look.frame != frame else { return .ok }
            node.look.frame = frame
            state.needsLayout = true
            state.note(node)
            return .ok
        }
    }

    func frame(of view: UInt64) -> Result<ViewFrame, Status> {
        read(view) { node, _ in .success(node.look.frame) }
    }

    /// The size that a view wants, within another; 0 is no limit.
    func measure(_ view: UInt64, within size: LayoutSize) -> Result<LayoutSize, Status> {
        read(view) { node, state in
            guard size.width.isCoordinate, size.height.isCoordinate, size.width >= 0,
                size.height >= 0
            else { return .failure(.argument) }
            let problem = state.problem(root: node.number)
            return .success(problem.measure(node.number, within: size))
        }
    }

    /// Lays all views out.
    func layOut() -> Status {
        change { state in
            state.placeViews()
            return .ok
        }
    }

    /// Has the root be of another height; nil for what constraints want.
    func prefer(_ size: LayoutSize?) -> Status {
        change { state in
            guard state.preferred != size else { return .ok }
            state.preferred = size
            state.needsLayout = true
            return .ok
        }
    }

    // MARK: Constraints

    /// Adds a constraint.
    ///
    /// - Parameters:
    ///   - first: A view's handle.
    ///   - second: The other's; 0 for none.
    ///   - make: Makes it once the views' numbers are known; nil for one that makes no sense.
    /// - Returns: The constraint's handle.
    func constrain(
        _ first: UInt64,
        _ second: UInt64,
        _ make: @Sendable (UInt32, UInt32?) -> LayoutConstraint?
    ) -> Result<UInt64, Status> {
        let result = attempt { state -> Result<UInt64, Status> in
            let other = second == 0 ? nil : state.node(second)
            guard let node = state.node(first), second == 0 || other != nil else {
                return .failure(.handle)
            }
            let isTogether = other.map { state.top(of: $0) == state.top(of: node) } ?? true
            guard isTogether, let constraint = make(node.number, other?.number),
                constraint.isInRange
            else { return .failure(.argument) }
            guard state.constraintHandles.count < ViewLimit.constraintCount else {
                return .failure(.limit)
            }
            let handle = state.constraints.insert(constraint)
            state.constraintHandles.insert(handle)
            state.needsLayout = true
            return .success(handle)
        }
        if case .failure(.handle) = result { send(.strike(run: 0, kind: .badHandle)) }
        return result
    }

    func set(_ constraint: UInt64, constant: Double) -> Status {
        change(constraint: constraint) { $0.constant = constant }
    }

    func set(_ constraint: UInt64, priority: Double) -> Status {
        change(constraint: constraint) { $0.priority = priority }
    }

    func unconstrain(_ constraint: UInt64) -> Status {
        change { state in
            guard state.constraints.remove(constraint) != nil else { return .handle }
            state.constraintHandles.remove(constraint)
            state.needsLayout = true
            return .ok
        }
    }

    /// Changes a constraint; that it is gone is no strike, since it goes with what it holds together.
    private func change(
        constraint handle: UInt64,
        _ body: @Sendable (inout LayoutConstraint) -> Void
    ) -> Status {
        change { state in
            guard var constraint = state.constraints[handle] else { return .handle }
            body(&constraint)
            guard constraint.isInRange else { return .argument }
            guard constraint != state.constraints[handle] else { return .ok }
            state.constraints[handle] = constraint
            state.needsLayout = true
            return .ok
        }
    }
}

extension LayoutConstraint {
    /// Whether its numbers are such that a solution can be looked for.
    fileprivate var isInRange: Bool {
        isSensible && multiplier.isCoordinate && constant.isCoordinate
            && (1...Self.required).contains(priority)
    }
}

extension ViewRegistry.State {
    /// Lays out, if anything has changed since the last time.
    mutating func placeViews() {
        guard needsLayout, let top = nodes[root] else { return }
        needsLayout = false
        let solution = problem(root: root).solve()
        for (number, frame) in solution.frames {
            guard let node = nodes[number] else { continue }
            let placed = frame.held
            guard node.look.frame != placed else { continue }
            node.look.frame = placed
            note(node)
        }
        for number in solution.frames.keys {
            guard let node = nodes[number], node !== top else { continue }
            node.parentSize = parentSize(of: node)
        }
        for conflict in solution.conflicts { conflicts.insert(conflict.message) }
    }

    /// What layout is asked: of the root with the width that it has, of any other view as it is.
    func problem(root top: UInt32) -> LayoutProblem {
        var problem = LayoutProblem(
            nodes: nodes.mapValues { layoutNode($0) },
            constraints: constraintHandles.sorted().compactMap { constraints[$0] },
            root: top,
            width: top == root ? opening.width : nodes[top]?.look.frame.width ?? 0
        )
        guard top == root else { return problem }
        problem.nodes[root]?.frame = ViewFrame(width: opening.width, height: opening.height)
        if let preferred {
            let scale = preferred.width > 0 ? opening.width / preferred.width : 1
            problem.height = min(preferred.height * scale, ViewLimit.coordinate)
        }
        return problem
    }

    private func layoutNode(_ node: ViewNode) -> LayoutNode {
        var laidOut = node.layoutNode
        var spacings: [UInt32: Double] = [:]
        for number in node.arranged {
            spacings[number] = nodes[number]?.look.reals[.spacingAfter]
        }
        laidOut.stack = node.stack(spacings)
        return laidOut
    }

    /// Whether a stack lays a view out.
    func isArranged(_ node: ViewNode) -> Bool {
        node.parent.flatMap { nodes[$0] }?.arranged.contains(node.number) ?? false
    }

    /// The size of what a view is in.
    func parentSize(of node: ViewNode) -> LayoutSize? {
        node.parent.flatMap { nodes[$0] }.map {
            LayoutSize(width: $0.look.frame.width, height: $0.look.frame.height)
        }
    }

    /// The view that a view is in and that is in no other.
    func top(of node: ViewNode) -> UInt32? { ancestors(of: node).last }
}

extension ViewFrame {
    /// The frame within what a coordinate can be, which layout's sums can leave.
    fileprivate var held: ViewFrame {
        func held(_ value: Double) -> Double {
            value.isNaN ? 0 : min(max(value, -ViewLimit.coordinate), ViewLimit.coordinate)
        }
        return ViewFrame(x: held(x), y: held(y), width: held(width), height: held(height))
    }
}
