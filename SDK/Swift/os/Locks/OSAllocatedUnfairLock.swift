// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A lock that guards a state of its own.
@safe public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked: what it guards is reached under the lock alone. The lock's memory must not move, and
    // copies of this value share it.
    private let storage: Storage

    /// What the caller knows about who holds a lock.
    public enum Ownership: Hashable, Sendable {
        /// The calling thread does.
        case owner
        /// The calling thread does not.
        case notOwner
    }

    @safe private final class Storage {
        let lock: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            unsafe lock = os_unfair_lock_t.allocate(capacity: 1)
            unsafe lock.initialize(to: os_unfair_lock_s())
            self.state = state
        }

        deinit {
            unsafe lock.deallocate()
        }
    }

    /// Guards a state that need not be sent anywhere.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Guards a state.
    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    /// Runs a body with the state while the lock is held.
    public func withLock<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs a body with the state while the lock is held, whatever it gives back.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        unsafe os_unfair_lock_lock(storage.lock)
        defer { unsafe os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs a body with the state if nobody holds the lock; nil otherwise.
    public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Runs a body with the state if nobody holds the lock, whatever it gives back.
    public func withLockIfAvailableUnchecked<R>(
        _ body: (inout State) throws -> R
    ) rethrows -> R? {
        guard unsafe os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { unsafe os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Ends the process unless it is so.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: unsafe os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: unsafe os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Guards nothing but what the caller says it does.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Locks; ends the process when the calling thread has locked it already.
    public func lock() {
        unsafe os_unfair_lock_lock(storage.lock)
    }

    /// Locks if nobody has, and says whether it did.
    public func lockIfAvailable() -> Bool {
        unsafe os_unfair_lock_trylock(storage.lock)
    }

    /// Unlocks; ends the process when the calling thread has not locked it.
    public func unlock() {
        unsafe os_unfair_lock_unlock(storage.lock)
    }

    /// Runs a body while the lock is held.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs a body while the lock is held, whatever it gives back.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}
