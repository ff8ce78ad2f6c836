// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Another program in this process's place (man 3 execvp).
package enum ProgramReplacement {
    /// Runs a program in place of this one; it has this process's number, parent and streams.
    ///
    /// - Parameters:
    ///   - program: Its path, or a name that is looked for in PATH.
    ///   - arguments: What follows its name.
    /// - Returns: Why it could not be run; otherwise it does not return.
    package static func run(_ program: String, _ arguments: [String]) -> SystemError {
        let code = unsafe withCStrings([program] + arguments) { words in
            unsafe execvp(program, words)
            return errno
        }
        return SystemError(call: "execvp", subject: program, errno: code)
    }
}
