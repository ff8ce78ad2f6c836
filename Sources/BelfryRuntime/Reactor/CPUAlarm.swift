// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A timer on another process's CPU clock (man 2 timer_create), without polling.
///
/// It rings once for each setting, and not for a process that has ended. It rings at the first tick of
/// the kernel's that meets one of the process's threads at work after its reading: late by the ticks
/// that meet others on a busy machine, and not at all where each thread sleeps at each tick. So its
/// owner compares the clock with the reading too, now and then.
@safe
final class CPUAlarm {
    /// The kernel's number, which C holds as a pointer: the first one is null.
    private let timer: timer_t?
    private let forget: () -> Void

    /// Makes an alarm; ``Reactor/makeAlarm(on:_:)`` does.
    init(
        clock: clockid_t,
        thread: Int32,
        token: UInt64,
        forget: @escaping () -> Void
    ) throws(SystemError) {
        var timer: timer_t?
        try checked("timer_create") { unsafe belfry_alarm_create(clock, thread, token, &timer) }
        unsafe self.timer = timer
        self.forget = forget
    }

    deinit {
        unsafe belfry_alarm_delete(timer)
        forget()
    }

    /// Sets it to a reading of its clock, in nanoseconds; one that has passed rings at once.
    func set(to nanoseconds: UInt64) {
        // 0 would stop it.
        unsafe _ = belfry_alarm_set(timer, max(nanoseconds, 1))
    }

    /// Sets it to no time.
    func stop() {
        unsafe _ = belfry_alarm_set(timer, 0)
    }
}
