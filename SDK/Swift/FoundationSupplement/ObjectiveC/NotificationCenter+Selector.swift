// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

extension NotificationCenter {
    /// Has a method of an object called for notifications, on the thread that posts them.
    ///
    /// The centre does not keep the observer, and forgets it once it is gone.
    ///
    /// - Parameters:
    ///   - observer: The object.
    ///   - aSelector: A method that is marked `@objc`; it may take the notification.
    ///   - aName: The notifications' name; nil for all.
    ///   - anObject: Who has to have posted them; nil for anybody.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/notificationcenter/addobserver(_:selector:name:object:)
    public func addObserver(
        _ observer: Any,
        selector aSelector: Selector,
        name aName: NSNotification.Name?,
        object anObject: Any?
    ) {
        let observation = Observation(observer as AnyObject, of: aName, from: anObject, in: self)
        observation.token = addObserver(forName: aName, object: anObject, queue: nil) {
            [weak observation] notification in
            guard let observation else { return }
            guard let observer = observation.observer else {
                return Observations.remove { $0 === observation }
            }
            let caller = "The notification \(notification.name.rawValue)"
            SelectorCall.make(aSelector, on: observer, [notification], by: caller)
        }
        Observations.add(observation)
    }

    /// Ends all that an object observes, or what a token stands for.
    ///
    /// - Parameter observer: The object, or what `addObserver(forName:object:queue:using:)` returned.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/notificationcenter/removeobserver(_:)
    public func removeObserver(_ observer: AnyObject) {
        removeObserver(observer, name: nil, object: nil)
    }

    /// Ends what an object observes of a name and an object, or what a token stands for.
    ///
    /// - Parameters:
    ///   - observer: The object, or what `addObserver(forName:object:queue:using:)` returned.
    ///   - aName: The notifications' name; nil for all.
    ///   - anObject: Who posts them; nil for anybody.
    /// - SeeAlso: https://developer.apple.com/documentation/foundation/notificationcenter/removeobserver(_:name:object:)
    public func removeObserver(
        _ observer: AnyObject,
        name aName: NSNotification.Name?,
        object anObject: Any?
    ) {
        removeObserver(observer as Any, name: aName, object: anObject)
        Observations.remove {
            $0.center === self && $0.observer === observer
                && (aName == nil || $0.name == aName)
                && (anObject == nil || $0.object === anObject as AnyObject)
        }
    }
}

/// What an object observes by one of its methods.
// Unchecked: all but the token is constant, and that is set before anybody else has the observation.
private final class Observation: @unchecked Sendable {
    weak let observer: AnyObject?
    weak let object: AnyObject?
    let name: NSNotification.Name?
    let center: NotificationCenter
    var token: (any NSObjectProtocol)?

    init(
        _ observer: AnyObject,
        of name: NSNotification.Name?,
        from object: Any?,
        in center: NotificationCenter
    ) {
        self.observer = observer
        self.name = name
        self.object = object as AnyObject?
        self.center = center
    }
}

/// The observations of all centres.
private enum Observations {
    private static let all = Mutex<[Observation]>([])

    static func add(_ observation: Observation) { all.withLock { $0.append(observation) } }

    /// Ends observations, and those of objects that are gone.
    static func remove(_ isOver: (Observation) -> Bool) {
        let removed = all.withLock { all in
            let removed = all.filter { $0.observer == nil || isOver($0) }
            all.removeAll { observation in removed.contains { $0 === observation } }
            return removed
        }
        for observation in removed {
            guard let token = observation.token else { continue }
            observation.center.removeObserver(token as Any)
        }
    }
}
