// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

@Suite struct StackTests {
    typealias Alignment = LayoutStack.Alignment
    typealias Distribution = LayoutStack.Distribution

    /// A stack of three pictures, pinned to the edges of a root of 300 by 100.
    private func scene(
        _ axis: LayoutStack.Axis,
        _ distribution: Distribution,
        _ alignment: Alignment,
        hiding hidden: UInt32? = nil
    ) -> Scene {
        let isRow = axis == .horizontal
        var scene = Scene(width: isRow ? 300 : 100, height: isRow ? 100 : 300)
        scene.addStack(
            10,
            LayoutStack(
                axis: axis,
                distribution: distribution,
                alignment: alignment,
                spacing: 10
            ),
            of: [(20.0, 10.0), (40, 20), (80, 30)].map {
                isRow ? .picture($0.0, $0.1) : .picture($0.1, $0.0)
            }
        )
        scene.pin(10)
        if let hidden { scene.problem.nodes[hidden]?.isHidden = true }
        // What is left over goes to the last, rather than to any.
        let last: UInt32 = hidden == 13 ? 12 : 13
        scene.problem.nodes[last]?.hugging = LayoutPriorities(horizontal: 240, vertical: 240)
        return scene
    }

    /// Where views are along the stack, and how long they are.
    private func along(_ scene: Scene, _ views: [UInt32]) -> [[Double]] {
        let frames = scene.problem.solve().frames
        let isRow = scene.problem.nodes[10]?.stack?.axis == .horizontal
        return views.map {
            let frame = frames[$0] ?? ViewFrame()
            return isRow ? [frame.x, frame.width] : [frame.y, frame.height]
        }
    }

    private func across(_ scene: Scene, _ views: [UInt32]) -> [[Double]] {
        let frames = scene.problem.solve().frames
        let isRow = scene.problem.nodes[10]?.stack?.axis == .horizontal
        return views.map {
            let frame = frames[$0] ?? ViewFrame()
            return isRow ? [frame.y, frame.height] : [frame.x, frame.width]
        }
    }

    private func areNear(_ first: [[Double]], _ second: [[Double]]) -> Bool {
        first.count == second.count
            && zip(first.joined(), second.joined()).allSatisfy { abs($0 - $1) < 0.01 }
    }

    @Test(arguments: Distribution.allCases, Alignment.allCases)
    func `distributes three views`(_ distribution: Distribution, _ alignment: Alignment) {
        let expected: [[Double]] =
            switch distribution {
            case .fill: [[0, 20], [30, 40], [80, 220]]
            case .fillEqually: [[0, 280 / 3], [310 / 3, 280 / 3], [620 / 3, 280 / 3]]
            case .fillProportionally: [[0, 40], [50, 80], [140, 160]]
            case .equalSpacing: [[0, 20], [100, 40], [220, 80]]
            case .equalCentering: [[0, 20], [115, 40], [220, 80]]
            }
        for axis in [LayoutStack.Axis.horizontal, .vertical] {
            let scene = scene(axis, distribution, alignment)
            let found = along(scene, [11, 12, 13])
            #expect(areNear(found, expected), "\(axis): \(found)")
            #expect(scene.problem.solve().conflicts.isEmpty)
        }
    }

    @Test(arguments: Distribution.allCases, Alignment.allCases)
    func `leaves no space for a hidden view`(_ distribution: Distribution, _ alignment: Alignment) {
        let expected: [[Double]] =
            switch distribution {
            case .fill: [[0, 20], [30, 270]]
            case .fillEqually: [[0, 145], [155, 145]]
            case .fillProportionally: [[0, 58], [68, 232]]
            case .equalSpacing, .equalCentering: [[0, 20], [220, 80]]
            }
        for axis in [LayoutStack.Axis.horizontal, .vertical] {
            let scene = scene(axis, distribution, alignment, hiding: 12)
            let found = along(scene, [11, 13])
            #expect(areNear(found, expected), "\(axis): \(found)")
            #expect(scene.problem.solve().conflicts.isEmpty)
        }
    }

