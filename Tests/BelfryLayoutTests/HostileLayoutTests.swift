// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryRandom
import BelfryWire
import Testing

@Suite(.timeLimit(.minutes(2))) struct HostileLayoutTests {
    private func isFinite(_ solution: LayoutSolution) -> Bool {
        solution.height.isFinite
            && solution.frames.values.allSatisfy {
                [$0.x, $0.y, $0.width, $0.height].allSatisfy(\.isFinite)
                    && $0.width >= 0 && $0.height >= 0
            }
    }

    @Test func `comes to an end with 1024 views and 4096 contradictions`() {
        var random = SeededGenerator(seed: 1)
        let problem = RandomLayout.problem(views: 1024, constraints: 4096, using: &random)
        let solution = problem.solve()
        #expect(solution.frames.count == 1024)
        #expect(!solution.conflicts.isEmpty)
        #expect(isFinite(solution))
        #expect(problem.solve() == solution)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude])
    func `passes over numbers that cannot be reckoned with`(_ number: Double) {
        var scene = Scene(width: number, height: number)
        scene.add(2, .picture(number, number), hugging: number, resistance: number)
        scene.add(3, .label(LayoutText("Text", font: LayoutFont(size: number), lineLimit: 0)))
        scene.add(4, frame: ViewFrame(number, number, number, number))
        scene.problem.nodes[4]?.previousParentSize = LayoutSize(width: number, height: number)
        scene.problem.nodes[4]?.autoresizing = 63
        scene.addStack(10, LayoutStack(spacing: number), of: [.slider, .switch])
        scene.problem.nodes[10]?.margins = LayoutInsets(all: number)
        scene.problem.nodes[10]?.stack?.areMarginsRelative = true
        for view in [2, 3, 4, 10] as [UInt32] {
            scene.constrain(
                LayoutConstraint(view, .left, to: 1, .rightMargin, multiplier: number),
                LayoutConstraint(view, .width, constant: number),
                LayoutConstraint(view, .height, to: view, .width, priority: number)
            )
            let limit = LayoutSize(width: number, height: number)
            let size = scene.problem.measure(view, within: limit)
            #expect(size.width.isFinite && size.height.isFinite)
        }
        #expect(isFinite(scene.problem.solve()))
        scene.problem.height = nil
        #expect(isFinite(scene.problem.solve()))
    }

    @Test func `passes over views that are none`() {
        var scene = Scene()
        scene.add(2)
        scene.problem.nodes[2]?.children = [77]
        scene.problem.nodes[2]?.stack = LayoutStack(arranged: [77, 1, 2])
        scene.constrain(
            LayoutConstraint(77, .width, constant: 1),
            LayoutConstraint(2, .width, to: 77, .width),
            LayoutConstraint(2, .width, to: 2, .left),
            LayoutConstraint(2, .left, constant: 4),
            LayoutConstraint(2, .none, to: 1, .none)
        )
        #expect(scene.problem.solve().frames.count == 2)
        scene.problem.root = 78
        #expect(scene.problem.solve() == LayoutSolution())
    }

    @Test func `meets each view once, whatever is in itself`() {
        var scene = Scene()
        scene.add(2)
        scene.add(3, in: 2)
        scene.problem.nodes[3]?.children = [1, 2, 3]
        scene.problem.nodes[3]?.stack = LayoutStack(arranged: [3, 2, 1, 3])
        #expect(scene.problem.solve().frames.count == 3)
        #expect(isFinite(scene.problem.solve()))
    }

    @Test func `lays out no deeper than it can`() {
        var scene = Scene()
        for view in 2...1000 as ClosedRange<UInt32> {
            scene.add(view, in: view - 1)
            scene.pin(view, to: 1)
        }
        let solution = scene.problem.solve()
        #expect(solution.frames.count < 1000)
        #expect(isFinite(solution))
    }

    @Test func `ends where heights and widths of texts chase each other`() {
        var scene = Scene()
        for view in 2...20 as ClosedRange<UInt32> {
            let text = LayoutText("Words that wrap, as long as there is no room", lineLimit: 0)
            scene.add(view, .label(text))
            scene.constrain(
                LayoutConstraint(view, .width, to: view, .height, multiplier: 0.7),
                LayoutConstraint(view, .width, to: view == 2 ? 20 : view - 1, .height)
            )
        }
        #expect(isFinite(scene.problem.solve()))
        #expect(scene.problem.solve() == scene.problem.solve())
    }
}
