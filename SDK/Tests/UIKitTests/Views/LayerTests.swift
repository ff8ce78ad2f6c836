// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CoreGraphics
internal import Foundation
internal import FoundationSupplement
internal import Synchronization
internal import Testing

@testable internal import UIKit

/// Layers that are drawn by themselves.
extension MirroringTests {
    /// The host's view of a layer.
    private func shown(_ layer: CALayer) -> StandInHost.View? {
        layer.madeNode.flatMap { node in
            StandInHost.state.withLock { $0.views[node.handle.id] }
        }
    }

    private func id(_ layer: CALayer) -> UInt64? { layer.madeNode?.handle.id }

    @Test func `a sublayer is a view of the host's that nobody touches`() {
        let (view, layer) = (UIView(), CALayer())
        layer.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
        layer.backgroundColor = UIColor.red.cgColor
        layer.opacity = 0.5
        #expect(layer.madeNode == nil)
        view.layer.addSublayer(layer)
        layer.cornerRadius = 4
        #expect(StandInHost.view(view)?.children == [layer].compactMap(id))
        let own = shown(layer)
        #expect(own?.kind == BF_VIEW_PLAIN)
        #expect(own?.frame == [1, 2, 30, 40])
        #expect(own?.integers[BF_VIEW_INTERACTIVE] == 0)
        #expect(own?.integers[BF_VIEW_BACKGROUND_COLOR] != nil)
        #expect(own?.reals[BF_VIEW_ALPHA] == 0.5)
        #expect(own?.reals[BF_VIEW_CORNER_RADIUS] == 4)
        #expect(view.subviews.isEmpty)
    }

    @Test func `layers and subviews keep their order among each other`() {
        let (parent, first, second) = (UIView(), UIView(), UIView())
        let (back, middle, front) = (CALayer(), CALayer(), CALayer())
        parent.addSubview(first)
        parent.layer.addSublayer(front)
        parent.layer.insertSublayer(back, at: 0)
        parent.insertSubview(second, at: 0)
        parent.layer.insertSublayer(middle, above: second.layer)
        let order = [back, second.layer, middle, first.layer, front]
        #expect(parent.layer.sublayers == order)
        #expect(StandInHost.view(parent)?.children == order.compactMap(id))
        parent.bringSubviewToFront(second)
        parent.layer.insertSublayer(front, below: first.layer)
        let next = [back, middle, front, first.layer, second.layer]
        #expect(parent.layer.sublayers == next)
        #expect(StandInHost.view(parent)?.children == next.compactMap(id))
        first.removeFromSuperview()
        middle.removeFromSuperlayer()
        #expect(StandInHost.view(parent)?.children == [back, front, second.layer].compactMap(id))
        #expect(parent.subviews == [second])
    }

    @Test func `no layer is put into itself or what it holds`() {
        let (outer, inner) = (CALayer(), CALayer())
        outer.addSublayer(inner)
        inner.addSublayer(outer)
        inner.addSublayer(inner)
        #expect(inner.sublayers == nil)
        #expect(outer.superlayer == nil)
    }

    @Test func `position, anchor and transform say where it is`() {
        let layer = CALayer()
        layer.anchorPoint = CGPoint(x: 0, y: 1)
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.position = CGPoint(x: 100, y: 100)
        #expect(layer.frame == CGRect(x: 100, y: 80, width: 10, height: 20))
        layer.transform = CATransform3DMakeScale(2, 2, 1)
        #expect(layer.frame == CGRect(x: 100, y: 60, width: 20, height: 40))
        #expect(CATransform3DIsAffine(layer.transform))
        let turned = CATransform3DRotate(CATransform3DMakeTranslation(5, 0, 0), .pi / 2, 0, 0, 1)
        let point = CGPoint(x: 1, y: 0).applying(CATransform3DGetAffineTransform(turned))
        #expect(abs(point.x - 5) < 1e-9 && abs(point.y - 1) < 1e-9)
    }

    /// Draws half of itself, and tells how often it was asked to.
    private final class Drawing: UIView {
        var count = 0

        override func draw(_ rect: CGRect) {
            super.draw(rect)
            count += 1
            UIRectFill(CGRect(x: 0, y: 0, width: rect.width / 2, height: rect.height))
        }
    }

    @Test func `a view that draws itself is drawn once, and again when it asks`() throws {
        let (view, label) = (Drawing(frame: CGRect(x: 0, y: 0, width: 20, height: 10)), UILabel())
        view.addSubview(label)
        view.settle()
        view.settle()
        #expect(view.count == 1)
        let children = try #require(StandInHost.view(view)?.children)
        #expect(children.count == 2 && children.last == id(label.layer))
        let picture = StandInHost.state.withLock { $0.views[children[0]] }
        #expect(picture?.kind == BF_VIEW_IMAGE)
        #expect(picture?.image != nil)
        #expect(picture?.frame == [0, 0, 20, 10])
        view.setNeedsDisplay()
        view.settle()
        #expect(view.count == 2)
        view.frame.size.width = 30
        view.settle()
        #expect(view.count == 3)
    }

