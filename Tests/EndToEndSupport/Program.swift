// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// A server that a test runs, as a child of its process; whoever gives it up has it killed and reaped.
///
/// swift-subprocess (1.0) runs a program for as long as a closure runs. A server belongs to an object of
/// its test, and must be gone when that is: it would keep the test runner's streams open.
package final class Program: Sendable {
    /// Its process id.
    private let process: pid_t

    /// Names the process for good (man 2 pidfd_open).
    private let pidfd: Descriptor

    /// Whether it has been waited for: its number is another's afterwards.
    private let isReaped = Mutex(false)

    /// Starts a program, with no descriptor but its standard streams.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: What follows its name.
    ///   - streams: What become its standard input, output and errors.
    /// - Throws: `POSIXError` of posix_spawn(3).
    package init(
        _ path: String,
        _ arguments: [String],
        streams: (input: Int32, output: Int32, errors: Int32)
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (source, target) in [(streams.input, 0), (streams.output, 1), (streams.errors, 2)] {
            unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        // Not all that tests open is closed by itself, and one that is gone by then is no error.
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            guard let number = Int32(name), number > 2 else { continue }
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // A thread of Dispatch has signals blocked, and a child would begin with them so.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, &words, environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        self.process = process
        do {
            pidfd = try Descriptor.process(process)
        } catch {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
    }

    /// How long a program has to be ready, and to end after a signal: a test that waits holds one of the few threads of
    /// Swift's tasks, and two that wait for ever would end all tests without a word.
    static let patience = Duration.seconds(150)

    deinit {
        end()
    }

    /// Sends it a signal and waits until it has ended; one that takes minutes is killed.
    ///
    /// - Parameter signal: The signal's number.
    /// - Returns: Its exit status; 128 and the signal that ended it, SIGKILL where it took too long; -1 if
    ///   it had ended before.
    package func end(with signal: Int32) -> Int32 {
        isReaped.withLock { isReaped in
            guard !isReaped else { return -1 }
            isReaped = true
            kill(process, signal)
            if !pidfd.waitUntilReadable(until: .now + Self.patience) { kill(process, SIGKILL) }
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
        }
    }

    /// Sends it a signal, such as one that stops it for a while, and does not wait.
    package func send(_ signal: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { kill(process, signal) }
        }
    }

    /// Whether it has ended, or was waited for; it is not waited for here.
    package var hasEnded: Bool {
        isReaped.withLock { isReaped in
            guard !isReaped else { return true }
            var end = unsafe siginfo_t()
            let options = WEXITED | WNOHANG | WNOWAIT
            let isLooked = unsafe waitid(P_PID, id_t(process), &end, options) == 0
            let signal = unsafe end.si_signo
            return isLooked && signal != 0
        }
    }

    /// Kills it and waits until it is gone.
    package func end() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            isReaped = true
            kill(process, SIGKILL)
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
    }
}
