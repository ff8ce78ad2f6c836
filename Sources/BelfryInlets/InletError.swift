// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Why a message is not taken, as senders of both forms are told.
package struct InletError: Error, Equatable, CustomStringConvertible {
    /// ntfy's number: the status of HTTP, and two digits that say which fault of that status it is.
    package let code: Int

    /// What is wrong, and what to do about it.
    package let message: String

    /// In how many seconds the same message may be taken; nil where that is not known.
    package let retrySeconds: Int?

    package init(_ code: Int, _ message: String, retrySeconds: Int? = nil) {
        self.code = code
        self.message = message
        self.retrySeconds = retrySeconds
    }

    /// The status of HTTP.
    package var status: Int { code / 100 }

    package var description: String { message }

    /// The answer's body in ntfy's form.
    package var ntfyDocument: JSONValue {
        [
            "code": .number(JSONNumber(code)), "http": .number(JSONNumber(status)),
            "error": .string(message),
        ]
    }

    /// The answer's body in Gotify's form.
    ///
    /// - Parameter reason: The status in words, such as `Bad Request`.
    /// - Returns: The body.
    package func gotifyDocument(_ reason: String) -> JSONValue {
        [
            "error": .string(reason), "errorCode": .number(JSONNumber(status)),
            "errorDescription": .string(message),
        ]
    }
}

extension InletError {
    static func delay(_ message: String) -> InletError {
        InletError(40004, "invalid delay parameter: " + message)
    }

    static func json(_ message: String) -> InletError {
        InletError(40017, "invalid request: request body must be message JSON: " + message)
    }

    static func actions(_ message: String) -> InletError {
        InletError(40018, "invalid request: actions invalid: " + message)
    }

    /// A name that no topic can have.
    package static let topic = InletError(
        40009,
        "invalid request: topic invalid; it has 1 to 64 letters, digits, - and _"
    )

    /// A path that nothing is at.
    package static let notFound = InletError(40401, "page not found")

    /// A message that comes too soon after others of its topic.
    ///
    /// - Parameters:
    ///   - burst: How many may come at once.
    ///   - seconds: After how many seconds it may come.
    /// - Returns: The error.
    package static func tooMany(burst: Int, seconds: Int) -> InletError {
        InletError(
            42901,
            "limit reached: too many messages; the topic takes \(burst) at once (belfryd --inlet-burst); "
                + "send this one again in \(seconds) s",
            retrySeconds: seconds
        )
    }

    /// A body that is longer than it may be.
    ///
    /// - Parameter byteCount: The most that it may have.
    /// - Returns: The error.
    package static func tooLarge(_ byteCount: Int) -> InletError {
        InletError(41301, "attachment too large; it has \(byteCount) bytes at most")
    }
}
