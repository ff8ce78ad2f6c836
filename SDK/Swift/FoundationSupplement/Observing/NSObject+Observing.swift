// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// What observes a property, until it is invalidated or gone.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    // Unchecked: what it has is behind the mutex.

    private let entry: Mutex<KeyValueObservations.Entry?>

    init(_ entry: KeyValueObservations.Entry) {
        self.entry = Mutex(entry)
    }

    deinit {
        invalidate()
    }

    /// Ends it; its handler is called no more.
    public func invalidate() {
        let entry = entry.withLock { entry in
            defer { entry = nil }
            return entry
        }
        if let entry { KeyValueObservations.remove(entry) }
    }
}

/// What properties can be observed of.
public protocol KeyValueObservable: NSObject {}

extension NSObject: KeyValueObservable {}

extension KeyValueObservable {
    /// Observes a property, of any class and declared in any way.
    ///
    /// The handler is called where the SDK's classes say that they have changed, such as a player; by
    /// ``didChangeValue(for:)``; and, of a property whose values can be compared, when the callback of
    /// the extension has returned in which it changed. In a service extension it is called on the
    /// callback's thread, and where nothing was told before, on that which calls the content handler,
    /// before the content is taken.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: What the handler is to be told.
    ///   - changeHandler: Is called with the object and the change.
    /// - Returns: What has to be kept as long as it is to be observed.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        var last = self[keyPath: keyPath]
        if options.contains(.initial) {
            let new = options.contains(.new) ? last : nil
            changeHandler(self, NSKeyValueObservedChange(new: new, old: nil))
        }
        let entry = KeyValueObservations.Entry(self, keyPath) { [weak self] isForced in
            guard let self else { return false }
            let value = self[keyPath: keyPath]
            guard isForced || Self.differs(value, last) else { return false }
            let change = NSKeyValueObservedChange(
                new: options.contains(.new) ? value : nil,
                old: options.contains(.old) ? last : nil
            )
            last = value
            changeHandler(self, change)
            return true
        }
        KeyValueObservations.add(entry)
        return NSKeyValueObservation(entry)
    }

    /// Says that a property is about to change; see ``didChangeValue(for:)``.
    ///
    /// - Note: Without effect: observers are told afterwards.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {}

    /// Says that a property was set: its observers are told, whatever its value.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        KeyValueObservations.changed(keyPath, of: self)
    }

    /// Whether two values can be told apart: by their comparison, objects without one by which they are.
    private static func differs<Value>(_ value: Value, _ other: Value) -> Bool {
        if let value = value as? any Equatable { return !isEqual(value, other) }
        guard type(of: value) is AnyClass, type(of: other) is AnyClass else { return false }
        return value as AnyObject !== other as AnyObject
    }

    private static func isEqual<Compared: Equatable>(_ value: Compared, _ other: Any) -> Bool {
        (other as? Compared) == value
    }
}
