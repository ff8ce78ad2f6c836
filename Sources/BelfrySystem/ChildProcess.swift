// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A child process and the descriptor that names it for good (man 2 pidfd_open).
///
/// Whoever gives it up without having waited for it has it killed and reaped: a zombie would stay as
/// long as this process, and answer all who wait for any child.
package struct ChildProcess: ~Copyable {
    /// The process id, for messages.
    package let process: Int32

    /// Readable once the process has ended; a number that is reused cannot mislead it.
    package let pidfd: Descriptor

    /// Starts a program that shares nothing with this process but what is named here.
    ///
    /// The child has its own session and no descriptor but 0 to 3; it dies with the calling thread.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - environment: Its whole environment, `NAME=value`.
    ///   - namespaces: `CLONE_NEW*` flags.
    ///   - control: What becomes its descriptor 3.
    ///   - output: What becomes its standard output and error.
    /// - Throws: ``SystemError`` of clone(2), of a namespace's set-up, or of execve(2).
    package init(
        path: String,
        environment: [String],
        namespaces: UInt64,
        control: borrowing Descriptor,
        output: Int32
    ) throws(SystemError) {
        try self.init(
            [path],
            environment,
            Wiring(control: control.raw, output: output),
            namespaces: namespaces,
            outlivesThread: false
        )
    }

    /// Starts a program that is spoken to over its descriptors 3 and 4.
    ///
    /// The child has its own session, nothing on its standard streams and no other descriptor. It lives
    /// on when the calling thread ends.
    ///
    /// - Parameters:
    ///   - command: The program, and its arguments.
    ///   - environment: Its whole environment, `NAME=value`.
    ///   - requests: What becomes its descriptor 3, which it reads from.
    ///   - answers: What becomes its descriptor 4, which it writes to.
    /// - Throws: ``SystemError`` of clone(2) or of execve(2).
    package init(
        command: [String],
        environment: [String],
        requests: borrowing Descriptor,
        answers: borrowing Descriptor
    ) throws(SystemError) {
        let null = try Descriptor.open("/dev/null", O_WRONLY)
        try self.init(
            command,
            environment,
            Wiring(control: requests.raw, answers: answers.raw, output: null.raw),
            namespaces: 0,
            outlivesThread: true
        )
    }

    /// Starts a program with arguments that writes where this process does.
    ///
    /// The child has its own session, nothing to read and no other descriptor than those that are named
    /// here; it dies with the calling thread.
    ///
    /// - Parameters:
    ///   - command: The program, and its arguments.
    ///   - environment: Its whole environment, `NAME=value`.
    ///   - control: What becomes its descriptor 3.
    ///   - output: What becomes its standard output and error.
    /// - Throws: ``SystemError`` of clone(2) or of execve(2).
    package init(
        command: [String],
        environment: [String],
        control: borrowing Descriptor,
        output: Int32
    ) throws(SystemError) {
        try self.init(
            command,
            environment,
            Wiring(control: control.raw, output: output),
            namespaces: 0,
            outlivesThread: false
        )
    }

    /// Starts a program with arguments that writes where this process does, and has no other descriptor.
    ///
    /// The child has its own session and nothing to read; it dies with the calling thread.
    ///
    /// - Parameters:
    ///   - command: The program, and its arguments.
    ///   - environment: Its whole environment, `NAME=value`.
    ///   - output: What becomes its standard output and error.
    /// - Throws: ``SystemError`` of clone(2) or of execve(2).
    package init(
        command: [String],
        environment: [String],
        output: Int32
    ) throws(SystemError) {
        try self.init(
            command,
            environment,
            Wiring(control: -1, output: output),
            namespaces: 0,
            outlivesThread: false
        )
    }

    /// Which descriptors of ours become the child's.
    private struct Wiring {
        var control: Int32
        var answers: Int32 = -1
        var output: Int32
    }

    private init(
        _ command: [String],
        _ environment: [String],
        _ wiring: Wiring,
        namespaces: UInt64,
        outlivesThread: Bool
    ) throws(SystemError) {
        var pidfd: Int32 = -1
        let path = command.first ?? ""
        process = try checked("clone", path) {
            unsafe withCStrings(command) { arguments in
                unsafe withCStrings(environment) { environment in
                    unsafe path.withCString { path in
                        var spawn = unsafe belfry_spawn(
                            path: path,
                            arguments: arguments,
                            environment: environment,
                            namespaces: namespaces,
                            control: wiring.control,
                            answers: wiring.answers,
                            output: wiring.output,
                            outlives_thread: outlivesThread ? 1 : 0
                        )
                        return unsafe belfry_spawn_process(&spawn, &pidfd)
                    }
                }
            }
        }
        self.pidfd = Descriptor(owning: pidfd)
    }

    /// Reaps it if it has ended (man 2 waitid); true once it has.
    package borrowing func reap() -> Bool {
        var end = belfry_exit()
        return unsafe belfry_reap(pidfd.raw, &end, 0) != 0
    }

    deinit {
        pidfd.signalProcess(SIGKILL)
        var end = belfry_exit()
        // At once where it was reaped before, and soon else: nothing outlives that signal.
        unsafe belfry_reap(pidfd.raw, &end, 1)
    }
}

extension Descriptor {
    /// Sends a signal through a pidfd; a process that has ended is left alone.
    ///
    /// - Returns: Whether there was a process to send it to.
    @discardableResult
    package borrowing func signalProcess(_ signal: Int32) -> Bool {
        belfry_pidfd_send_signal(raw, signal) == 0
    }
}

/// Lends an array of C strings with a null at its end.
func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
}
