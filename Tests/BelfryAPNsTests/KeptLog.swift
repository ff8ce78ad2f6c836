// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Logging
import Synchronization

/// A log that keeps its lines, with how many were left out before each.
final class KeptLog: Sendable {
    /// A line of the log.
    struct Line {
        let text: String

        /// How many lines were left out before it; nil for none.
        let omitted: String?
    }

    private let kept = Mutex<[Line]>([])

    var lines: [Line] { kept.withLock(\.self) }

    /// What writes to it.
    var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private struct Handler: LogHandler {
        let log: KeptLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let omitted = event.metadata?["omitted"].map { "\($0)" }
            log.kept.withLock { $0.append(Line(text: "\(event.message)", omitted: omitted)) }
        }
    }
}
