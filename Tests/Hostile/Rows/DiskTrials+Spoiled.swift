// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// Row 126: a run answers for what it did itself to a directory that bundles share, and for nothing
/// else.
extension DiskTrials {
    static let spoiled: [Trial] = [
        Trial("before its neighbour's run", hider) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.before", bundle, hider)
            try await spoilLater(bundle, on: stage)
            guard stage.keepsFiles else { return }
            let path = stage.folder.appendingPathComponent("state/groups/group.com.example.before")
            try Data().write(to: path.appendingPathComponent("go"))
            try await there(path.appendingPathComponent("spoiled"))
            let outcome = try await stage.run(other, .inGroup(stays: true))
            Expectation.delivered(answers: ["writable": ["0"]]).check(outcome)
            let excess = outcome.report.storage?.folders.last?.excess ?? "nothing"
            #expect(excess.contains("group.com.example.before cannot be counted"), "\(excess)")
        },
        Trial("during its neighbour's run", hider) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.during", bundle, hider)
            try await spoilLater(bundle, on: stage)
            guard stage.keepsFiles else { return }
            let outcome = try await stage.run(other, act: "invite", .inGroup(stays: true))
            Expectation(verdicts: [.fallback(.hostResource)]).check(outcome)
            let explanation = outcome.report.explanation
            #expect(explanation.contains("group.com.example.during cannot be counted"))
            #expect(
                explanation.contains("other bundles that have it were at work"),
                "\(explanation)"
            )
        },
        Trial("right before its neighbour answers", hider) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.late", bundle, hider)
            try await spoilLater(bundle, on: stage)
            guard stage.keepsFiles else { return }
            let outcome = try await stage.run(other, act: "invite", .inGroup(stays: false))
            Expectation.delivered().check(outcome)
        },
        Trial("beside a neighbour that rests", hider, others: [filler]) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.rests", bundle, filler)
            guard stage.keepsFiles else { return }
            Expectation.delivered(answers: ["writable": ["1"]])
                .check(try await stage.run(bundle, .inGroup(stays: false)))
            let outcome = try await stage.run(other, act: "files", .inGroup(stays: false))
            Expectation(verdicts: [.fallback(.output)], strikes: ["storageLimit"]).check(outcome)
        },
    ]

    /// Runs a bundle whose worker spoils the group once a file `go` is there.
    private static func spoilLater(_ bundle: ExtensionBundle, on stage: HostileStage) async throws {
        let outcome = try await stage.run(bundle, act: "later", .inGroup(stays: false))
        guard stage.keepsFiles else { return nothing.check(outcome) }
        Expectation.delivered(answers: ["writable": ["1"]]).check(outcome)
    }

    /// Waits until a file is there.
    private static func there(_ file: URL) async throws {
        let deadline = ContinuousClock.now + .seconds(20).patient
        while !FileManager.default.fileExists(atPath: file.path), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }
}

extension RunSettings {
    /// Has the fixture work in its group, by a name that is not UTF-8 where it hides something.
    fileprivate static func inGroup(stays: Bool) -> RunSettings {
        let stays = stays ? "yes" : "no"
        return RunSettings(
            "wall=30s,cpu=20s",
            payload: #","where":"group","how":"name","stays":"\#(stays)""#
        )
    }
}

extension HostileStage {
    /// Runs a bundle that only looks.
    fileprivate func run(
        _ bundle: ExtensionBundle,
        _ settings: RunSettings
    ) async throws -> Outcome {
        try await run(bundle, act: "", settings)
    }
}
