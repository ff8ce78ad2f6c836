// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// The responses that this process was given, by their numbers: each is new once, however often the
/// daemon repeats it.
final class KnownResponses: Sendable {
    /// What a response is that comes.
    enum Stage {
        case new

        /// The delegate has it, and has not called its completion handler.
        case goesOn

        /// The delegate has dealt with it.
        case done
    }

    /// Whether the delegate has dealt with each.
    private let isDone = Mutex<[Int: Bool]>([:])

    /// Notes that a response has come.
    ///
    /// - Returns: What it was until now.
    func begin(_ number: Int) -> Stage {
        isDone.withLock { isDone in
            guard let done = isDone[number] else {
                isDone[number] = false
                return .new
            }
            return done ? .done : .goesOn
        }
    }

    /// Notes that the delegate has dealt with a response.
    func finish(_ number: Int) {
        isDone.withLock { $0[number] = true }
    }
}
