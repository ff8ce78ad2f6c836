// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryEgress
internal import BelfryWire

/// What a run saw besides its request, and what it asked for: enough to let another see the same.
///
/// Most of it are the words of a process that an extension lives in; every list has its limit.
package struct RunTrace: Sendable, Equatable, Codable {
    /// What all that was random was made of.
    package var seed: [UInt8]

    /// When it began, in nanoseconds of UNIX time and of CLOCK_MONOTONIC.
    package var wallBegan: Int64
    package var monotonicBegan: Int64

    /// The request's deadline, in nanoseconds of CLOCK_MONOTONIC.
    package var deadline: UInt64 = 0

    /// What was read of the wall clock, in nanoseconds of UNIX time, in the order of reading.
    package var wallClock: [Int64] = []

    /// What the host's `now` answered.
    package var hostClock: [UInt64] = []

    /// The calls of the host's table.
    package var calls: [Call] = []

    /// What the notification centre was asked, and its answers.
    package var questions: [Question] = []

    /// What the network was asked, and its answers.
    package var exchanges: [NetworkExchange] = []

    /// What was in the directories that outlive workers.
    package var folders: [KeptFolder] = []

    package init(seed: [UInt8], wallBegan: Int64, monotonicBegan: Int64) {
        self.seed = seed
        self.wallBegan = wallBegan
        self.monotonicBegan = monotonicBegan
    }

    /// How long a seed is.
    package static let seedByteCount = TracePlan.seedByteCount

    /// A call of the host's table.
    package struct Call: Sendable, Equatable, Codable {
        package var function: String
        package var arguments: String

        package init(function: String, arguments: String) {
            self.function = function
            self.arguments = arguments
        }
    }

    /// A question to the notification centre.
    package struct Question: Sendable, Equatable, Codable {
        /// Which, such as `setBadge`.
        package var kind: String
        package var document: KeptBytes
        /// `ok`, `argument`, `state`, `limit` or `failed`.
        package var status: String
        package var answer: KeptBytes

        package init(kind: String, document: KeptBytes, status: String, answer: KeptBytes) {
            self.kind = kind
            self.document = document
            self.status = status
            self.answer = answer
        }
    }
}
