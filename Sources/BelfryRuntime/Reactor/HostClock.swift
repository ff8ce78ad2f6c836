// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Names something that is waited for, so that it can be cancelled.
struct EventToken: Hashable, Sendable {
    let number: UInt64
}

/// The engine's time: what it is now, and what is called when a time has come.
///
/// Everything here belongs to one thread, the host's: it is called there and calls back there. That
/// is why handlers need not be sendable. The simulation has a clock of its own, which a seed drives.
protocol HostClock: AnyObject {
    /// The time now.
    var now: MonotonicTime { get }

    /// The time now by the clock of files, in nanoseconds of UNIX time.
    var fileTime: UInt64 { get }

    /// Calls a handler once at a point in time, soon when that has passed.
    func call(at time: MonotonicTime, _ handler: @escaping () -> Void) -> EventToken

    /// Forgets a call that has not been made yet.
    func cancel(_ token: EventToken)

    /// Starts asynchronous work that begins on the host's thread and comes back to it after each wait.
    ///
    /// - Parameter work: A function, or a closure without a capture list. One with a list would run on
    ///   threads of Swift's own: the compiler (6.3.1) takes it for `@concurrent`, whatever SE-0461 says
    ///   (https://github.com/swiftlang/swift/issues/87097).
    func start(_ work: @escaping () async -> Void)
}
