// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

@Suite struct AutoresizingTests {
    /// A view that was at 20, 30 in a parent of 200 by 100, and 60 by 20 large.
    private func frame(_ mask: Int) -> ViewFrame? {
        var scene = Scene(width: 300, height: 160)
        scene.add(2, frame: ViewFrame(20, 30, 60, 20))
        scene.problem.nodes[2]?.previousParentSize = LayoutSize(width: 200, height: 100)
        scene.problem.nodes[2]?.autoresizing = mask
        return scene.frame(of: 2)
    }

    @Test func `keeps a frame without a mask`() {
        #expect(frame(0) == ViewFrame(20, 30, 60, 20))
        #expect(frame(4 | 32) == ViewFrame(20, 30, 60, 20))
    }

    @Test func `moves with flexible margins`() {
        #expect(frame(1 | 8) == ViewFrame(120, 90, 60, 20))
    }

    @Test func `grows with flexible lengths`() {
        #expect(frame(2 | 16) == ViewFrame(20, 30, 160, 80))
    }

    @Test func `shares what is added in proportion`() {
        // Margins of 20 and 120, and 30 and 50.
        let near = ViewFrame(20 + 100.0 / 7, 30 + 60 * 3.0 / 8, 60, 20)
        #expect(frame(1 | 4 | 8 | 32)?.isNear(near) == true)
        #expect(frame(63)?.isNear(ViewFrame(30, 48, 90, 32)) == true)
    }

    @Test func `follows a parent that constraints lay out`() {
        var scene = Scene()
        scene.add(2)
        scene.pin(2, by: 10)
        scene.add(3, in: 2, frame: ViewFrame(0, 0, 50, 50))
        scene.problem.nodes[3]?.previousParentSize = LayoutSize(width: 100, height: 100)
        scene.problem.nodes[3]?.autoresizing = 2 | 16
        scene.add(4, in: 3, .picture(10, 10))
        scene.constrain(LayoutConstraint(4, .right, to: 3, .right))
        #expect(scene.frame(of: 3) == ViewFrame(0, 0, 250, 130))
        #expect(scene.frame(of: 4)?.x == 240)
    }

    @Test func `does not get smaller than nothing`() {
        var scene = Scene(width: 10, height: 10)
        scene.add(2, frame: ViewFrame(20, 30, 60, 20))
        scene.problem.nodes[2]?.previousParentSize = LayoutSize(width: 200, height: 100)
        scene.problem.nodes[2]?.autoresizing = 2 | 16
        #expect(scene.frame(of: 2) == ViewFrame(20, 30, 0, 0))
    }
}
