// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

/// A program that a test runs, as a child of its process; whoever gives it up has it killed and reaped.
///
/// Not Foundation's `Process` (6.3), which reads every name in /proc/self/fd at a name's greatest length:
/// with some thousand descriptors, as these tests have at times, that goes past the end of what the
/// directory's reader has, and now and then past the end of memory.
final class Program: Sendable {
    /// Its process id.
    private let process: pid_t

    /// Whether somebody has waited for it, or does: its number is another's afterwards.
    private let isAwaited = Mutex(false)

    /// Starts a program, with no descriptor but its standard streams.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: What follows its name.
    ///   - streams: What become its standard input, output and errors.
    /// - Throws: `POSIXError` of posix_spawn(3).
    init(
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
    }

    deinit {
        end()
    }

    /// Kills it, unless it is waited for already, and waits until it is gone.
    func end() {
        guard !isAwaited.withLock({ $0 }) else { return }
        kill(process, SIGKILL)
        _ = wait()
    }

    /// Waits for its end, once, and says its exit status; of one that a signal ended, 128 and the signal.
    func wait() -> Int32 {
        isAwaited.withLock { $0 = true }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
