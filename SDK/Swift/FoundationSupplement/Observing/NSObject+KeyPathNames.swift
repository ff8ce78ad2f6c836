// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What hears of properties that it observes by their names.
///
/// Controllers and views do, on the main thread, and service extensions, on the thread of their
/// callback. Other objects are told by `belfry build`'s means, as by a selector.
public protocol NamedKeyValueObserver: NSObject {
    /// Tells of a property that has another value.
    func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    )
}

/// What hears on any thread of properties that it observes by their names.
package protocol AnyThreadObserver: NamedKeyValueObserver {}

extension NSObjectProtocol where Self: NSObject {
    /// Has an observer told of a property, which is named as Objective-C names it.
    ///
    /// The name is one of the extension's own `@objc` properties, or one of the SDK's classes that
    /// are usually observed: a player's `status` and `rate`, a web view's `estimatedProgress`, a
    /// scroll view's `contentSize` and their like. Another name is an error in the run's log, where
    /// iOS ends the process. When the observer is told is said at ``KeyValueObservable``'s
    /// `observe(_:options:changeHandler:)`.
    ///
    /// - Parameters:
    ///   - observer: Whose `observeValue(forKeyPath:of:change:context:)` is called.
    ///   - keyPath: The name, or names with dots between them.
    ///   - options: What it is to be told.
    ///   - context: What it is given, to know its observation by.
    public func addObserver(
        _ observer: NSObject,
        forKeyPath keyPath: String,
        options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        let found = unsafe NamedObservation(of: self, keyPath, for: observer, options, context)
        guard let found else {
            let message = """
                \(Swift.type(of: self)) has no property \(keyPath) that can be observed by name; mark a \
                property of the extension's @objc, or observe it by observe(\\.property).
                """
            return RunLog.write(.error, message)
        }
        NamedObservation.add(found)
        if options.contains(.initial) { found.tell(old: nil) }
    }

    /// Has an observer told of a property no more.
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        NamedObservation.remove { $0.isOf(self, keyPath, observer) }
    }

    /// Has an observer told of a property no more that it observes with a context.
    public func removeObserver(
        _ observer: NSObject,
        forKeyPath keyPath: String,
        context: UnsafeMutableRawPointer?
    ) {
        NamedObservation.remove {
            unsafe $0.isOf(self, keyPath, observer) && $0.hasContext(context)
        }
    }

    /// Says that a property is about to change; see ``didChangeValue(forKey:)``.
    ///
    /// - Note: Without effect: observers are told afterwards.
    public func willChangeValue(forKey key: String) {}

    /// Says that a property was set: who observes it by its name is told, whatever its value.
    public func didChangeValue(forKey key: String) {
        NamedObservation.changed(key, of: self)
    }
}
