// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

/// All that is observed in this process.
///
/// On iOS a property is changed by Objective-C's runtime, which tells observers of it. Here observers
/// are told where the SDK's classes say that something of theirs has changed, where the extension says
/// it by `didChangeValue(for:)`, after each call of the host's, before each answer to the host, and after
/// each turn of the main thread that changes views: then every observed property is read, and one that
/// has another value was changed. The warnings that a service extension gets are no such calls: they come
/// while its own threads are at work, which may be writing what would be read.
package enum KeyValueObservations {
    private static let entries = Mutex<[Entry]>([])

    /// What is observed of one object by one observer.
    // Unchecked: what it calls is called where the property is changed, as on iOS; the list of them is
    // behind the mutex.
    final class Entry: @unchecked Sendable {
        weak var object: NSObject?

        /// What is observed.
        let keyPath: AnyKeyPath

        /// Tells the observer: of a property with another value, or of any.
        private let tell: (_ isForced: Bool) -> Bool
        private let state = Mutex(State())

        /// Who tells the observer, and what has to be looked at once that is done.
        private struct State {
            var thread: pthread_t?
            var isToLook = false
            var isForced = false
            var hasEnded = false

            /// What another thread has asked for; nil, and nobody tells any more, where none has.
            mutating func next() -> Bool? {
                guard isToLook, !hasEnded else {
                    thread = nil
                    return nil
                }
                defer { (isToLook, isForced) = (false, false) }
                return isForced
            }
        }

        init(
            _ object: NSObject,
            _ keyPath: AnyKeyPath,
            tell: @escaping (_ isForced: Bool) -> Bool
        ) {
            self.object = object
            self.keyPath = keyPath
            self.tell = tell
        }

        /// Tells the observer of a change.
        ///
        /// What the observer changes itself while it is told, it is not told of. What another thread
        /// changes meanwhile, the thread that tells looks at in the end; the main thread looks again
        /// itself, as observers of what is shown count on it.
        ///
        /// - Returns: Whether it was told.
        func look(isForced: Bool) -> Bool {
            let isMain = Thread.isMainThread
            let (isFree, isToLookAgain) = state.withLock { state in
                if state.hasEnded { return (false, false) }
                guard let thread = state.thread else {
                    state.thread = pthread_self()
                    return (true, false)
                }
                guard thread != pthread_self() else { return (false, false) }
                if isMain { return (false, true) }
                state.isToLook = true
                state.isForced = state.isForced || isForced
                return (false, false)
            }
            if isToLookAgain { DispatchQueue.main.async { _ = self.look(isForced: isForced) } }
            guard isFree else { return false }
            var isTold = tell(isForced)
            while let isForced = state.withLock({ $0.next() }) {
                if tell(isForced) { isTold = true }
            }
            return isTold
        }

        /// Has the observer told nothing more.
        func end() {
            state.withLock { $0.hasEnded = true }
        }
    }

    static func add(_ entry: Entry) {
        entries.withLock { $0.append(entry) }
    }

    static func remove(_ entry: Entry) {
        entry.end()
        entries.withLock { entries in entries.removeAll { $0 === entry } }
    }

    /// Tells the observers of what has another value than when they were told last.
    ///
    /// - Parameter object: Of which object; nil for all.
    /// - Returns: Whether any was told.
    @discardableResult
    package static func look(at object: NSObject? = nil) -> Bool {
        tell { object == nil || $0.object === object }
    }

    /// Tells the observers of one property, which was set.
    static func changed(_ keyPath: AnyKeyPath, of object: NSObject) {
        tell(isForced: true) { $0.object === object && $0.keyPath == keyPath }
    }

    @discardableResult
    private static func tell(
        isForced: Bool = false,
        _ isMeant: (Entry) -> Bool
    ) -> Bool {
        // What ends with an entry or an object may end other observations, and so needs the lock.
        let found = entries.withLock { $0 }
        var isAnyTold = false
        for entry in found {
            if entry.object == nil {
                remove(entry)
            } else if isMeant(entry), entry.look(isForced: isForced) {
                isAnyTold = true
            }
        }
        return isAnyTold
    }
}