    @Test(arguments: Distribution.allCases, Alignment.allCases)
    func `aligns views across`(_ distribution: Distribution, _ alignment: Alignment) {
        let row: [[Double]] =
            switch alignment {
            case .fill: [[0, 100], [0, 100], [0, 100]]
            case .leading: [[0, 10], [0, 20], [0, 30]]
            case .center: [[45, 10], [40, 20], [35, 30]]
            case .trailing: [[90, 10], [80, 20], [70, 30]]
            case .firstBaseline: [[0, 10], [0, 20], [0, 30]]
            case .lastBaseline: [[20, 10], [10, 20], [0, 30]]
            }
        for axis in [LayoutStack.Axis.horizontal, .vertical] {
            var scene = scene(axis, distribution, alignment)
            // The last hugs as the others do, across.
            scene.problem.nodes[13]?.hugging = LayoutPriorities(
                horizontal: axis == .horizontal ? 240 : 250,
                vertical: axis == .horizontal ? 250 : 240
            )
            let isLeading = axis == .vertical && alignment == .lastBaseline
            let expected = isLeading ? [[0, 10], [0, 20], [0, 30]] : row
            let found = across(scene, [11, 12, 13])
            #expect(areNear(found, expected), "\(axis): \(found)")
        }
    }

    @Test func `is as large as its views where nothing else says so`() {
        var scene = Scene()
        scene.addStack(
            10,
            LayoutStack(axis: .vertical, alignment: .center, spacing: 4),
            of: [.picture(20, 30), .picture(50, 20)]
        )
        scene.constrain(LayoutConstraint(10, .centerX, to: 1, .centerX))
        #expect(scene.frame(of: 10) == ViewFrame(135, 0, 50, 54))
        #expect(scene.frame(of: 11) == ViewFrame(15, 0, 20, 30))
    }

    @Test func `keeps custom spacings and its margins`() {
        var scene = Scene()
        var stack = LayoutStack(axis: .vertical, spacing: 4)
        stack.customSpacings = [12: 20]
        stack.areMarginsRelative = true
        scene.addStack(
            10,
            stack,
            of: [.picture(20, 10), .picture(20, 10), .picture(20, 10)]
        )
        scene.problem.nodes[10]?.margins = LayoutInsets(top: 1, left: 2, bottom: 3, right: 5)
        #expect(scene.frame(of: 10) == ViewFrame(0, 0, 27, 58))
        #expect(scene.frame(of: 12) == ViewFrame(2, 15, 20, 10))
        #expect(scene.frame(of: 13) == ViewFrame(2, 45, 20, 10))
    }

    @Test func `lays out stacks in stacks`() {
        var scene = Scene(width: 320, height: nil)
        scene.addStack(
            10,
            LayoutStack(axis: .horizontal, alignment: .center, spacing: 8),
            of: [.picture(40, 40)]
        )
        scene.addStack(
            20,
            in: 10,
            LayoutStack(axis: .vertical, alignment: .leading, spacing: 2),
            of: [.picture(100, 20), .picture(60, 10)]
        )
        scene.problem.nodes[10]?.stack?.arranged.append(20)
        scene.pin(10, by: 8)
        let solution = scene.problem.solve()
        #expect(solution.height == 56)
        #expect(solution.frames[11] == ViewFrame(0, 0, 40, 40))
        #expect(solution.frames[20] == ViewFrame(48, 4, 256, 32))
        #expect(solution.frames[22] == ViewFrame(0, 22, 60, 10))
    }

    @Test func `puts texts of a row on one line`() throws {
        var scene = Scene()
        let fonts = [LayoutFont(size: 12), LayoutFont(size: 30)]
        scene.addStack(
            10,
            LayoutStack(alignment: .firstBaseline),
            of: fonts.map { .label(LayoutText("Text", font: $0)) }
        )
        let frames = scene.problem.solve().frames
        #expect(frames[12]?.y == 0)
        #expect(frames[11]?.y == fonts[1].baseline - fonts[0].baseline)
        #expect(frames[10]?.height == fonts[1].lineHeight)
    }

    @Test func `wraps the text that is left the rest of a row`() throws {
        var scene = Scene(width: 200, height: nil)
        let text = LayoutText("A text that does not fit into one line of this row", lineLimit: 0)
        scene.addStack(10, LayoutStack(spacing: 10), of: [.picture(40, 10), .label(text)])
        scene.problem.nodes[11]?.resistance.horizontal = 760
        scene.problem.nodes[11]?.hugging.horizontal = 760
        scene.pin(10)
        let solution = scene.problem.solve()
        #expect(solution.frames[12]?.width == 150)
        #expect(solution.height == text.measure(within: 150).height)
        #expect(solution.height > text.font.lineHeight)
    }

    @Test func `says when its views do not fit`() throws {
        var scene = Scene()
        scene.addStack(10, LayoutStack(), of: [.none, .none])
        scene.pin(10)
        scene.constrain(
            LayoutConstraint(11, .width, constant: 200),
            LayoutConstraint(12, .width, constant: 200)
        )
        let conflict = try #require(scene.problem.solve().conflicts.first)
        #expect(conflict.constraint == nil)
        #expect(conflict.view == 10)
    }
}
