// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A server that a test runs, as a child of its process; whoever gives it up has it killed.
///
/// swift-subprocess (1.0) runs a program for as long as a closure runs. A server belongs to an object of
/// its test, and must be gone when that is: it would keep the test runner's streams open.
///
/// A thread reaps it as soon as it ends. Swift Testing asks for any child that has ended (man 2 waitid,
/// P_ALL) and leaves those that are not an exit test's: for as long as one of them is there it learns of
/// no other, and takes a processor.
package final class Program: Sendable {
    /// How long a program has to be ready, and to end after a signal.
    ///
    /// A test that waits holds one of the few threads of Swift's tasks, and two that wait for ever would
    /// end all tests without a word.
    static let patience = Duration.seconds(150)

    /// Names the process for good (man 2 pidfd_open).
    private let pidfd: Descriptor

    private let ending: End

    /// Whether somebody has asked for the end.
    private let isGivenUp = Mutex(false)

    /// How the process ended, once it has.
    private final class End: Sendable {
        private let status = Mutex<Int32?>(nil)
        private let group = DispatchGroup()

        init() { group.enter() }

        /// Waits for the process, and reaps it.
        func reap(_ process: pid_t) {
            var code: Int32 = 0
            while unsafe waitpid(process, &code, 0) < 0, errno == EINTR {}
            let status = code & 0x7f == 0 ? code >> 8 & 0xff : 128 + (code & 0x7f)
            self.status.withLock { $0 = status }
            group.leave()
        }

        /// The exit status; 128 and the signal that ended it.
        func waited() -> Int32 {
            group.wait()
            return status.withLock { $0 } ?? -1
        }
    }

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
        let ending = End()
        do {
            pidfd = try Descriptor.process(process)
            try SystemThread.start(named: "reaper") { [process] in ending.reap(process) }
        } catch {
            kill(process, SIGKILL)
            ending.reap(process)
            throw error
        }
        self.ending = ending
    }

    deinit {
        end()
    }

    /// Sends it a signal and waits until it has ended; one that takes minutes is killed.
    ///
    /// - Parameter signal: The signal's number.
    /// - Returns: Its exit status; 128 and the signal that ended it, SIGKILL where it took too long; -1 for
    ///   whoever asks again.
    package func end(with signal: Int32) -> Int32 {
        let isFirst = isGivenUp.withLock { isGivenUp in
            defer { isGivenUp = true }
            return !isGivenUp
        }
        guard isFirst else { return -1 }
        pidfd.signalProcess(signal)
        if !pidfd.waitUntilReadable(until: .now + Self.patience) { pidfd.signalProcess(SIGKILL) }
        return ending.waited()
    }

    /// Sends it a signal, such as one that stops it for a while, and does not wait.
    package func send(_ signal: Int32) {
        pidfd.signalProcess(signal)
    }

    /// Whether it has ended.
    package var hasEnded: Bool { pidfd.waitUntilReadable(until: .now) }

    /// Kills it and waits until it is gone.
    package func end() {
        pidfd.signalProcess(SIGKILL)
        _ = ending.waited()
    }
}
