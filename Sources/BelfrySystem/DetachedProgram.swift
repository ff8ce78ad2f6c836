// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A program that was started to live on: it stays when this process ends, and when it is given up.
package struct DetachedProgram: ~Copyable {
    /// How a program has ended (man 2 waitid).
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)

        /// Somebody else has reaped it, as of a program that another process has started.
        case unknown
    }

    /// The process id, which is its session's too.
    package let process: Int32

    /// Readable once the process has ended; a number that is reused cannot mislead it.
    package let pidfd: Descriptor

    /// Starts a program in a session of its own, with every signal as it is at first.
    ///
    /// It reads nothing from its standard input, and has no other descriptor of this process's than the
    /// one it writes to.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - environment: Its whole environment, `NAME=value`.
    ///   - output: What its standard output and standard error become.
    /// - Throws: ``SystemError`` of posix_spawn(3) or pidfd_open(2); nothing runs then.
    package init(
        _ path: String,
        environment: [String],
        output: borrowing Descriptor
    ) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.raw, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
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
        var status = ETXTBSY
        for number in 0..<Self.tryLimit where status == ETXTBSY {
            // A child that was forked while the program was written, and has not executed yet, has the
            // program's file open still (man 2 execve). Nothing can be waited for: inotify(7)
            // tells of the last close before the kernel lets the file be executed.
            if number > 0 { usleep(Self.tryPause) }
            status = unsafe withCStrings([path]) { arguments in
                unsafe withCStrings(environment) { environment in
                    unsafe posix_spawn(
                        &process,
                        path,
                        &actions,
                        &attributes,
                        arguments,
                        environment
                    )
                }
            }
        }
        guard status == 0 else {
            throw SystemError(call: "posix_spawn", subject: path, errno: status)
        }
        let pidfd = try Self.pidfd(of: process)
        self.process = process
        self.pidfd = pidfd
    }

    /// Takes up a program that another process has started and left.
    ///
    /// - Parameter identity: Its process; the result is nil where that has ended.
    package init?(_ identity: ProcessIdentity) {
        guard let pidfd = identity.open() else { return nil }
        process = identity.process
        self.pidfd = pidfd
    }

    /// A descriptor of a child that nobody else reaps; where there is none to be had the child ends, as
    /// nothing would know of it.
    private static func pidfd(of process: pid_t) throws(SystemError) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.process(process)
        } catch {
            // The number is the child's until it is reaped.
            kill(process, SIGKILL)
            _ = try? checked("waitpid") { waitpid(process, nil, 0) }
            throw error
        }
    }

    /// How often a program is tried that somebody has open for writing, and microseconds between two
    /// tries.
    private static let tryLimit = 50
    private static let tryPause: UInt32 = 10_000

    /// `POSIX_SPAWN_SETSID`, which glibc's header shows to GNU sources alone.
    private static let newSession: Int32 = 0x80

    /// Reaps it if it has ended (man 2 waitid); nil while it runs.
    package borrowing func reap() -> End? {
        // Whether a process runs that is no child, waitid(2) does not say.
        guard pidfd.waitUntilReadable(until: .now) else { return nil }
        var end = belfry_exit()
        switch unsafe belfry_reap(pidfd.raw, &end, 0) {
        case 0: return nil
        case 1 where end.code == Int32(CLD_EXITED): return .exited(end.status)
        case 1: return .signalled(end.status)
        default: return .unknown
        }
    }
}
