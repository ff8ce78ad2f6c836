// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryRandom
import BelfryWire
import Testing

/// Problems that nobody wrote.
enum RandomLayout {
    /// Views and constraints of any kind, most of which contradict each other.
    static func problem(
        views: Int,
        constraints: Int,
        using random: inout SeededGenerator
    ) -> LayoutProblem {
        var scene = tree(views: views, using: &random)
        for _ in 0..<constraints {
            scene.constrain(constraint(among: views, using: &random))
        }
        return scene.problem
    }

    /// Views and constraints that one layout, which is returned with them, keeps.
    static func satisfiable(
        views: Int,
        constraints: Int,
        using random: inout SeededGenerator
    ) -> LayoutProblem {
        var scene = tree(views: views, using: &random)
        var places: [UInt32: ViewFrame] = [1: ViewFrame(0, 0, 320, 200)]
        for view in 2...UInt32(views) {
            places[view] = ViewFrame(
                Double(Int.random(in: -50...300, using: &random)),
                Double(Int.random(in: -50...300, using: &random)),
                Double(Int.random(in: 0...300, using: &random)),
                Double(Int.random(in: 0...300, using: &random))
            )
        }
        for _ in 0..<constraints {
            var constraint = constraint(among: views, using: &random)
            constraint.constant = 0
            let difference = Residual(frames: places, nodes: scene.problem.nodes).of(constraint)
            let slack =
                constraint.relation == .equal ? 0 : Double.random(in: 0...20, using: &random)
            constraint.constant = difference - slack * Double(constraint.relation.rawValue)
            scene.constrain(constraint)
        }
        return scene.problem
    }

    private static func tree(views: Int, using random: inout SeededGenerator) -> Scene {
        var scene = Scene()
        for view in 2...UInt32(views) {
            let parent = UInt32.random(in: 1..<view, using: &random)
            let content: LayoutContent =
                Bool.random(using: &random)
                ? .none : .picture(.random(in: 1...200, using: &random), 30)
            scene.add(view, in: parent, content)
        }
        return scene
    }

    private static func constraint(
        among views: Int,
        using random: inout SeededGenerator
    ) -> LayoutConstraint {
        let kinds: [[LayoutConstraint.Attribute]] = [
            [.left, .right, .centerX, .leadingMargin], [.top, .bottom, .centerY, .bottomMargin],
            [.width, .height],
        ]
        let kind = kinds[Int.random(in: 0...2, using: &random)]
        let isAlone = kind.contains(.width) && Bool.random(using: &random)
        let pick = { (random: inout SeededGenerator) in
            kind[Int.random(in: kind.indices, using: &random)]
        }
        let multipliers = [1, 1, 1, 0.5, 2]
        return LayoutConstraint(
            UInt32.random(in: 2...UInt32(views), using: &random),
            pick(&random),
            [.atMost, .equal, .atLeast][Int.random(in: 0...2, using: &random)],
            to: isAlone ? nil : UInt32.random(in: 1...UInt32(views), using: &random),
            isAlone ? .none : pick(&random),
            multiplier: multipliers[Int.random(in: 0...4, using: &random)],
            constant: Double(Int.random(in: -20...200, using: &random)),
            priority: Int.random(in: 0...3, using: &random) == 0
                ? Double(Int.random(in: 1...999, using: &random)) : 1000
        )
    }
}

/// How far frames are from what constraints say, reckoned from the frames alone.
struct Residual {
    let frames: [UInt32: ViewFrame]
    let nodes: [UInt32: LayoutNode]

    /// By how much the left side is more than the right side.
    func of(_ constraint: LayoutConstraint) -> Double {
        guard let second = constraint.second else {
            return value(constraint.firstAttribute, of: constraint.first, from: (0, 0))
                - constraint.constant
        }
        let origin = origin(of: commonAncestor(constraint.first, second))
        return value(constraint.firstAttribute, of: constraint.first, from: origin)
            - constraint.multiplier * value(constraint.secondAttribute, of: second, from: origin)
            - constraint.constant
    }

    /// By how much it is broken.
    func violation(of constraint: LayoutConstraint) -> Double {
        let difference = of(constraint)
        return switch constraint.relation {
        case .equal: abs(difference)
        case .atMost: max(difference, 0)
        case .atLeast: max(-difference, 0)
        }
    }

    private func value(
        _ attribute: LayoutConstraint.Attribute,
        of view: UInt32,
        from base: (x: Double, y: Double)
    ) -> Double {
        let frame = frames[view] ?? ViewFrame()
        let margins = nodes[view]?.margins ?? LayoutInsets()
        let origin = origin(of: view)
        let x = origin.x - base.x
        let y = origin.y - base.y
        return switch attribute {
        case .left: x
        case .right: x + frame.width
        case .centerX: x + frame.width / 2
        case .leadingMargin: x + margins.left
        case .top: y
        case .bottom: y + frame.height
        case .centerY: y + frame.height / 2
        case .bottomMargin: y + frame.height - margins.bottom
        case .width: frame.width
        case .height: frame.height
        default: .nan
        }
    }

    private func ancestors(of view: UInt32) -> [UInt32] {
        var all = [view]
        var current = view
        while let parent = nodes.first(where: { $0.value.children.contains(current) })?.key {
            all.append(parent)
            current = parent
        }
        return all
    }

    private func commonAncestor(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let others = Set(ancestors(of: second))
        return ancestors(of: first).first { others.contains($0) } ?? 1
    }

    private func origin(of view: UInt32) -> (x: Double, y: Double) {
        ancestors(of: view).reduce((0, 0)) {
            ($0.0 + (frames[$1]?.x ?? 0), $0.1 + (frames[$1]?.y ?? 0))
        }
    }
}
