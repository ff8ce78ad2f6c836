// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

/// A layer's animations.
extension CALayer {
    /// One that the layer has, and what it changed.
    struct Motion {
        let animation: CAAnimation
        let key: String?

        /// Whether its delegate has heard of its end.
        var isOver = false

        /// What puts the layer's properties back that it shows the end of.
        var restores: [() -> Void] = []
    }

    /// Adds an animation; one of the same key goes.
    ///
    /// The host shows its end at once, where it is held. The delegate hears of its beginning and, if it
    /// has one, of its end soon after, on the main thread.
    ///
    /// - Parameters:
    ///   - anim: The animation; the layer keeps it while it lasts.
    ///   - key: A name to find it by.
    public func add(_ anim: CAAnimation, forKey key: String?) {
        if let key { removeAnimation(forKey: key) }
        motions.append(Motion(animation: anim, key: key))
        if anim.isHeld { anim.showEnd(in: self) }
        DispatchQueue.main.async {
            // An animation is the main thread's, as its layer is.
            MainActor.assumeIsolated {
                anim.delegate?.animationDidStart(anim)
                let index = self.motions.firstIndex { $0.animation === anim && !$0.isOver }
                guard !anim.isEndless, let index else { return }
                self.motions[index].isOver = true
                if anim.isRemovedOnCompletion { self.motions.remove(at: index) }
                anim.delegate?.animationDidStop(anim, finished: true)
            }
        }
    }

    /// Takes away an animation; its delegate hears that it has not finished, if it had not.
    public func removeAnimation(forKey key: String) {
        guard let index = motions.firstIndex(where: { $0.key == key }) else { return }
        end(motions.remove(at: index))
    }

    /// Takes away all animations; see ``removeAnimation(forKey:)``.
    public func removeAllAnimations() {
        let ended = motions
        motions = []
        for motion in ended.reversed() { end(motion) }
    }

    /// The animation of a key; nil where there is none.
    public func animation(forKey key: String) -> CAAnimation? {
        motions.first { $0.key == key }?.animation
    }

    /// The keys of the animations that it has; nil where there are none.
    public func animationKeys() -> [String]? {
        let keys = motions.compactMap(\.key)
        return keys.isEmpty ? nil : keys
    }

    private func end(_ motion: Motion) {
        for restore in motion.restores.reversed() { restore() }
        if !motion.isOver {
            motion.animation.delegate?.animationDidStop(motion.animation, finished: false)
        }
    }

    // MARK: What is held

    /// Shows a property's value until the newest animation goes.
    ///
    /// - Returns: Whether the property is drawn here, and the value is one of its kind.
    func show(_ value: Any, for keyPath: String) -> Bool {
        switch keyPath {
        case "opacity": show(number(value).map { Float($0) }, at: \CALayer.opacity)
        case "borderWidth": show(number(value), at: \CALayer.borderWidth)
        case "cornerRadius": show(number(value), at: \CALayer.cornerRadius)
        case "hidden": show(number(value).map { $0 != 0 }, at: \CALayer.isHidden)
        case "shadowOpacity": show(number(value).map { Float($0) }, at: \CALayer.shadowOpacity)
        case "shadowRadius": show(number(value), at: \CALayer.shadowRadius)
        case "shadowOffset": show(value as? CGSize, at: \CALayer.shadowOffset)
        case "shadowColor": show(color(value), at: \CALayer.shadowColor)
        case "backgroundColor": show(color(value), at: \CALayer.backgroundColor)
        case "borderColor": show(color(value), at: \CALayer.borderColor)
        case "position": show(value as? CGPoint, at: \CALayer.position)
        case "position.x": show(number(value), at: \CALayer.position.x)
        case "position.y": show(number(value), at: \CALayer.position.y)
        case "bounds": show(value as? CGRect, at: \CALayer.bounds)
        case "bounds.size": show(value as? CGSize, at: \CALayer.bounds.size)
        case "bounds.size.width": show(number(value), at: \CALayer.bounds.size.width)
        case "bounds.size.height": show(number(value), at: \CALayer.bounds.size.height)
        case "transform": show(value as? CATransform3D, at: \CALayer.transform)
        case "contents": show(value, at: \CALayer.contents)
        case "transform.scale": turn(by: number(value).map { CGAffineTransform(scaleX: $0, y: $0) })
        case "transform.scale.x":
            turn(by: number(value).map { CGAffineTransform(scaleX: $0, y: 1) })
        case "transform.scale.y":
            turn(by: number(value).map { CGAffineTransform(scaleX: 1, y: $0) })
        case "transform.rotation", "transform.rotation.z":
            turn(by: number(value).map { CGAffineTransform(rotationAngle: $0) })
        case "transform.translation.x":
            turn(by: number(value).map { CGAffineTransform(translationX: $0, y: 0) })
        case "transform.translation.y":
            turn(by: number(value).map { CGAffineTransform(translationX: 0, y: $0) })
        default: showShape(value, for: keyPath) || showGradient(value, for: keyPath)
        }
    }