    /// Draws two texts, over a picture where it has one.
    private final class Writing: UIView {
        var hasPicture = false
        var texts = ["12", "minutes"]

        override func draw(_ rect: CGRect) {
            if hasPicture { UIRectFill(rect) }
            let context = UIGraphicsGetCurrentContext()
            context?.translateBy(x: 5, y: 0)
            for (index, text) in texts.enumerated() {
                text.draw(
                    in: CGRect(x: 0, y: CGFloat(index) * 20, width: 40, height: 8),
                    withAttributes: [.font: UIFont.boldSystemFont(ofSize: 14)]
                )
            }
        }
    }

    /// The host's views of what a view draws, the content's own first.
    private func drawn(_ view: UIView) throws -> [StandInHost.View] {
        let content = try #require(StandInHost.view(view)?.children.first)
        return StandInHost.state.withLock { state in
            guard let own = state.views[content] else { return [] }
            return [own] + own.children.compactMap { state.views[$0] }
        }
    }

    @Test func `a text that a view draws is the host's, over the picture of the rest`() throws {
        let view = Writing(frame: CGRect(x: 0, y: 0, width: 80, height: 50))
        view.settle()
        var parts = try drawn(view)
        #expect(parts.map(\.kind) == [BF_VIEW_PLAIN, BF_VIEW_LABEL, BF_VIEW_LABEL])
        #expect(parts.dropFirst().compactMap { $0.texts[BF_VIEW_TEXT] } == ["12", "minutes"])
        #expect(parts[1].integers[BF_VIEW_FONT_WEIGHT] == 700)
        #expect(parts[1].reals[BF_VIEW_FONT_SIZE] == 14)
        #expect(parts[2].frame == [5, 20, 40, 8])
        view.hasPicture = true
        view.texts = ["11"]
        view.setNeedsDisplay()
        view.settle()
        parts = try drawn(view)
        #expect(parts.map(\.kind) == [BF_VIEW_IMAGE, BF_VIEW_LABEL])
        #expect(parts.last?.texts[BF_VIEW_TEXT] == "11")
        #expect(StandInHost.view(view)?.children.count == 1)
    }

    @Test func `who observes a view's bounds hears of a size that was laid out`() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        var widths: [CGFloat] = []
        let observation = view.observe(\.bounds, options: [.new]) { _, change in
            widths.append(change.newValue?.width ?? 0)
        }
        ViewLayout.callback { view.frame.size.width = 30 }
        ViewLayout.callback { view.frame.origin.x = 30 }
        #expect(widths == [30])
        observation.invalidate()
    }

    @Test func `a view that draws nothing costs the host no picture`() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        view.settle()
        #expect(StandInHost.view(view)?.children == [])
    }

    private final class Gradient: UIView {
        override class var layerClass: AnyClass { CAGradientLayer.self }
    }

    @Test func `a view has a layer of its class`() {
        let view = Gradient(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        let gradient = view.layer as? CAGradientLayer
        gradient?.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
        view.settle()
        #expect(StandInHost.view(view)?.children.count == 1)
        gradient?.colors = nil
        view.settle()
        #expect(StandInHost.view(view)?.children == [])
    }

    @Test func `a shape reaches beyond its bounds`() throws {
        let shape = CAShapeLayer()
        shape.path = CGPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20))
        let picture = try #require(shape.makeContent(.zero))
        #expect(picture.frame.contains(CGRect(x: 10, y: 10, width: 20, height: 20)))
        let image = try #require(picture.image)
        let middle = Int(image.size.width)
        #expect(Pictures.pixel(image, middle, middle) == [0, 0, 0, 255])
        shape.fillColor = nil
        #expect(shape.makeContent(.zero) == nil)
    }

    @Test func `a text stands at the layer's upper edge`() throws {
        let (view, text) = (UIView(), CATextLayer())
        text.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
        text.string = "Hello"
        text.fontSize = 17
        view.layer.addSublayer(text)
        view.settle()
        let label = try #require(shown(text)?.children.first)
        let own = try #require(StandInHost.state.withLock { $0.views[label] })
        #expect(own.kind == BF_VIEW_LABEL)
        #expect(own.texts[BF_VIEW_TEXT] == "Hello")
        #expect(own.reals[BF_VIEW_FONT_SIZE] == 17)
        text.string = nil
        view.settle()
        #expect(shown(text)?.children == [])
    }

    @Test func `the end of a line's animation is held`() {
        let shape = CAShapeLayer()
        shape.strokeEnd = 0
        let grow = CABasicAnimation(keyPath: "strokeEnd")
        grow.toValue = 1
        grow.fillMode = .forwards
        grow.isRemovedOnCompletion = false
        shape.add(grow, forKey: "grow")
        #expect(shape.strokeEnd == 1)
        shape.removeAllAnimations()
        #expect(shape.strokeEnd == 0)
    }
}
