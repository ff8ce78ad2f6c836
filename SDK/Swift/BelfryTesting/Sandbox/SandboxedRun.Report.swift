// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension SandboxedRun {
    /// What the tool says of a run: the part of its JSON that tests ask about.
    ///
    /// `Documentation/Report.md` has the meaning of every member.
    public struct Report: Sendable, Decodable {
        /// How the run ended.
        public let verdict: Verdict

        /// The reason's code, such as `completed` or `timeout`.
        public let reason: String

        /// One sentence on what happened.
        public let explanation: String

        /// The notification as it came.
        public let before: Content

        /// The notification that is shown.
        public let after: Content

        /// What is different, field by field.
        public let difference: Difference

        /// The files that the extension attached.
        public let attachments: [Attachment]

        /// What the run was allowed.
        public let budget: Budget

        /// How long it took; nil where there was no worker.
        public let timing: Timing?

        /// What it used; nil where there was no worker.
        public let usage: Usage?

        /// Misuse that harmed nobody.
        public let strikes: [String]

        /// What the extension printed and logged.
        public let log: [LogLine]

        /// Whether the extension's content was delivered.
        public var isDelivered: Bool { verdict == .delivered }
    }
}

extension SandboxedRun.Report {
    /// How a run ended; the raw values are what the tool's JSON says.
    public enum Verdict: String, Sendable, Decodable, CaseIterable, CustomStringConvertible {
        /// The extension's content was delivered.
        case delivered
        /// The extension dropped the notification, which its manifest lets it.
        case dropped
        /// The extension was called, and the original was delivered instead of its content.
        case fallback
        /// The extension was not loaded; the original was delivered.
        case rejected
        /// The extension was not asked; the original was delivered.
        case notCalled

        /// The word of the tool's JSON.
        public var description: String { rawValue }
    }
}

extension SandboxedRun.Report {
    /// A notification's content, as far as reports have it.
    public struct Content: Sendable, Equatable, Decodable {
        /// The first line.
        public let title: String
        /// The second line.
        public let subtitle: String
        /// The message.
        public let body: String
        /// The number on the app's icon.
        public let badge: Int?
        /// The category.
        public let categoryIdentifier: String
        /// The thread.
        public let threadIdentifier: String
        /// How many files it has.
        public let attachmentCount: Int
    }

    /// What an extension changed.
    public struct Difference: Sendable, Equatable, Decodable {
        /// One field that differs.
        public struct Entry: Sendable, Equatable, Decodable {
            /// Apple's name of the field.
            public let field: String
            /// The value before, as text.
            public let before: String?
            /// The value after, as text.
            public let after: String?
        }

        /// The fields that differ.
        public let entries: [Entry]
    }

    /// A file that an extension attached.
    public struct Attachment: Sendable, Equatable, Decodable {
        /// Its identifier.
        public let identifier: String
        /// Such as `public.png`; nil where it was left out.
        public let type: String?
        /// The file's length; nil where it was left out.
        public let byteCount: Int?
        /// Why it was left out; nil where it was stored.
        public let error: String?
        /// The same as a sentence.
        public let message: String?
    }

    /// What a run was allowed.
    public struct Budget: Sendable, Equatable, Decodable {
        /// The wall budget.
        public let wallMilliseconds: Double
        /// The budget of CPU time.
        public let cpuMilliseconds: Double
        /// The bytes above the idle worker's.
        public let memoryByteCount: Int
    }

    /// How long a run took.
    public struct Timing: Sendable, Equatable, Decodable {
        /// From the demand for a worker to its being ready.
        public let startMilliseconds: Double
        /// From the beginning of the wall budget to the verdict.
        public let wallMilliseconds: Double
    }

    /// What a run used.
    public struct Usage: Sendable, Equatable, Decodable {
        /// CPU time of all threads.
        public let cpuMilliseconds: Double
        /// The largest footprint seen above the baseline.
        public let peakByteCount: Int
    }

    /// A line of the run's log.
    public struct LogLine: Sendable, Equatable, Decodable {
        /// `output`, a level, or `host`.
        public let source: String
        /// The line.
        public let text: String
    }
}
