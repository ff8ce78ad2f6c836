// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// How a run ended, as the ledger keeps it: two words that stay readable in later versions.
package struct RecordedVerdict: Codable, Equatable, Sendable, CustomStringConvertible {
    /// The kind, such as `delivered` or `fallback`.
    package var word: String

    /// The reason's code, such as `completed`.
    package var reason: String

    package init(word: String, reason: String) {
        self.word = word
        self.reason = reason
    }

    /// Takes the engine's verdict.
    package init(_ verdict: Verdict) {
        self.init(word: verdict.kind.rawValue, reason: verdict.reason)
    }

    package var description: String { "\(word) \(reason)" }

    /// The extension is not asked; the reason says which condition failed.
    package static func notCalled(_ reason: String) -> RecordedVerdict {
        RecordedVerdict(word: "notCalled", reason: reason)
    }

    /// The extension is not asked about what it added itself.
    package static let fromExtension = notCalled("from_extension")

    /// The original is shown since the process of the centre twice ended during the run.
    package static let tookCenterDown = RecordedVerdict(word: "fallback", reason: "centerCrash")

    /// The process of the centre ended during the run.
    package static let interrupted = RecordedVerdict(word: "interrupted", reason: "centerEnded")

    /// The original is shown since the app may not drop notifications.
    package static let dropRefused = RecordedVerdict(word: "fallback", reason: "dropRefused")
}
