// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// Runs the extension in workers that watch every call between it and the host, table by table, and
/// reports what they saw of one kind of rule.
struct WatchedCheck: Check {
    let name: CheckName

    /// The kinds of findings it is about (``RunReport/Finding/kind``).
    let kinds: Set<String>

    func run(on subject: Subject) async throws -> CheckOutcome {
        let reports = try await subject.session { try await self.watch($0) }
        let found = reports.flatMap { $0.findings ?? [] }.filter { kinds.contains($0.kind) }
        guard let first = found.first else { return .pass("\(reports.count) watched runs") }
        let texts = found.map { "\($0.function): \($0.detail)" }
        var others: [String] = []
        for text in texts where text != texts[0] && !others.contains(text) { others.append(text) }
        let blame = first.kind == "host" ? "a fault of Belfry's, please report it: " : ""
        return .fail(blame + texts[0], details: others)
    }

    /// A few ordinary runs in one process, one with every notice, and one that is stopped.
    private func watch(_ session: Session) async throws -> [RunReport] {
        let watch = RunTrial.Watch(callDelay: .milliseconds(1), callsBeforeNotice: 2)
        var trial = RunTrial()
        trial.watch = watch
        var samples = try [SamplePayload.plain()] + SamplePayload.builtIn().suffix(3)
        samples += session.subject.options.payloads
        var reports: [RunReport] = []
        for sample in samples {
            reports.append(try await session.run(sample, trial: trial))
            if reports.last?.isCompleted == false { return reports }
        }
        reports.append(try await session.run(samples[0], isFresh: true, trial: trial))
        trial.notices = RunTrial.Notice.allCases
        reports.append(try await session.run(samples[0], isFresh: true, trial: trial))
        return reports
    }
}
