// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A program that was started to live on: it stays when this process ends, and when it is given up.
package struct DetachedProgram: ~Copyable {
    /// The process id, for messages.
    package let process: Int32

    /// Readable once the process has ended; a number that is reused cannot mislead it.
    package let pidfd: Descriptor

    /// Starts a program in a session of its own, with every signal as it is at first.
    ///
    /// It reads nothing from its standard input, writes to this process's standard error, and has no other
    /// descriptor of this process's.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - environment: Its whole environment, `NAME=value`.
    /// - Throws: ``SystemError`` of posix_spawn(3) or pidfd_open(2).
    package init(_ path: String, environment: [String]) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // Not all that opens descriptors in this process has them closed by exec.
        let closing = unsafe belfry_spawn_close_from(&actions, STDERR_FILENO + 1)
        guard closing == 0 else {
            throw SystemError(call: "posix_spawn", subject: path, errno: closing)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Self.newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: pid_t = 0
        let status = unsafe withCStrings([path]) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe posix_spawn(&process, path, &actions, &attributes, arguments, environment)
            }
        }
        guard status == 0 else {
            throw SystemError(call: "posix_spawn", subject: path, errno: status)
        }
        let number = try checked("pidfd_open") { belfry_pidfd_open(process) }
        self.process = process
        pidfd = Descriptor(owning: number)
    }

    /// `POSIX_SPAWN_SETSID`, which glibc's header shows to GNU sources alone.
    private static let newSession: Int32 = 0x80

    /// Reaps it if it has ended (man 2 waitid); true once it has.
    package borrowing func reap() -> Bool {
        var end = belfry_exit()
        return unsafe belfry_reap(pidfd.raw, &end, 0) != 0
    }
}
