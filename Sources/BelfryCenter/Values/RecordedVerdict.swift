// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// How a run ended, as the ledger keeps it: in two words that stay readable in later versions.
package enum RecordedVerdict: Equatable, Sendable {
    /// The engine's verdict.
    case engine(Verdict)

    /// What the centre decided without the engine.
    case center(Center)

    /// What another version recorded and this one does not know.
    case foreign(word: String, reason: String)

    /// Why the centre decided a run itself.
    package enum Center: Sendable, CaseIterable {
        /// The app has no service extension.
        case noExtension

        /// The extension is not asked about what it added itself.
        case fromExtension

        /// The original is shown since the process of the centre twice ended during the run.
        case tookCenterDown

        /// The process of the centre ended during the run.
        case interrupted

        /// The original is shown since the app may not drop notifications.
        case dropRefused

        /// The original is shown since the extension's bundle cannot be read.
        case unreadableBundle
    }

    /// Records the engine's verdict.
    package init(_ verdict: Verdict) {
        self = .engine(verdict)
    }

    /// Reads what a ledger has.
    ///
    /// - Parameters:
    ///   - word: The kind, such as `delivered` or `fallback`.
    ///   - reason: The reason's code, such as `completed`.
    package init(word: String, reason: String) {
        let verdict = Verdict.Kind(rawValue: word).flatMap { Verdict($0, reason: reason) }
        if let verdict {
            self = .engine(verdict)
        } else if let own = Center.allCases.first(where: { $0.words == (word, reason) }) {
            self = .center(own)
        } else {
            self = .foreign(word: word, reason: reason)
        }
    }

    /// Records that an extension has dropped its notification.
    ///
    /// - Parameter reason: The extension's own code.
    /// - Returns: What is recorded.
    package static func dropped(_ reason: String) -> RecordedVerdict {
        RecordedVerdict(word: Verdict.Kind.dropped.rawValue, reason: reason)
    }

    /// The kind, such as `delivered` or `fallback`.
    package var word: String { words.word }

    /// The reason's code, such as `completed`.
    package var reason: String { words.reason }

    /// What a run came to for the user.
    package enum Outcome: Sendable {
        /// The extension's content is shown, or what it had published last.
        case content
        /// The extension dropped the notification.
        case dropped
        /// The original is shown, or asked about anew, although the extension was to be asked.
        case fallback
        /// The extension was not to be asked.
        case notCalled
    }

    /// What the run came to; a word of another version stands for a fallback.
    package var outcome: Outcome {
        switch Verdict.Kind(rawValue: word) {
        case .delivered: .content
        case .dropped: .dropped
        case .notCalled: .notCalled
        case .fallback, .rejected, nil: .fallback
        }
    }

    private var words: (word: String, reason: String) {
        switch self {
        case .engine(let verdict): (verdict.kind.rawValue, verdict.reason)
        case .center(let own): own.words
        case .foreign(let word, let reason): (word, reason)
        }
    }
}

extension RecordedVerdict: CustomStringConvertible {
    package var description: String { "\(word) \(reason)" }
}

extension RecordedVerdict: Codable {
    private enum CodingKeys: CodingKey {
        case word, reason
    }

    /// Reads both words; those of another version are kept as they are.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            word: try container.decode(String.self, forKey: .word),
            reason: try container.decode(String.self, forKey: .reason)
        )
    }

    /// Writes both words.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(word, forKey: .word)
        try container.encode(reason, forKey: .reason)
    }
}

extension RecordedVerdict.Center {
    /// What ledgers and the API say of it; the reasons are none of the engine's.
    fileprivate var words: (word: String, reason: String) {
        switch self {
        case .noExtension: (Verdict.Kind.notCalled.rawValue, "no_extension")
        case .fromExtension: (Verdict.Kind.notCalled.rawValue, "from_extension")
        case .tookCenterDown: (Verdict.Kind.fallback.rawValue, "centerCrash")
        case .interrupted: ("interrupted", "centerEnded")
        case .dropRefused: (Verdict.Kind.fallback.rawValue, "dropRefused")
        case .unreadableBundle: (Verdict.Kind.rejected.rawValue, "bundle")
        }
    }
}
