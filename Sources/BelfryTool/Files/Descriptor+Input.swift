// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

extension Descriptor {
    /// Opens an input that the command line names.
    ///
    /// Another user's pipe cannot be opened anew by `/dev/stdin`, as under `sudo -u`: it is duplicated.
    ///
    /// - Parameter path: The file; `-` for standard input.
    /// - Returns: The input.
    /// - Throws: ``SystemError`` when it cannot be read.
    static func openInput(_ path: String) throws(SystemError) -> Descriptor {
        guard path == "-" else { return try open(path, O_RDONLY) }
        do throws(SystemError) {
            return try open("/dev/stdin", O_RDONLY)
        } catch  where error.errno == EACCES {
            return try duplicateOfStandardInput()
        }
    }

    private static func duplicateOfStandardInput() throws(SystemError) -> Descriptor {
        let raw = try checked("fcntl", "standard input") {
            fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        }
        return Descriptor(owning: raw)
    }
}
