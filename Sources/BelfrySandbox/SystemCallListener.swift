// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// Where the calls of a zygote's workers are heard of that are forbidden or that the host answers
/// (man 2 seccomp_unotify).
///
/// The kernel says who made which call; no process that a filter holds can forge it. A forbidden call
/// waits here until its process is killed or the listener closed, and is never answered: what it would
/// do depends on memory that the extension can change meanwhile.
package struct SystemCallListener: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// A call that waits.
    package struct WaitingCall: Equatable, Sendable {
        package let call: SystemCall

        /// What it is to lock; nil for a call that is forbidden.
        package let lock: LockCall?

        fileprivate let id: UInt64

        /// The thread, as this process sees it.
        fileprivate let thread: Int32
    }

    /// Takes over what ``SystemCallFilter/installListening()`` has made.
    package init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// The number, readable when a call waits.
    package var raw: Int32 { descriptor.raw }

    /// Takes the next call of a readable listener; nil when it no longer waits.
    ///
    /// - Throws: ``SystemError`` from ioctl(2).
    package borrowing func next() throws(SystemError) -> WaitingCall? {
        var waiting = belfry_waiting_call()
        let raw = descriptor.raw
        let count = try checked("ioctl", "SECCOMP_IOCTL_NOTIF_RECV") {
            unsafe belfry_seccomp_receive(raw, &waiting)
        }
        guard count == 1 else { return nil }
        let call = SystemCall(number: waiting.number)
        let waitingCall = WaitingCall(
            call: call,
            lock: LockCall(call, waiting.first_argument, waiting.second_argument),
            id: waiting.id,
            thread: waiting.thread
        )
        return isWaiting(waitingCall) ? waitingCall : nil
    }

    /// Whether a call still waits, and its process is thus the one it was.
    package borrowing func isWaiting(_ call: WaitingCall) -> Bool {
        belfry_seccomp_is_waiting(descriptor.raw, call.id) == 1
    }

    /// Whether a call still waits and a thread of a process has made it.
    ///
    /// The kernel is asked by a path (man 5 proc, `task`). That takes no descriptor, so the answer is the
    /// same where none is left to be had.
    ///
    /// - Parameters:
    ///   - call: The call, of ``next()``.
    ///   - process: The process, as this one sees it.
    /// - Returns: False as well where the call no longer waits: its thread's number may be another's now.
    package borrowing func isWaiting(_ call: WaitingCall, of process: Int32) -> Bool {
        if call.thread == process { return isWaiting(call) }
        let path = "/proc/\(process)/task/\(call.thread)"
        return unsafe access(path, F_OK) == 0 && isWaiting(call)
    }

    /// Answers a call without its being made; one that no longer waits needs no answer.
    ///
    /// - Parameters:
    ///   - call: The call, of ``next()``.
    ///   - errno: The error that it answers; 0 for success.
    package borrowing func answer(_ call: WaitingCall, errno: Int32) {
        belfry_seccomp_answer(descriptor.raw, call.id, errno)
    }

    /// Lets the kernel make a call, with the registers that it was told of.
    package borrowing func letPass(_ call: WaitingCall) {
        belfry_seccomp_let_pass(descriptor.raw, call.id)
    }
}
