// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The locks of objects that are locked at present, or waited for.
private let locks = Mutex<[ObjectIdentifier: ObjectLock]>([:])

private final class ObjectLock: Sendable {
    let lock = NSRecursiveLock()
    let userCount = Mutex(0)
}

/// Locks an object; the thread that has it locked may lock it again.
///
/// - Parameter object: The object.
/// - Returns: 0.
@discardableResult
public func objc_sync_enter(_ object: Any) -> Int32 {
    let entry = locks.withLock { locks in
        let entry = locks[ObjectIdentifier(object as AnyObject)] ?? ObjectLock()
        locks[ObjectIdentifier(object as AnyObject)] = entry
        entry.userCount.withLock { $0 += 1 }
        return entry
    }
    entry.lock.lock()
    return 0
}

/// Unlocks an object once.
///
/// - Parameter object: The object.
/// - Returns: 0, or -1 for one that is not locked.
@discardableResult
public func objc_sync_exit(_ object: Any) -> Int32 {
    let identifier = ObjectIdentifier(object as AnyObject)
    guard let entry = locks.withLock({ $0[identifier] }) else { return -1 }
    entry.lock.unlock()
    locks.withLock { locks in
        let isUsed = entry.userCount.withLock { count in
            count -= 1
            return count > 0
        }
        if !isUsed { locks[identifier] = nil }
    }
    return 0
}
