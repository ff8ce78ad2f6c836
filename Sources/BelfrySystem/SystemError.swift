// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A system call that failed, what it was asked to do, and the error number it left.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The call's name as in the manual, such as `openat2`.
    package let call: String

    /// What the call was about, such as a path; empty when there is nothing to add.
    package let subject: String

    /// The error number (man 3 errno).
    package let errno: Int32

    package init(call: String, subject: String = "", errno: Int32) {
        self.call = call
        self.subject = subject
        self.errno = errno
    }

    /// One line: call, subject, the error's sentence and its name.
    package var description: String {
        let name = Self.name(of: errno)
        let sentence = Self.sentence(of: errno)
        return subject.isEmpty
            ? "\(call): \(sentence) (\(name))" : "\(call) \(subject): \(sentence) (\(name))"
    }

    /// Whether the machine, or this process's share of it, had too little of something just then.
    ///
    /// Of processes, descriptors, memory, namespaces or space: the same call may succeed later.
    package var isShortage: Bool { Self.shortages.contains(errno) }

    private static let shortages: Set<Int32> = [
        EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, ENOSPC, EDQUOT, EUSERS, ETOOMANYREFS,
    ]

    /// The symbolic name of an error number, such as `EACCES`.
    package static func name(of errno: Int32) -> String {
        guard let name = unsafe belfry_errno_name(errno) else { return "errno \(errno)" }
        return unsafe String(cString: name)
    }

    /// The error number's sentence, such as `Permission denied`.
    package static func sentence(of errno: Int32) -> String {
        guard let text = unsafe belfry_errno_sentence(errno) else { return "Unknown error" }
        return unsafe String(cString: text)
    }
}

/// Runs a call that answers -1 on failure, again when a signal interrupted it.
///
/// - Parameters:
///   - call: The call's name for the error.
///   - subject: What it is about, for the error.
///   - body: The call itself; its error number is read at once.
/// - Returns: What the call returned, 0 or more.
/// - Throws: ``SystemError`` when it returned a negative number.
@discardableResult
package func checked<Value: SignedInteger>(
    _ call: String,
    _ subject: @autoclosure () -> String = "",
    _ body: () -> Value
) throws(SystemError) -> Value {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code == EINTR { continue }
        throw SystemError(call: call, subject: subject(), errno: code)
    }
}
