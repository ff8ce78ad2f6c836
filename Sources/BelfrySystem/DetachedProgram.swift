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
    /// - Throws: ``SystemError`` of clone(2) or execve(2); nothing runs then.
    package init(
        _ path: String,
        environment: [String],
        output: borrowing Descriptor
    ) throws(SystemError) {
        var pidfd: Int32 = -1
        let process = try checked("clone", path) {
            var process = Self.start(path, environment, output: output.raw, &pidfd)
            // A child that was forked while the program was written, and has not executed yet, has the
            // program's file open still (man 2 execve). Nothing can be waited for: inotify(7)
            // tells of the last close before the kernel lets the file be executed.
            for _ in 1..<Self.tryLimit where process < 0 && errno == ETXTBSY {
                usleep(Self.tryPause)
                process = Self.start(path, environment, output: output.raw, &pidfd)
            }
            return process
        }
        self.process = process
        self.pidfd = Descriptor(owning: pidfd)
    }

    /// Calls clone(2) and execve(2); -1 with errno where one of them fails.
    private static func start(
        _ path: String,
        _ environment: [String],
        output: Int32,
        _ pidfd: inout Int32
    ) -> pid_t {
        unsafe withCStrings([path]) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe path.withCString { path in
                    var spawn = unsafe belfry_spawn(
                        path: path,
                        arguments: arguments,
                        environment: environment,
                        namespaces: 0,
                        control: -1,
                        answers: -1,
                        output: output,
                        outlives_thread: 1
                    )
                    return unsafe belfry_spawn_process(&spawn, &pidfd)
                }
            }
        }
    }

    /// Takes up a program that another process has started and left.
    ///
    /// - Parameter identity: Its process; the result is nil where that has ended.
    package init?(_ identity: ProcessIdentity) {
        guard let pidfd = identity.open() else { return nil }
        process = identity.process
        self.pidfd = pidfd
    }

    /// How often a program is tried that somebody has open for writing, and microseconds between two
    /// tries.
    private static let tryLimit = 50
    private static let tryPause: UInt32 = 10_000

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
