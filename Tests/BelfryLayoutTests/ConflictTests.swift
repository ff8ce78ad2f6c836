// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryRandom
import BelfryWire
import Testing

@Suite struct ConflictTests {
    @Test func `lets go of the later of two, and names both`() throws {
        var scene = Scene()
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .width, constant: 100),
            LayoutConstraint(2, .width, constant: 200)
        )
        let solution = scene.problem.solve()
        #expect(solution.frames[2]?.width == 100)
        let conflict = try #require(solution.conflicts.first)
        #expect(solution.conflicts.count == 1)
        #expect(conflict.constraint == 1)
        #expect(conflict.view == 2)
        #expect(conflict.others == [0])
        #expect(
            conflict.message
                == """
                the constraint "2.width = 200" cannot hold beside "2.width = 100" and is let go of: \
                take one of them away, or give it a priority below 1000
                """
        )
    }

    @Test func `names all from which the contrary follows`() throws {
        var scene = Scene()
        scene.add(2)
        scene.add(3)
        scene.constrain(
            LayoutConstraint(2, .height, constant: 7),
            LayoutConstraint(2, .left, to: 1, .left),
            LayoutConstraint(3, .left, to: 2, .right, constant: 8),
            LayoutConstraint(2, .width, .atLeast, constant: 200),
            LayoutConstraint(3, .width, .atLeast, to: 2, .width),
            LayoutConstraint(3, .right, .atMost, to: 1, .right)
        )
        let conflict = try #require(scene.problem.solve().conflicts.first)
        #expect(conflict.constraint == 5)
        #expect(conflict.others == [1, 2, 3, 4])
    }

    @Test func `says nothing of what may give way`() {
        var scene = Scene()
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .width, constant: 100, priority: 999),
            LayoutConstraint(2, .width, constant: 200)
        )
        let solution = scene.problem.solve()
        #expect(solution.frames[2]?.width == 200)
        #expect(solution.conflicts.isEmpty)
    }

    @Test func `resolves the same way twice`() {
        var random = SeededGenerator(seed: 5)
        let problem = RandomLayout.problem(views: 40, constraints: 200, using: &random)
        let first = problem.solve()
        #expect(!first.conflicts.isEmpty)
        #expect(problem.solve() == first)
        // A dictionary's order, which differs from one to the next, is not seen.
        var other = problem
        other.nodes = Dictionary(uniqueKeysWithValues: problem.nodes.reversed())
        #expect(other.solve() == first)
    }

    @Test func `writes constraints as formulas`() {
        let all = [
            LayoutConstraint(4, .width, .atMost, to: 3, .height, multiplier: 0.5, constant: -8),
            LayoutConstraint(4, .firstBaseline, .atLeast, to: 3, .bottom, constant: 8),
            LayoutConstraint(4, .height, constant: 12.5),
        ]
        #expect(
            all.map(\.description) == [
                "4.width <= 0.5 * 3.height - 8",
                "4.firstBaseline >= 3.bottom + 8",
                "4.height = 12.5",
            ]
        )
    }
}
