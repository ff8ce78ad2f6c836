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
        case "opacity": show(number(value).map { Float($0) }, at: \.opacity)
        case "borderWidth": show(number(value), at: \.borderWidth)
        case "cornerRadius": show(number(value), at: \.cornerRadius)
        case "hidden": show(number(value).map { $0 != 0 }, at: \.isHidden)
        case "backgroundColor": show(color(value), at: \.backgroundColor)
        case "borderColor": show(color(value), at: \.borderColor)
        case "position": show(value as? CGPoint, at: \.position)
        case "position.x": show(number(value), at: \.position.x)
        case "position.y": show(number(value), at: \.position.y)
        case "bounds": show(value as? CGRect, at: \.bounds)
        case "bounds.size": show(value as? CGSize, at: \.bounds.size)
        case "transform.scale": turn(by: number(value).map { CGAffineTransform(scaleX: $0, y: $0) })
        case "transform.rotation", "transform.rotation.z":
            turn(by: number(value).map { CGAffineTransform(rotationAngle: $0) })
        case "transform.translation.x":
            turn(by: number(value).map { CGAffineTransform(translationX: $0, y: 0) })
        case "transform.translation.y":
            turn(by: number(value).map { CGAffineTransform(translationX: 0, y: $0) })
        default: false
        }
    }

    private func show<Value>(
        _ value: Value?,
        at path: ReferenceWritableKeyPath<CALayer, Value>
    ) -> Bool {
        guard let value, let last = motions.indices.last else { return false }
        let before = self[keyPath: path]
        motions[last].restores.append { [unowned self] in self[keyPath: path] = before }
        self[keyPath: path] = value
        return true
    }

    private func turn(by transform: CGAffineTransform?) -> Bool {
        guard let transform, let view, let last = motions.indices.last else { return false }
        let before = view.transform
        motions[last].restores.append { [weak view] in view?.transform = before }
        view.transform = transform.concatenating(before)
        return true
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
