// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// What makes bytes no HTTP message, as the end of a sentence.
struct MalformedMessage: Error, Equatable {
    /// The problem, such as `a line of the head is folded`.
    let problem: String

    /// Whether the head is merely too long.
    let isTooLong: Bool

    init(_ problem: String) {
        self.problem = problem
        isTooLong = false
    }

    private init(tooLong problem: String) {
        self.problem = problem
        isTooLong = true
    }

    /// A head beyond its limit.
    static func headTooLong(_ limit: Int) -> MalformedMessage {
        MalformedMessage(tooLong: "the head is longer than \(limit) bytes")
    }

    /// As the fault of a request.
    var asRequest: Refusal {
        isTooLong
            ? Refusal(.headLimit, problem, remedy: "send shorter or fewer header fields")
            : .badRequest(problem)
    }

    /// As the fault of an answer.
    var asResponse: Refusal { .badResponse(problem) }
}
