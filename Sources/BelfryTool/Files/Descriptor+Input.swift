// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc

extension Descriptor {
    /// Opens an input that the command line names.
    ///
    /// Another user's pipe cannot be opened anew by `/dev/stdin`, as under `sudo -u`: it is duplicated.
    ///
    /// Where somebody sees it, and nothing comes from standard input for a while, a line says what is
    /// waited for.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - noun: What is read, such as `the payload`.
    /// - Returns: The input.
    /// - Throws: ``SystemError`` when it cannot be read.
    static func openInput(_ path: String, for noun: String) throws(SystemError) -> Descriptor {
        guard path == "-" else { return try open(path, O_RDONLY) }
        let input = try openStandardInput()
        if Terminal.standardError.isLive, try !input.isReadable(within: .milliseconds(300)) {
            let isTyped = isatty(input.raw) == 1
            let end = isTyped ? "; Ctrl-D in a line of its own ends it" : ""
            Terminal.standardError.write("belfry: reading \(noun) from standard input\(end)\n")
        }
        return input
    }

    private static func openStandardInput() throws(SystemError) -> Descriptor {
        do throws(SystemError) {
            return try open("/dev/stdin", O_RDONLY)
        } catch  where error.errno == EACCES {
            return try duplicateOfStandardInput()
        }
    }

    /// Whether something can be read, or there is no more, before a time is over.
    private func isReadable(within limit: Duration) throws(SystemError) -> Bool {
        var polled = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(limit / .milliseconds(1))
        return try checked("poll", "standard input") {
            unsafe poll(&polled, 1, milliseconds)
        } > 0
    }

    private static func duplicateOfStandardInput() throws(SystemError) -> Descriptor {
        let raw = try checked("fcntl", "standard input") {
            fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        }
        return Descriptor(owning: raw)
    }
}
