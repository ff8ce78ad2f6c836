// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What listens to the user's finger.
extension StoryboardScene {
    private static let recognizers: [String: UIGestureRecognizer.Type] = [
        "gestureRecognizer": UIGestureRecognizer.self,
        "longPressGestureRecognizer": UILongPressGestureRecognizer.self,
        "panGestureRecognizer": UIPanGestureRecognizer.self,
        "pinchGestureRecognizer": UIPinchGestureRecognizer.self,
        "rotationGestureRecognizer": UIRotationGestureRecognizer.self,
        "swipeGestureRecognizer": UISwipeGestureRecognizer.self,
        "tapGestureRecognizer": UITapGestureRecognizer.self,
    ]

    /// Makes a recognizer of the scene's.
    func makeRecognizer(_ element: StoryboardElement) {
        guard let usual = Self.recognizers[element.name] else {
            return file.warn("<\(element.name)>", at: element.line)
        }
        let type = namedClass(of: element, usual)
        guard let recognizer = type.init(coder: StoryboardCoder { _ in }) else {
            return file.complain("init(coder:) returned nil; it is left out", at: element)
        }
        if let id = element["id"] { objects[id] = recognizer }
        if let flag = element.flag("enabled") { recognizer.isEnabled = flag }
        if let flag = element.flag("cancelsTouchesInView") {
            recognizer.cancelsTouchesInView = flag
        }
        switch recognizer {
        case let tap as UITapGestureRecognizer:
            if let count = element.integer("numberOfTapsRequired") {
                tap.numberOfTapsRequired = count
            }
            if let count = element.integer("numberOfTouchesRequired") {
                tap.numberOfTouchesRequired = count
            }
        case let press as UILongPressGestureRecognizer: fill(press, element)
        case let swipe as UISwipeGestureRecognizer:
            if let direction = element.choice("direction", Self.directions) {
                swipe.direction = direction
            }
            if let count = element.integer("numberOfTouchesRequired") {
                swipe.numberOfTouchesRequired = count
            }
            // Xcode names directions in an element, too.
            if let flags = element.keyed("direction") {
                let chosen = Self.directions.filter { flags.flag($0.key) == true }
                if !chosen.isEmpty { swipe.direction = chosen.values.reduce([]) { $0.union($1) } }
            }
        case let pan as UIPanGestureRecognizer:
            if let count = element.integer("minimumNumberOfTouches") {
                pan.minimumNumberOfTouches = count
            }
            if let count = element.integer("maximumNumberOfTouches") {
                pan.maximumNumberOfTouches = count
            }
        default: break
        }
    }

    private static let directions: [String: UISwipeGestureRecognizer.Direction] = [
        "down": .down, "left": .left, "right": .right, "up": .up,
    ]

    private func fill(_ press: UILongPressGestureRecognizer, _ element: StoryboardElement) {
        if let count = element.integer("numberOfTapsRequired") {
            press.numberOfTapsRequired = count
        }
        if let count = element.integer("numberOfTouchesRequired") {
            press.numberOfTouchesRequired = count
        }
        if let seconds = element.number("minimumPressDuration") {
            press.minimumPressDuration = seconds
        }
        if let distance = element.number("allowableMovement") { press.allowableMovement = distance }
    }
}
