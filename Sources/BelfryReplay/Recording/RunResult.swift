// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
package import BelfryModel
package import BelfryReport
internal import BelfryRuntime

/// How a run ended, without what is different each time: no times, no process numbers.
package struct RunResult: Sendable, Equatable, Codable {
    package var verdict: Verdict.Kind
    package var reason: String

    /// What was delivered, as a content document; nil where it was dropped.
    package var content: JSONValue?
    package var attachments: [Attachment]
    package var strikes: [String]

    /// What was printed, and what was said to the log: two ways whose lines have no common order.
    package var output: [String]
    package var log: [String]

    /// The signal that ended the process, or the status that it ended with.
    package var signal: String?
    package var exitStatus: Int32?

    /// A file that was delivered with the notification.
    package struct Attachment: Sendable, Equatable, Codable {
        package var identifier: String
        package var type: String?
        package var byteCount: Int?

        /// The digest of what is in it, in hexadecimal; nil for one that was not taken.
        package var sha256: String?

        /// Why it was not taken; nil for one that was.
        package var error: String?
    }

    /// A result of a run that was delivered.
    package init(content: JSONValue, output: [String]) {
        let verdict = Verdict.delivered(.completed)
        self.verdict = verdict.kind
        reason = verdict.reason
        self.content = content
        attachments = []
        strikes = []
        self.output = output
        log = []
    }

    /// Takes what matters of a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - content: What was delivered; nil where it was dropped.
    package init(_ report: RunReport, _ content: NotificationContent?) {
        verdict = report.verdict
        reason = report.reason
        // Its files are told of by their digests: the paths are this machine's.
        self.content = content.map { content in
            var members = content.document.object ?? JSONObject()
            members["attachments"] = nil
            return .object(members)
        }
        attachments = report.attachments.map { attachment in
            Attachment(
                identifier: attachment.identifier,
                type: attachment.type,
                byteCount: attachment.byteCount,
                sha256: attachment.sha256,
                error: attachment.error
            )
        }
        strikes = report.strikes
        output = report.log.filter { $0.source == .output }.map(\.text)
        log = report.log.filter { $0.source != .output }
            .map { "\($0.source.rawValue): \($0.text)" }
        signal = report.evidence?.signal
        exitStatus = report.evidence?.exitStatus
    }

    /// How it ended, such as `fallback: crash (SIGSEGV)`.
    package var ending: String { Self.ending(verdict, reason, signal, exitStatus) }

    static func ending(
        _ verdict: Verdict.Kind,
        _ reason: String,
        _ signal: String?,
        _ exitStatus: Int32?
    ) -> String {
        let end = signal ?? exitStatus.map { "status \($0)" }
        return "\(verdict): \(reason)" + (end.map { " (\($0))" } ?? "")
    }

    /// The SHA-256 of the result, in hexadecimal: equal results have equal digests.
    package var digest: String {
        var digest = ContentDigest()
        digest.update((try? CanonicalJSON.encode(self)) ?? [])
        return digest.finish()
    }
}
