// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem

/// Hears of the system calls of a zygote's workers that the kernel holds until they are answered.
///
/// Calls that still wait when it is closed answer `ENOSYS` (man 2 seccomp_unotify).
final class CallListener {
    private var listener: SystemCallListener?
    private let reactor: Reactor?
    private var token: EventToken?

    /// Calls of processes that the zygote has not told of yet.
    private var unclaimed: [SystemCallListener.WaitingCall] = []

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - descriptor: The zygote's listener.
    ///   - reactor: What watches it.
    ///   - whenHeard: Called when ``next()`` has a call.
    /// - Throws: ``SystemError`` when it cannot be watched.
    init(
        _ descriptor: consuming Descriptor,
        _ reactor: Reactor,
        whenHeard: @escaping () -> Void
    ) throws(SystemError) {
        self.reactor = reactor
        token = try reactor.whenReadable(descriptor.raw, whenHeard)
        listener = SystemCallListener(descriptor)
    }

    /// Makes one that never hears of a call, for the simulation.
    init() {
        reactor = nil
    }

    /// Takes the next call; nil when it no longer waits.
    func next() throws(SystemError) -> SystemCallListener.WaitingCall? { try listener?.next() }

    /// Whether the kernel still holds a call.
    func isWaiting(_ call: SystemCallListener.WaitingCall) -> Bool {
        listener?.isWaiting(call) == true
    }

    /// Whether the kernel still holds a call, and a thread of a process has made it.
    func isWaiting(_ call: SystemCallListener.WaitingCall, of process: Int32) -> Bool {
        listener?.isWaiting(call, of: process) == true
    }

    /// Answers a held call with an error number; 0 for success.
    func answer(_ call: SystemCallListener.WaitingCall, errno: Int32) {
        listener?.answer(call, errno: errno)
    }

    /// Lets the kernel make a held call.
    func letPass(_ call: SystemCallListener.WaitingCall) {
        listener?.letPass(call)
    }

    /// Keeps a call of a process of which the zygote's word is still to be read.
    func keep(_ call: SystemCallListener.WaitingCall) {
        unclaimed.removeAll { !isWaiting($0) }
        unclaimed.append(call)
    }

    /// Takes the calls that were kept of a process and still wait.
    func takeCalls(of process: Int32) -> [SystemCallListener.WaitingCall] {
        let calls = unclaimed.filter { isWaiting($0, of: process) }
        unclaimed.removeAll(where: calls.contains)
        return calls
    }

    /// Ends it.
    func close() {
        guard let token, let raw = listener?.raw else { return }
        reactor?.cancel(token, watching: raw)
        self.token = nil
        listener = nil
    }
}
