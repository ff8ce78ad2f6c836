// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A set of signals that one thread waits for (man 3 sigsetops, man 3 sigwait).
struct SignalSet: Sendable {
    private let set: sigset_t

    init(_ signals: [Int32]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals where !Self.isIgnored(signal) { unsafe sigaddset(&set, signal) }
        self.set = set
    }

    /// Whether it was ignored from the start, as nohup and shells' background jobs have it.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Keeps them from this thread and from those it starts.
    func block() {
        var set = set
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next one.
    func wait() -> Int32 {
        var set = set
        var signal: Int32 = 0
        while unsafe sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// Ends the process as the signal would have; a terminal that was changed is given back.
    func die(of signal: Int32) -> Never {
        TerminalMode.giveBack()
        var set = set
        Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        _exit(128 + signal)
    }
}
