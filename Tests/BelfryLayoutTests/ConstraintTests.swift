// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

@Suite struct ConstraintTests {
    @Test func `pins a view to the edges of its parent`() {
        var scene = Scene()
        scene.add(2)
        scene.pin(2, by: 16)
        #expect(scene.frame(of: 2) == ViewFrame(16, 16, 288, 168))
        #expect(scene.problem.solve().conflicts.isEmpty)
    }

    @Test func `centres a picture`() {
        var scene = Scene()
        scene.add(2, .picture(100, 50))
        scene.constrain(
            LayoutConstraint(2, .centerX, to: 1, .centerX),
            LayoutConstraint(2, .centerY, to: 1, .centerY)
        )
        #expect(scene.frame(of: 2) == ViewFrame(110, 75, 100, 50))
    }

    @Test func `keeps an aspect ratio, from either side`() {
        var scene = Scene()
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .left, to: 1, .left),
            LayoutConstraint(2, .right, to: 1, .right),
            LayoutConstraint(2, .width, to: 2, .height, multiplier: 16.0 / 9)
        )
        #expect(scene.frame(of: 2)?.isNear(ViewFrame(0, 0, 320, 180)) == true)
        scene.problem.constraints[1] = LayoutConstraint(2, .height, constant: 90)
        #expect(scene.frame(of: 2)?.isNear(ViewFrame(0, 0, 160, 90)) == true)
    }

    @Test func `reckons multipliers in the coordinates of the common ancestor`() {
        var scene = Scene()
        scene.add(2)
        scene.pin(2, by: 20)
        scene.add(3, in: 2, .picture(10, 10))
        scene.constrain(
            LayoutConstraint(3, .centerX, to: 2, .centerX, multiplier: 0.5),
            LayoutConstraint(3, .top, to: 2, .bottom, multiplier: 0.25)
        )
        #expect(scene.frame(of: 3) == ViewFrame(65, 40, 10, 10))
    }

    @Test func `relates views of different parents`() {
        var scene = Scene()
        scene.add(2, frame: ViewFrame(10, 20, 100, 100))
        scene.add(3, in: 2, frame: ViewFrame(5, 5, 10, 10))
        scene.add(4, .picture(20, 20))
        scene.constrain(
            LayoutConstraint(4, .left, to: 3, .right, constant: 8),
            LayoutConstraint(4, .centerY, to: 3, .centerY)
        )
        #expect(scene.frame(of: 4) == ViewFrame(33, 20, 20, 20))
    }

    @Test(arguments: [(50.0, 100.0), (150, 150), (400, 300)])
    func `keeps inequalities, and is else as its content wants`(_ content: Double, _ width: Double)
    {
        var scene = Scene()
        scene.add(2, .picture(content, 10))
        scene.constrain(
            LayoutConstraint(2, .width, .atLeast, constant: 100),
            LayoutConstraint(2, .width, .atMost, constant: 300)
        )
        #expect(scene.frame(of: 2)?.width == width)
    }

    @Test func `prefers the higher priority however many are lower`() {
        var scene = Scene()
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .width, constant: 100, priority: 500),
            LayoutConstraint(2, .width, constant: 200, priority: 499),
            LayoutConstraint(2, .width, constant: 200, priority: 499),
            LayoutConstraint(2, .width, constant: 200, priority: 499)
        )
        #expect(scene.frame(of: 2)?.width == 100)
    }

    @Test func `stretches the view that hugs less, and shrinks the one that resists less`() {
        var scene = Scene(width: 320)
        scene.add(2, .picture(100, 10), hugging: 251)
        scene.add(3, .picture(100, 10), hugging: 250)
        scene.constrain(
            LayoutConstraint(2, .left, to: 1, .left),
            LayoutConstraint(3, .left, to: 2, .right),
            LayoutConstraint(3, .right, to: 1, .right)
        )
        #expect(scene.frame(of: 2)?.width == 100)
        #expect(scene.frame(of: 3)?.width == 220)
        scene.problem.width = 150
        scene.problem.nodes[3]?.resistance.horizontal = 751
        #expect(scene.frame(of: 2)?.width == 50)
        #expect(scene.frame(of: 3)?.width == 100)
    }

    @Test func `reckons with margins`() {
        var scene = Scene()
        scene.problem.nodes[1]?.margins = LayoutInsets(top: 1, left: 2, bottom: 3, right: 14)
        scene.add(2, .picture(20, 20))
        scene.add(3)
        scene.constrain(
            LayoutConstraint(2, .centerX, to: 1, .centerXWithinMargins),
            LayoutConstraint(2, .centerY, to: 1, .centerYWithinMargins),
            LayoutConstraint(3, .leading, to: 1, .leadingMargin),
            LayoutConstraint(1, .trailingMargin, to: 3, .trailing),
            LayoutConstraint(3, .top, to: 1, .topMargin),
            LayoutConstraint(3, .bottom, to: 1, .bottomMargin)
        )
        #expect(scene.frame(of: 2) == ViewFrame(144, 89, 20, 20))
        #expect(scene.frame(of: 3) == ViewFrame(2, 1, 304, 196))
    }

    @Test func `aligns baselines of fonts of different sizes`() throws {
        var scene = Scene()
        let large = LayoutFont(size: 34)
        let small = LayoutFont(size: 12)
        scene.add(2, .label(LayoutText("Large", font: large)))
        scene.add(3, .label(LayoutText("small", font: small)))
        scene.constrain(
            LayoutConstraint(2, .top, to: 1, .top),
            LayoutConstraint(3, .firstBaseline, to: 2, .firstBaseline)
        )
        #expect(scene.frame(of: 3)?.y == large.baseline - small.baseline)
        scene.problem.constraints[1] = LayoutConstraint(3, .lastBaseline, to: 2, .lastBaseline)
        let frame = try #require(scene.frame(of: 3))
        #expect(abs(frame.y - (large.baseline - small.baseline)) < 0.01)
    }

    @Test func `takes the height that constraints want`() {
        var scene = Scene(height: nil, rootHeight: 160)
        scene.add(2, .picture(40, 40))
        scene.constrain(
            LayoutConstraint(2, .top, to: 1, .top, constant: 8),
            LayoutConstraint(1, .bottom, to: 2, .bottom, constant: 12)
        )
        #expect(scene.problem.solve().height == 60)
        scene.problem.constraints[1].relation = .atLeast
        #expect(scene.problem.solve().height == 60)
    }

    @Test func `keeps the height of the frame where constraints say nothing`() {
        var scene = Scene(height: nil, rootHeight: 160)
        scene.add(2, .picture(40, 40))
        scene.constrain(LayoutConstraint(2, .centerY, to: 1, .centerY))
        let solution = scene.problem.solve()
        #expect(solution.height == 160)
        #expect(solution.frames[2]?.y == 60)
    }

    @Test func `does not make a size negative`() {
        var scene = Scene()
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .left, to: 1, .left, constant: 200),
            LayoutConstraint(2, .right, to: 1, .right, constant: -200)
        )
        let solution = scene.problem.solve()
        #expect(solution.frames[2]?.width ?? -1 >= 0)
        #expect(solution.conflicts.count == 1)
    }
}
