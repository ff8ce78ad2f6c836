// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutSystem {
    /// A stack, as its rules are made.
    private struct StackContext {
        let place: Int
        let stack: LayoutStack
        let views: [Int]
        /// The numbers along the stack, and the margins at its ends.
        let start: Quantity
        let length: Quantity
        let before: Double
        let after: Double

        /// The space between a view and the one after it.
        func spacing(after id: UInt32) -> Double {
            (stack.customSpacings[id] ?? stack.spacing).boundedCoordinate
        }
    }

    /// Adds the rules of all stacks.
    mutating func addStacks() {
        for place in tree.nodes.indices {
            guard let stack = tree.nodes[place].stack else { continue }
            // No larger than its views, as far as nothing else says so.
            minimise(.width, of: place, priority: 49)
            minimise(.height, of: place, priority: 49)
            let views = tree.arranged(in: place)
            guard !views.isEmpty else { continue }
            addDistribution(of: context(place, stack, views, along: stack.axis))
            let across = stack.axis == .horizontal ? LayoutStack.Axis.vertical : .horizontal
            addAlignment(of: context(place, stack, views, along: across))
        }
    }

    private func context(
        _ place: Int,
        _ stack: LayoutStack,
        _ views: [Int],
        along axis: LayoutStack.Axis
    ) -> StackContext {
        let isHorizontal = axis == .horizontal
        let margins =
            stack.areMarginsRelative ? tree.nodes[place].margins.bounded : LayoutInsets()
        return StackContext(
            place: place,
            stack: stack,
            views: views,
            start: isHorizontal ? .x : .y,
            length: isHorizontal ? .width : .height,
            before: isHorizontal ? margins.left : margins.top,
            after: isHorizontal ? margins.right : margins.bottom
        )
    }

    // MARK: Along the stack

    private mutating func addDistribution(of context: StackContext) {
        let views = context.views
        if let first = views.first { pinStart(of: first, in: context) }
        if let last = views.last { pinEnd(of: last, in: context) }
        switch context.stack.distribution {
        case .fill: addSpacings(of: context)
        case .fillEqually:
            addSpacings(of: context)
            for view in views.dropFirst() {
                var sum = LayoutSum()
                add(context.length, of: view, times: 1, to: &sum)
                add(context.length, of: views[0], times: -1, to: &sum)
                addEquation(sum, in: context)
            }
        case .fillProportionally:
            addSpacings(of: context)
            addProportions(of: context)
        case .equalSpacing: addEqualSpacings(of: context)
        case .equalCentering: addEqualCenterings(of: context)
        }
    }

    private mutating func addSpacings(of context: StackContext) {
        for (view, next) in zip(context.views, context.views.dropFirst()) {
            addEquation(gap(from: view, to: next, in: context), in: context)
        }
    }

    /// Lengths as those of the contents; equal where those have none.
    private mutating func addProportions(of context: StackContext) {
        let lengths = context.views.map { naturalLength(of: $0, context.length) }
        let isUseful = lengths.contains { $0 > 0 }
        guard let base = lengths.indices.max(by: { lengths[$0] < lengths[$1] }) else { return }
        for index in lengths.indices where index != base {
            var sum = LayoutSum()
            let factor = isUseful ? lengths[index] / lengths[base] : 1
            add(context.length, of: context.views[index], times: 1, to: &sum)
            add(context.length, of: context.views[base], times: -factor, to: &sum)
            addEquation(sum, in: context, priority: 999)
        }
    }

    private mutating func addEqualSpacings(of context: StackContext) {
        let gap = makeUnknown(context.length)
        for (view, next) in zip(context.views, context.views.dropFirst()) {
            var least = LayoutSum(constant: -context.spacing(after: tree.ids[view]))
            least.add(gap, times: 1)
            add(least, under: LayoutConstraint.required, view: tree.ids[context.place])
            var sum = self.gap(from: view, to: next, in: context)
            sum.constant += context.spacing(after: tree.ids[view])
            sum.add(gap, times: -1)
            addEquation(sum, in: context)
        }
    }

    private mutating func addEqualCenterings(of context: StackContext) {
        let distance = makeUnknown(context.length)
        for (view, next) in zip(context.views, context.views.dropFirst()) {
            let gap = gap(from: view, to: next, in: context)
            add(gap, under: LayoutConstraint.required, view: tree.ids[context.place])
            var sum = LayoutSum()
            add(context.start, of: next, times: 1, to: &sum)
            add(context.length, of: next, times: 0.5, to: &sum)
            add(context.start, of: view, times: -1, to: &sum)
            add(context.length, of: view, times: -0.5, to: &sum)
            sum.add(distance, times: -1)
            addEquation(sum, in: context, priority: 150)
        }
    }

    /// What is between two views, less the spacing.
    private func gap(from view: Int, to next: Int, in context: StackContext) -> LayoutSum {
        var sum = LayoutSum(constant: -context.spacing(after: tree.ids[view]))
        add(context.start, of: next, times: 1, to: &sum)
        add(context.start, of: view, times: -1, to: &sum)
        add(context.length, of: view, times: -1, to: &sum)
        return sum
    }

    /// How long a view's content is, or those of the views of a stack together.
    private func naturalLength(of place: Int, _ quantity: Quantity) -> Double {
        let content = contents[place]
        if let length = quantity == .width ? content.width : content.height { return length }
        guard let stack = tree.nodes[place].stack else { return 0 }
        let views = tree.arranged(in: place)
        let lengths = views.map { naturalLength(of: $0, quantity) }
        guard (stack.axis == .horizontal) == (quantity == .width) else { return lengths.max() ?? 0 }
        let context = context(place, stack, views, along: stack.axis)
        return views.dropLast().reduce(lengths.reduce(0, +)) {
            $0 + context.spacing(after: tree.ids[$1])
        }
    }

    // MARK: Across it

    private mutating func addAlignment(of context: StackContext) {
        let isRow = context.stack.axis == .horizontal
        var alignment = context.stack.alignment
        if !isRow, alignment == .firstBaseline || alignment == .lastBaseline {
            alignment = .leading
        }
        for view in context.views {
            switch alignment {
            case .fill:
                pinStart(of: view, in: context)
                pinEnd(of: view, in: context)
            case .leading:
                pinStart(of: view, in: context)
                keepEnd(of: view, in: context)
            case .trailing:
                keepStart(of: view, in: context)
                pinEnd(of: view, in: context)
            case .center:
                keepStart(of: view, in: context)
                keepEnd(of: view, in: context)
                center(view, in: context)
            case .firstBaseline, .lastBaseline:
                keepStart(of: view, in: context)
                keepEnd(of: view, in: context)
            }
        }
        if alignment == .firstBaseline || alignment == .lastBaseline {
            alignBaselines(isFirst: alignment == .firstBaseline, in: context)
        }
    }

    private mutating func center(_ view: Int, in context: StackContext) {
        var sum = LayoutSum(constant: (context.after - context.before) / 2)
        add(context.start, of: view, times: 1, to: &sum)
        add(context.length, of: view, times: 0.5, to: &sum)
        add(context.length, of: context.place, times: -0.5, to: &sum)
        addEquation(sum, in: context)
    }

    /// Has all baselines on one line, as far up as there is room.
    private mutating func alignBaselines(isFirst: Bool, in context: StackContext) {
        for view in context.views {
            add(startSum(of: view, in: context), over: 20, view: tree.ids[context.place])
            guard view != context.views[0] else { continue }
            var sum = LayoutSum()
            add(.y, of: view, times: 1, to: &sum)
            addBaseline(isFirst: isFirst, of: view, times: 1, to: &sum)
            add(.y, of: context.views[0], times: -1, to: &sum)
            addBaseline(isFirst: isFirst, of: context.views[0], times: -1, to: &sum)
            addEquation(sum, in: context)
        }
    }

    // MARK: Edges

    private func startSum(of view: Int, in context: StackContext) -> LayoutSum {
        var sum = LayoutSum(constant: -context.before)
        add(context.start, of: view, times: 1, to: &sum)
        return sum
    }

    private func endSum(of view: Int, in context: StackContext) -> LayoutSum {
        var sum = LayoutSum(constant: -context.after)
        add(context.length, of: context.place, times: 1, to: &sum)
        add(context.start, of: view, times: -1, to: &sum)
        add(context.length, of: view, times: -1, to: &sum)
        return sum
    }

    private mutating func pinStart(of view: Int, in context: StackContext) {
        addEquation(startSum(of: view, in: context), in: context)
    }

    private mutating func pinEnd(of view: Int, in context: StackContext) {
        addEquation(endSum(of: view, in: context), in: context)
    }

    private mutating func keepStart(of view: Int, in context: StackContext) {
        let sum = startSum(of: view, in: context)
        add(sum, under: LayoutConstraint.required, view: tree.ids[context.place])
    }

    private mutating func keepEnd(of view: Int, in context: StackContext) {
        let sum = endSum(of: view, in: context)
        add(sum, under: LayoutConstraint.required, view: tree.ids[context.place])
    }

    private mutating func addEquation(
        _ sum: LayoutSum,
        in context: StackContext,
        priority: Double = LayoutConstraint.required
    ) {
        add(sum, over: priority, under: priority, view: tree.ids[context.place])
    }
}
