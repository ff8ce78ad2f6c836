// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A counting semaphore that threads of one process wait on (man 7 sem_overview).
@safe
package final class Semaphore: Sendable {
    // Its functions may be called from any thread; the memory is freed by deinit alone.
    private nonisolated(unsafe) let storage: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe storage = .allocate(capacity: 1)
        unsafe sem_init(storage, 0, 0)
    }

    deinit {
        unsafe sem_destroy(storage)
        unsafe storage.deallocate()
    }

    /// Adds one, waking a waiter.
    package func signal() {
        unsafe sem_post(storage)
    }

    /// Takes one, waiting for it.
    package func wait() {
        while unsafe sem_wait(storage) != 0 {}
    }

    /// Takes one, waiting for it until a time (man 3 sem_clockwait); false when there was none.
    package func wait(until deadline: MonotonicTime) -> Bool {
        while unsafe belfry_semaphore_wait(storage, deadline.nanoseconds) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
