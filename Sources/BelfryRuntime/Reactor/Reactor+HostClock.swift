// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The thread's own clock and descriptors, for what lives on the thread and is not sendable.
///
/// A handler that is not sendable may be kept beside those of other threads: it is made here, called
/// here and released here.
extension Reactor: HostClock {
    var now: MonotonicTime { .now }

    var fileTime: UInt64 { MonotonicTime.read(CLOCK_REALTIME) ?? 0 }

    func call(at time: MonotonicTime, _ handler: @escaping () -> Void) -> EventToken {
        checkIsolated()
        // Called on the reactor's thread alone, which is this one.
        nonisolated(unsafe) let handler = handler
        return schedule(at: time) { unsafe handler() }
    }

    func start(_ work: @escaping () async -> Void) {
        checkIsolated()
        // Called on the reactor's thread alone, which is this one.
        nonisolated(unsafe) let work = work
        willStart()
        let scope = Scope(self)
        Task { unsafe await scope.run(work) }
    }

    /// Calls a handler whenever a descriptor is readable or hung up, until it is cancelled.
    ///
    /// - Parameters:
    ///   - descriptor: The number, which stays open until the registration is cancelled.
    ///   - handler: What to call.
    /// - Returns: The registration.
    /// - Throws: ``SystemError`` from epoll_ctl(2).
    func whenReadable(
        _ descriptor: Int32,
        _ handler: @escaping () -> Void
    ) throws(SystemError) -> EventToken {
        checkIsolated()
        // Called on the reactor's thread alone, which is this one.
        nonisolated(unsafe) let handler = handler
        return try watch(descriptor) { unsafe handler() }
    }

    /// Makes an alarm on a CPU clock; ``makeAlarm(on:_:)`` with a handler of this thread.
    func alarm(
        on clock: clockid_t,
        _ handler: @escaping () -> Void
    ) throws(SystemError) -> CPUAlarm {
        checkIsolated()
        // Called on the reactor's thread alone, which is this one.
        nonisolated(unsafe) let handler = handler
        return try makeAlarm(on: clock) { unsafe handler() }
    }

    /// An isolation of the reactor's thread, so that asynchronous work comes back to it.
    private actor Scope {
        private nonisolated let reactor: Reactor

        init(_ reactor: Reactor) {
            self.reactor = reactor
        }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe reactor.asUnownedSerialExecutor()
        }

        func run(_ work: () async -> Void) async {
            // The compiler (6.3.1) leaves it to the callee to come to the thread where nothing comes
            // before the call, and work takes it that its caller has come there.
            reactor.checkIsolated()
            await work()
            reactor.didEnd()
        }
    }
}
