// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryWire
import Testing

@Suite struct ContentTests {
    private let label = LayoutText("Text")

    private func size(_ content: LayoutContent) -> LayoutContentSize { content.size() }

    @Test func `gives controls their sizes`() {
        #expect(size(.none) == LayoutContentSize())
        #expect(size(.slider) == LayoutContentSize(height: 31))
        #expect(size(.switch) == LayoutContentSize(width: 51, height: 31))
        #expect(size(.progress) == LayoutContentSize(height: 4))
        #expect(size(.activity(isLarge: false)) == LayoutContentSize(width: 20, height: 20))
        #expect(size(.activity(isLarge: true)) == LayoutContentSize(width: 37, height: 37))
        #expect(size(.picture(30, 20)) == LayoutContentSize(width: 30, height: 20))
        #expect(size(.picture(0, 0)) == LayoutContentSize())
    }

    @Test func `puts room around a button's title`() {
        let title = LayoutText("OK", font: LayoutFont(size: 15))
        let width = title.measure(within: nil).width
        let plain = size(.button(LayoutButton(title: title)))
        #expect(plain.width == 30)
        #expect(plain.height == 30)
        let filled = size(.button(LayoutButton(title: title, isFilled: true)))
        #expect(filled.width == width + 24)
        #expect(filled.height == 32)
        let insets = LayoutInsets(top: 1, left: 20, bottom: 2, right: 30)
        let button = LayoutButton(
            title: title,
            image: LayoutSize(width: 40, height: 50),
            insets: insets
        )
        #expect(size(.button(button)).width == width + 90)
        #expect(size(.button(button)).height == 53)
        #expect(size(.button(LayoutButton())).height == 30)
    }

    @Test func `makes text fields 34 high, and higher for large letters`() {
        #expect(size(.textField(label)).height == 34)
        #expect(size(.textField(LayoutText(""))).height == 34)
        #expect(size(.textField(LayoutText("", font: LayoutFont(size: 30)))).height == 48)
    }

    @Test func `gives a text view a size where it does not scroll`() {
        let insets = LayoutInsets(all: 5)
        #expect(
            size(.textView(label, insets: insets, isScrolling: true)) == LayoutContentSize()
        )
        #expect(size(.textView(label, insets: insets, isScrolling: false)).height == 30.5)
    }

    @Test func `measures a view within limits`() {
        var scene = Scene()
        let text = LayoutText("A text that is wider than a hundred points", lineLimit: 0)
        scene.add(2, .label(text))
        let measure = { (width: Double, height: Double) in
            scene.problem.measure(2, within: LayoutSize(width: width, height: height))
        }
        let free = text.measure(within: nil)
        #expect(measure(0, 0) == LayoutSize(width: free.width, height: free.height))
        #expect(measure(100, 0).height == text.measure(within: 100).height)
        #expect(measure(100, 30).height == 30)
        #expect(scene.problem.measure(99, within: LayoutSize()) == LayoutSize())
    }

    @Test func `measures what constraints and stacks want`() {
        var scene = Scene()
        let text = LayoutText("A text that is wider than a hundred points", lineLimit: 0)
        scene.add(2)
        scene.add(3, in: 2, .label(text))
        scene.pin(3, to: 2, by: 10)
        let limit = LayoutSize(width: 120)
        let wanted = LayoutSize(width: 120, height: text.measure(within: 100).height + 20)
        #expect(scene.problem.measure(2, within: limit) == wanted)
        let free = text.measure(within: nil)
        #expect(scene.problem.measure(2, within: LayoutSize()).width == free.width + 20)
        scene.addStack(
            10,
            LayoutStack(axis: .vertical, spacing: 5),
            of: [.picture(20, 20), .picture(30, 20)]
        )
        let size = scene.problem.measure(10, within: LayoutSize())
        #expect(size == LayoutSize(width: 30, height: 45))
    }

    @Test func `measures a view that wants nothing by its frame`() {
        var scene = Scene()
        scene.add(2, frame: ViewFrame(1, 2, 30, 40))
        let size = scene.problem.measure(2, within: LayoutSize())
        #expect(size == LayoutSize(width: 30, height: 40))
    }
}
