// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

/// Trees as the storyboards of content extensions have them.
@Suite struct StoryboardTests {
    private let body = LayoutText(
        "A body that is longer than what there is room for in one line of a notification",
        font: LayoutFont(size: 14),
        lineLimit: 0
    )

    @Test func `has as many lines as it needs beside a picture`() throws {
        var scene = Scene(width: 320, height: nil, rootHeight: 88)
        scene.add(
            2,
            .label(LayoutText("Title", font: LayoutFont(size: 17, weight: 600))),
            hugging: 251
        )
        scene.add(3, .label(body), hugging: 251)
        scene.add(4, .picture(4000, 3000))
        scene.constrain(
            LayoutConstraint(4, .width, to: 4, .height),
            LayoutConstraint(4, .height, constant: 72),
            LayoutConstraint(1, .trailing, to: 4, .trailing, constant: 8),
            LayoutConstraint(4, .centerY, to: 1, .centerY),
            LayoutConstraint(4, .top, .atLeast, to: 1, .top, constant: 8),
            LayoutConstraint(2, .leading, to: 1, .leading, constant: 8),
            LayoutConstraint(2, .top, to: 1, .top, constant: 8),
            LayoutConstraint(4, .leading, to: 2, .trailing, constant: 8),
            LayoutConstraint(3, .top, to: 2, .bottom, constant: 8),
            LayoutConstraint(3, .leading, to: 2, .leading),
            LayoutConstraint(3, .trailing, to: 2, .trailing),
            LayoutConstraint(1, .bottom, .atLeast, to: 3, .bottom, constant: 8)
        )
        let solution = scene.problem.solve()
        let lines = body.measure(within: 224).height
        #expect(solution.conflicts.isEmpty)
        #expect(solution.frames[2] == ViewFrame(8, 8, 224, 20.5))
        #expect(solution.frames[3] == ViewFrame(8, 36.5, 224, lines))
        #expect(solution.height == max(36.5 + lines + 8, 88))
        #expect(
            solution.frames[4]?.isNear(
                ViewFrame(240, solution.height / 2 - 36, 72, 72)
            ) == true
        )
    }

    @Test func `holds a picture to the height that there is`() {
        // The last is let go of, as on a phone: the root is 150 high whatever the picture wants.
        var scene = Scene(width: 320, height: 150)
        scene.add(2)
        scene.constrain(
            LayoutConstraint(2, .leading, to: 1, .leading),
            LayoutConstraint(2, .trailing, to: 1, .trailing),
            LayoutConstraint(2, .top, to: 1, .top),
            LayoutConstraint(2, .bottom, to: 1, .bottom),
            LayoutConstraint(2, .height, constant: 230)
        )
        let solution = scene.problem.solve()
        #expect(solution.frames[2] == ViewFrame(0, 0, 320, 150))
        #expect(solution.conflicts.map(\.constraint) == [4])
        #expect(solution.conflicts.first?.others == [2, 3])
        scene.problem.height = nil
        #expect(scene.problem.solve().height == 230)
    }

    @Test func `keeps a width in proportion with a least one`() {
        var scene = Scene(width: 320, height: 200)
        scene.add(2, .progress, hugging: 251)
        scene.constrain(
            LayoutConstraint(2, .width, to: 1, .width, multiplier: 0.8),
            LayoutConstraint(2, .centerX, to: 1, .centerX),
            LayoutConstraint(2, .centerY, to: 1, .centerY),
            LayoutConstraint(2, .height, .atMost, constant: 300)
        )
        #expect(scene.frame(of: 2)?.isNear(ViewFrame(32, 98, 256, 4)) == true)
    }

    @Test func `puts a picture below the baseline of a label without a text`() {
        var scene = Scene(width: 320, height: nil)
        scene.add(2, .label(LayoutText("")))
        scene.add(3)
        scene.constrain(
            LayoutConstraint(2, .top, to: 1, .top, constant: 5),
            LayoutConstraint(2, .height, constant: 25),
            LayoutConstraint(3, .firstBaseline, to: 2, .lastBaseline, constant: 12.5),
            LayoutConstraint(3, .height, constant: 180),
            LayoutConstraint(3, .bottom, to: 1, .bottom)
        )
        let descent = LayoutFont().lineHeight - LayoutFont().baseline
        #expect(scene.frame(of: 3)?.y == 30 - descent + 12.5)
        #expect(scene.problem.solve().height == 30 - descent + 12.5 + 180)
    }

    @Test func `lays out a row of texts and a square in a stack`() {
        var scene = Scene(width: 320, height: nil)
        scene.addStack(
            10,
            LayoutStack(axis: .horizontal, alignment: .leading, spacing: 8),
            of: []
        )
        scene.addStack(
            20,
            in: 10,
            LayoutStack(axis: .vertical, alignment: .leading, spacing: 8),
            of: [.label(LayoutText("Title")), .label(LayoutText("Text"))]
        )
        scene.add(30, in: 10)
        scene.problem.nodes[10]?.stack?.arranged = [20, 30]
        scene.pin(10, by: 16)
        scene.constrain(
            LayoutConstraint(30, .height, constant: 128),
            LayoutConstraint(30, .width, to: 30, .height)
        )
        let solution = scene.problem.solve()
        #expect(solution.conflicts.isEmpty)
        #expect(solution.height == 160)
        #expect(solution.frames[30] == ViewFrame(160, 0, 128, 128))
        #expect(solution.frames[20] == ViewFrame(0, 0, 152, 49))
    }

    @Test func `lets two labels share a row with a switch, and wrap`() throws {
        var scene = Scene(width: 280, height: nil)
        scene.add(2, .label(body))
        scene.add(3, .switch, hugging: 750, resistance: 760)
        scene.constrain(
            LayoutConstraint(2, .leading, to: 1, .leadingMargin),
            LayoutConstraint(3, .leading, .atLeast, to: 2, .trailing, constant: 8),
            LayoutConstraint(3, .trailing, to: 1, .trailingMargin),
            LayoutConstraint(3, .centerY, to: 2, .centerY),
            LayoutConstraint(2, .top, to: 1, .topMargin),
            LayoutConstraint(2, .bottom, .atMost, to: 1, .bottomMargin)
        )
        let solution = scene.problem.solve()
        let label = try #require(solution.frames[2])
        #expect(solution.frames[3]?.width == 51)
        #expect(label.width == 205)
        #expect(label.height == body.measure(within: 205).height)
        #expect(solution.height == label.height + 16)
    }
}
