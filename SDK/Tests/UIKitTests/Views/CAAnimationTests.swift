// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import FoundationSupplement
internal import Synchronization
internal import Testing

@testable internal import UIKit

@Suite("Animations of layers")
@MainActor struct CAAnimationTests {
    /// What the delegate has heard, and who waits for more.
    final class Listener: CAAnimationDelegate {
        private(set) var heard: [String] = []
        private var waiting: CheckedContinuation<Void, Never>?

        func animationDidStart(_ anim: CAAnimation) { heard.append("start") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            heard.append("stop \(flag)")
            waiting?.resume()
            waiting = nil
        }

        func stop() async {
            guard !heard.contains(where: { $0.hasPrefix("stop") }) else { return }
            await withCheckedContinuation { waiting = $0 }
        }
    }

    private static func fade(to value: Any) -> CABasicAnimation {
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 1
        fade.toValue = value
        fade.duration = 3600
        return fade
    }

    /// An animation whose end stays to be seen.
    private static func held(
        _ keyPath: String,
        from start: Any? = nil,
        to end: Any? = nil,
        by distance: Any? = nil
    ) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = start
        animation.toValue = end
        animation.byValue = distance
        animation.isRemovedOnCompletion = false
        animation.fillMode = .forwards
        return animation
    }

    @Test func `ends at once, tells its delegate, and leaves the layer as it was`() async {
        let (view, listener) = (UIView(), Listener())
        let fade = Self.fade(to: 0)
        fade.delegate = listener
        view.layer.add(fade, forKey: "fade")
        #expect(view.layer.animationKeys() == ["fade"])
        await listener.stop()
        #expect(listener.heard == ["start", "stop true"])
        #expect(view.layer.animationKeys() == nil)
        #expect(view.alpha == 1)
    }

    @Test func `shows a held end until it is removed`() async {
        let (view, listener) = (UIView(), Listener())
        let fade = Self.fade(to: NSNumber(value: 0.25))
        fade.delegate = listener
        fade.isRemovedOnCompletion = false
        fade.fillMode = .forwards
        view.layer.add(fade, forKey: "fade")
        #expect(view.alpha == 0.25)
        await listener.stop()
        #expect(view.layer.animation(forKey: "fade") === fade)
        view.layer.removeAnimation(forKey: "fade")
        #expect(view.alpha == 1)
        // It had finished, and is not told again.
        #expect(listener.heard == ["start", "stop true"])
    }

    @Test func `tells of an end before its time, and of none where there is none`() async {
        let (view, endless, replaced) = (UIView(), Listener(), Listener())
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.repeatCount = .infinity
        turn.delegate = endless
        view.layer.add(turn, forKey: "turn")
        let first = Self.fade(to: 0)
        first.delegate = replaced
        view.layer.add(first, forKey: "fade")
        let second = Self.fade(to: 0)
        let last = Listener()
        second.delegate = last
        view.layer.add(second, forKey: "fade")
        #expect(replaced.heard == ["stop false"])
        await last.stop()
        #expect(endless.heard == ["start"])
        #expect(view.layer.animationKeys() == ["turn"])
        view.layer.removeAllAnimations()
        #expect(endless.heard == ["start", "stop false"])
    }

    @Test func `holds the last key frame, each of a group, and what is drawn`() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        func held(_ animation: CAAnimation) -> CAAnimation {
            animation.isRemovedOnCompletion = false
            animation.fillMode = .both
            return animation
        }
        let move = CAKeyframeAnimation(keyPath: "position")
        move.values = [CGPoint(x: 5, y: 5), CGPoint(x: 20, y: 30)]
        let colour = CABasicAnimation(keyPath: "backgroundColor")
        colour.toValue = UIColor.red.cgColor
        let group = CAAnimationGroup()
        group.animations = [move, colour]
        view.layer.add(held(group), forKey: nil)
        #expect(view.center == CGPoint(x: 20, y: 30))
        #expect(view.backgroundColor == .red)
        let there = CABasicAnimation(keyPath: "position.x")
        there.toValue = 99
        there.autoreverses = true
        view.layer.add(held(there), forKey: nil)
        #expect(view.center.x == 20)
        let unknown = CABasicAnimation(keyPath: "loudness")
        unknown.toValue = 1
        // The log has this line once in the life of a process, and no other test has it written.
        let log = Mutex<[String]>([])
        RunLog.$recorder.withValue(
            { level, line in log.withLock { $0.append("\(level): \(line)") } },
            operation: { view.layer.add(held(unknown), forKey: nil) }
        )
        let line = "add(_:forKey:) is without effect: the end of loudness is not drawn here"
        #expect(log.withLock(\.self) == ["info: \(line)"])
        view.layer.removeAllAnimations()
        #expect(view.center == CGPoint(x: 5, y: 5))
        #expect(view.backgroundColor == nil)
    }

    @Test func `holds the ends of shadows, of one side and of one axis`() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        let red = UIColor.red.cgColor
        let ends: [(keyPath: String, value: Any)] = [
            ("shadowOpacity", 0.5), ("shadowRadius", 8),
            ("shadowOffset", CGSize(width: 1, height: 2)), ("shadowColor", red),
            ("bounds.size.width", 30), ("bounds.size.height", NSNumber(value: 40)),
            ("transform.scale.x", 2), ("transform.scale.y", 0.5),
        ]
        for end in ends { layer.add(Self.held(end.keyPath, to: end.value), forKey: end.keyPath) }
        #expect(layer.shadowOpacity == 0.5)
        #expect(layer.shadowRadius == 8)
        #expect(layer.shadowOffset == CGSize(width: 1, height: 2))
        #expect(layer.shadowColor == red)
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 0.5))
        layer.removeAllAnimations()
        #expect(layer.shadowOpacity == 0)
        #expect(layer.shadowRadius == 3)
        #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
        #expect(layer.shadowColor == CGColor(gray: 0, alpha: 1))
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(layer.affineTransform() == .identity)
    }

    @Test func `adds a distance to where the property is, or to where the animation begins`() {
        let layer = CAShapeLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.position = CGPoint(x: 5, y: 5)
        layer.strokeEnd = 0.25
        for animation in [
            Self.held("position", by: CGPoint(x: 1, y: 2)), Self.held("position.x", by: 10),
            Self.held("bounds.size", by: CGSize(width: 5, height: -5)),
            Self.held("opacity", by: NSNumber(value: -0.25)), Self.held("strokeEnd", by: 0.5),
            Self.held("shadowOpacity", from: 0.25, by: 0.5), Self.held("transform.scale", by: 1),
            Self.held("borderWidth", to: 4, by: 9),
        ] {
            layer.add(animation, forKey: nil)
        }
        #expect(layer.position == CGPoint(x: 16, y: 7))
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 15, height: 15))
        #expect(layer.opacity == 0.75)
        #expect(layer.strokeEnd == 0.75)
        #expect(layer.shadowOpacity == 0.75)
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 2))
        #expect(layer.borderWidth == 4)
        // Colours have no sum, nor has a number with a point.
        #expect(!layer.show(UIColor.red.cgColor, from: nil, for: "backgroundColor"))
        #expect(!layer.show(1, from: nil, for: "position"))
        layer.removeAllAnimations()
        #expect(layer.position == CGPoint(x: 5, y: 5))
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(layer.opacity == 1)
        #expect(layer.strokeEnd == 0.25)
        #expect(layer.affineTransform() == .identity)
    }

    @Test func `calls a transaction's block after its end`() async {
        await withCheckedContinuation { continuation in
            CATransaction.begin()
            CATransaction.setAnimationDuration(2)
            CATransaction.begin()
            #expect(CATransaction.animationDuration() == 2)
            #expect(CATransaction.completionBlock() == nil)
            CATransaction.commit()
            CATransaction.setCompletionBlock { continuation.resume() }
            CATransaction.commit()
        }
        // One too many does nothing.
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25)
    }
}
