// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// A property that is observed by its name.
// Unchecked: the last value is used by one thread at a time, as an entry is told by one; the observer is
// told where the property is changed, as on iOS.
final class NamedObservation: @unchecked Sendable {
    private static let all = Mutex<[NamedObservation]>([])

    private weak var object: NSObject?
    private weak var observer: NSObject?
    private let keyPath: String
    private let options: NSKeyValueObservingOptions
    private let context: UInt
    private var last: Any?
    private var entry: KeyValueObservations.Entry?

    /// Finds a property; nil where the object has none of the name.
    init?(
        of object: NSObject,
        _ keyPath: String,
        for observer: NSObject,
        _ options: NSKeyValueObservingOptions,
        _ context: UnsafeMutableRawPointer?
    ) {
        guard let value = Self.value(keyPath, of: object) else { return nil }
        self.object = object
        self.observer = observer
        self.keyPath = keyPath
        self.options = options
        self.context = UInt(bitPattern: context)
        last = value
        // No property is known by a key path of Swift's; the name is looked up each time.
        entry = KeyValueObservations.Entry(object, \NSObject.hash) { [weak self] isForced in
            self?.look(isForced: isForced) ?? false
        }
    }

    static func add(_ observation: NamedObservation) {
        all.withLock { $0.append(observation) }
        if let entry = observation.entry { KeyValueObservations.add(entry) }
    }

    static func remove(_ isMeant: (NamedObservation) -> Bool) {
        let ended = all.withLock { all in
            let ended = all.filter { isMeant($0) || $0.object == nil || $0.observer == nil }
            all.removeAll { observation in ended.contains { $0 === observation } }
            return ended
        }
        for observation in ended {
            if let entry = observation.entry { KeyValueObservations.remove(entry) }
        }
    }

    /// Tells who observes a property by a name that was set.
    static func changed(_ key: String, of object: NSObject) {
        let found = all.withLock { all in all.filter { $0.object === object && $0.keyPath == key } }
        for observation in found { _ = observation.entry?.look(isForced: true) }
    }

    func isOf(_ object: NSObject, _ keyPath: String, _ observer: NSObject) -> Bool {
        self.object === object && self.keyPath == keyPath && self.observer === observer
    }

    func hasContext(_ context: UnsafeMutableRawPointer?) -> Bool {
        self.context == UInt(bitPattern: context)
    }

    /// Tells the observer of the value that there is now.
    func tell(old: Any?) {
        guard let object, let observer else { return }
        var change: [NSKeyValueChangeKey: Any] = [
            .kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)
        ]
        if options.contains(.new) {
            change[.newKey] = Self.boxed(Self.value(keyPath, of: object)) ?? NSNull()
        }
        if options.contains(.old), let old { change[.oldKey] = Self.boxed(old) ?? NSNull() }
        let context = unsafe UnsafeMutableRawPointer(bitPattern: context)
        if let observer = observer as? any NamedKeyValueObserver {
            let isHeardHere = Thread.isMainThread || observer is any AnyThreadObserver
            // Called once, here or on the main thread, which views and controllers need.
            nonisolated(unsafe) let call = {
                unsafe observer.observeValue(
                    forKeyPath: self.keyPath,
                    of: object,
                    change: change,
                    context: context
                )
            }
            return isHeardHere ? unsafe call() : DispatchQueue.main.async { unsafe call() }
        }
        let name = Self.selectors.first { ObjectiveCRuntime.method($0, of: observer) != nil }
        let arguments: [Any] = unsafe [
            keyPath as String? as Any, object as Any? as Any, change as Any, context as Any,
        ]
        do {
            try ObjectiveCRuntime.send(name ?? Self.selectors[0], to: observer, arguments)
        } catch {
            RunLog.write(.error, error.message)
        }
    }

    /// What an observer's method is called: in Objective-C, and by the labels of an `@objc func`.
    private static let selectors = [
        "observeValueForKeyPath:ofObject:change:context:",
        "observeValueForKeyPath:of:change:context:",
    ]

    /// Tells the observer where the value is another one, or in any case; whether it was told.
    private func look(isForced: Bool) -> Bool {
        guard let object else { return false }
        let (value, old) = (Self.value(keyPath, of: object), last)
        guard isForced || !Self.isSame(old, value) else { return false }
        last = value
        tell(old: old)
        return true
    }

    /// The value of a property by its name; nil where there is none of it.
    private static func value(_ keyPath: String, of object: NSObject) -> Any? {
        var value: Any = object
        for name in keyPath.split(separator: ".").map(String.init) {
            let object = value as AnyObject
            guard let property = ObjectiveCRuntime.property(name, of: object),
                let next = try? property.call(on: object, [])
            else { return nil }
            value = next
        }
        return value
    }

    /// A value as Objective-C's observers get it: a choice is its number.
    private static func boxed(_ value: Any?) -> Any? {
        guard let value, let value = unwrapped(value) else { return nil }
        switch value {
        case let choice as any RawRepresentable<Int>: return NSNumber(value: choice.rawValue)
        default: return value
        }
    }

    private static func isSame(_ value: Any?, _ other: Any?) -> Bool {
        switch (value.flatMap(unwrapped), other.flatMap(unwrapped)) {
        case (nil, nil): return true
        case let (value?, other?):
            if let value = value as? any Equatable { return isEqual(value, other) }
            return type(of: value) is AnyClass && value as AnyObject === other as AnyObject
        default: return false
        }
    }

    private static func isEqual<Compared: Equatable>(_ value: Compared, _ other: Any) -> Bool {
        (other as? Compared) == value
    }

    /// What is in an optional; nil for none.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
