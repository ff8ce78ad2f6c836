// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal
internal import Foundation

/// The register of extensions that failed, for people.
struct QuarantineScreen {
    let terminal: Terminal

    /// Every bundle that something counts against, the most recent first.
    func render(_ quarantine: Quarantine, at now: Date) -> String {
        guard !quarantine.entries.isEmpty else { return "Nothing counts against any extension.\n" }
        let seconds = Int64(now.timeIntervalSince1970)
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        let entries = quarantine.entries.sorted {
            ($0.value.strikes.last?.time ?? 0, $0.key) > ($1.value.strikes.last?.time ?? 0, $1.key)
        }
        for (digest, entry) in entries {
            sheet.heading(entry.identifier, entry.path)
            if quarantine.sentence(of: digest, at: seconds) != nil {
                sheet.row("quarantine", "until \(Self.time(entry.until))", .red)
            } else if entry.sentenceCount > 0 {
                sheet.row("probation", "the next strike puts it back for longer", .yellow)
            }
            for (index, strike) in entry.strikes.enumerated() {
                sheet.row(
                    index == 0 ? "strikes" : "",
                    "\(Self.time(strike.time))  \(strike.reason)"
                )
            }
            sheet.row("digest", String(digest.prefix(16)))
            sheet.gap()
        }
        return sheet.text
    }

    private static func time(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).ISO8601Format()
    }
}
