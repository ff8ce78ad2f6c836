// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import Foundation

/// What a run did, used and was kept from.
///
/// Its members are what a program acts on. All that is known is in ``json()``, which
/// `Documentation/Report.md` describes.
public struct RunReport: Sendable {
    /// How long things took.
    public struct Timing: Sendable, Hashable {
        /// Whether the process had served an earlier run.
        public let isWarm: Bool
        /// How long the run waited before a process was set on it.
        public let queueWait: Duration
        /// From the demand for a process to the extension's being loaded; 0 for one that was.
        public let start: Duration
        /// From the beginning of the wall budget to the verdict.
        public let wall: Duration
    }

    /// What the extension used.
    public struct Usage: Sendable, Hashable {
        /// CPU time of all threads.
        public let cpu: Duration
        /// The most memory above that of the process with the extension loaded and idle, in bytes.
        public let peakMemoryByteCount: UInt64
    }

    /// One field of the notification that the extension changed.
    public struct Change: Sendable, Hashable {
        /// Apple's name of the field; `userInfo.key` and `attachments.identifier` for members.
        public let field: String
        /// The value before, as text; nil when there was none.
        public let before: String?
        /// The value after, as text; nil when there is none.
        public let after: String?
    }

    /// One line that the extension wrote, or that the host wrote about it.
    public struct LogLine: Sendable, Hashable {
        /// Where it comes from: `output`, `debug`, `info`, `warning`, `error`; `host` for the host.
        public let source: String
        /// The text, which is the extension's own: neutralise it for a terminal.
        public let text: String
    }

    /// How the run ended.
    public let verdict: Verdict

    private let engine: Engine.Report

    init(_ engine: Engine.Report, _ verdict: Verdict) {
        self.engine = engine
        self.verdict = verdict
    }

    /// The run's number in its host, from 1 on.
    public var number: UInt64 { engine.run }

    /// One sentence on what happened, for people.
    public var explanation: String { engine.explanation }

    /// How long things took; nil for a run that never got a process.
    public var timing: Timing? {
        engine.timing.map { timing in
            Timing(
                isWarm: timing.isWarm,
                queueWait: .milliseconds(timing.queueWaitMilliseconds),
                start: .milliseconds(timing.startMilliseconds),
                wall: .milliseconds(timing.wallMilliseconds)
            )
        }
    }

    /// What the extension used; nil for a run that never got a process.
    public var usage: Usage? {
        engine.usage.map { usage in
            Usage(
                cpu: .milliseconds(usage.cpuMilliseconds),
                peakMemoryByteCount: usage.largestByteCount
            )
        }
    }

    /// What the extension changed in the notification.
    public var changes: [Change] {
        engine.difference.entries.map {
            Change(field: $0.field, before: $0.before, after: $0.after)
        }
    }

    /// The codes of what the extension did wrong without ending its run, such as `badHandle`.
    public var strikes: [String] { engine.strikes }

    /// What was written, oldest first.
    public var log: [LogLine] {
        engine.log.map { LogLine(source: $0.source.rawValue, text: $0.text) }
    }

    /// The layers of the sandbox that the extension ran in; empty where it did not run.
    public var sandbox: [SandboxLayer] { engine.layers.map(SandboxLayer.init) }

    /// The whole report as `belfry run --json` has it, on one line, with sorted keys.
    ///
    /// Its `schema` says the version; members are added, never changed in meaning. What the extension
    /// or the notification says is in it, with `\u` escapes for what could move a terminal's cursor.
    ///
    /// - Returns: The JSON text.
    /// - Throws: `EncodingError`, should a number of it have no form in JSON.
    public func json() throws(EncodingError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return EscapedJSON.text(String(decoding: try encoder.encode(engine), as: UTF8.self))
        } catch {
            // Foundation says that it throws nothing else, and does not say so in a type.
            let context = EncodingError.Context(
                codingPath: [],
                debugDescription: "the report has no form in JSON",
                underlyingError: error
            )
            throw error as? EncodingError ?? .invalidValue(engine, context)
        }
    }
}