    /// Shows the sum of a property's value and a distance until the newest animation goes.
    ///
    /// - Parameters:
    ///   - distance: What is added: a number, a point, a size or a rectangle.
    ///   - start: What it is added to; nil for the value that the property has.
    ///   - keyPath: The property.
    /// - Returns: Whether the property is drawn here, and the values are of its kind.
    func show(_ distance: Any, from start: Any?, for keyPath: String) -> Bool {
        guard let start = start ?? presentValue(for: keyPath), let end = sum(start, distance)
        else { return false }
        return show(end, for: keyPath)
    }

    /// The value of a property that something can be added to; nil for any other property.
    private func presentValue(for keyPath: String) -> Any? {
        switch keyPath {
        case "opacity": opacity
        case "borderWidth": borderWidth
        case "cornerRadius": cornerRadius
        case "shadowOpacity": shadowOpacity
        case "shadowRadius": shadowRadius
        case "shadowOffset": shadowOffset
        case "position": position
        case "position.x": position.x
        case "position.y": position.y
        case "bounds": bounds
        case "bounds.size": bounds.size
        case "bounds.size.width": bounds.size.width
        case "bounds.size.height": bounds.size.height
        // The end of a part of the transform is shown on top of the transform that the layer has.
        case "transform.scale", "transform.scale.x", "transform.scale.y": 1
        case "transform.rotation", "transform.rotation.z", "transform.translation.x",
            "transform.translation.y":
            0
        case "strokeStart": (self as? CAShapeLayer)?.strokeStart
        case "strokeEnd": (self as? CAShapeLayer)?.strokeEnd
        case "lineWidth": (self as? CAShapeLayer)?.lineWidth
        case "lineDashPhase": (self as? CAShapeLayer)?.lineDashPhase
        case "startPoint": (self as? CAGradientLayer)?.startPoint
        case "endPoint": (self as? CAGradientLayer)?.endPoint
        default: nil
        }
    }

    private func showShape(_ value: Any, for keyPath: String) -> Bool {
        guard let shape = self as? CAShapeLayer else { return false }
        return switch keyPath {
        case "strokeStart": shape.show(number(value), at: \CAShapeLayer.strokeStart)
        case "strokeEnd": shape.show(number(value), at: \CAShapeLayer.strokeEnd)
        case "lineWidth": shape.show(number(value), at: \CAShapeLayer.lineWidth)
        case "lineDashPhase": shape.show(number(value), at: \CAShapeLayer.lineDashPhase)
        case "fillColor": shape.show(color(value), at: \CAShapeLayer.fillColor)
        case "strokeColor": shape.show(color(value), at: \CAShapeLayer.strokeColor)
        case "path": shape.show(value as? CGPath, at: \CAShapeLayer.path)
        default: false
        }
    }

    private func showGradient(_ value: Any, for keyPath: String) -> Bool {
        guard let gradient = self as? CAGradientLayer else { return false }
        return switch keyPath {
        case "colors": gradient.show(value as? [Any], at: \CAGradientLayer.colors)
        case "locations": gradient.show(value as? [NSNumber], at: \CAGradientLayer.locations)
        case "startPoint": gradient.show(value as? CGPoint, at: \CAGradientLayer.startPoint)
        case "endPoint": gradient.show(value as? CGPoint, at: \CAGradientLayer.endPoint)
        default: false
        }
    }

    private func show<Layer: CALayer, Value>(
        _ value: Value?,
        at path: ReferenceWritableKeyPath<Layer, Value>
    ) -> Bool {
        guard let layer = self as? Layer, let value, let last = motions.indices.last else {
            return false
        }
        let before = layer[keyPath: path]
        motions[last].restores.append { [unowned layer] in layer[keyPath: path] = before }
        layer[keyPath: path] = value
        return true
    }

    private func turn(by map: CGAffineTransform?) -> Bool {
        guard let map else { return false }
        let turned = map.concatenating(affineTransform())
        return show(CATransform3DMakeAffineTransform(turned), at: \CALayer.transform)
    }

    private func sum(_ start: Any, _ distance: Any) -> Any? {
        switch (start, distance) {
        case let (start as CGPoint, distance as CGPoint):
            return CGPoint(x: start.x + distance.x, y: start.y + distance.y)
        case let (start as CGSize, distance as CGSize):
            return CGSize(
                width: start.width + distance.width,
                height: start.height + distance.height
            )
        case let (start as CGRect, distance as CGRect):
            return CGRect(
                x: start.origin.x + distance.origin.x,
                y: start.origin.y + distance.origin.y,
                width: start.size.width + distance.size.width,
                height: start.size.height + distance.size.height
            )
        default:
            guard let start = number(start), let distance = number(distance) else { return nil }
            return start + distance
        }
    }

    private func number(_ value: Any) -> CGFloat? {
        switch value {
        case let value as CGFloat: value
        case let value as Double: CGFloat(value)
        case let value as Float: CGFloat(value)
        case let value as Int: CGFloat(value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: CGFloat(value.doubleValue)
        default: nil
        }
    }

    private func color(_ value: Any) -> CGColor?? {
        switch value {
        case let value as CGColor: value
        case let value as UIColor: value.cgColor
        default: .none
        }
    }
}
