// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// What an extension published or declared beforehand stands in when it fails, and only then.
@Suite(.timeLimit(.minutes(2)))
struct CheckpointTests {
    /// How the extension ends after it has published "first" and "second", and what comes of it.
    struct Ending: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: Verdict
        var endedBy: String?
        let title: String
        var budget = ""
        var testDescription: String { name }

        static func survived(_ reason: Verdict.Fallback, budget: String = "") -> Ending {
            Ending(
                name: reason.rawValue,
                verdict: .delivered(.checkpoint),
                endedBy: reason.rawValue,
                title: "second",
                budget: budget
            )
        }

        static func lost(_ reason: Verdict.Fallback) -> Ending {
            Ending(name: reason.rawValue, verdict: .fallback(reason), title: "before")
        }
    }

    static let endings: [Ending] = [
        .survived(.timeout, budget: "wall=1s"),
        .survived(.cpu, budget: "cpu=200ms"),
        .survived(.memory, budget: "memory=12MB"),
        .survived(.crash), .survived(.trap), .survived(.exited),
        .lost(.violation), .lost(.protocol), .lost(.abuse), .lost(.output),
        Ending(name: "completed", verdict: .delivered(.completed), title: "third"),
        Ending(name: "nothing", verdict: .delivered(.completed), title: "before"),
    ]

    @Test(arguments: endings)
    func `the last checkpoint is delivered when nothing else is, but not for a liar`(
        _ ending: Ending
    ) async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply(ending.budget)
        options.budget = budget
        let delivered = Mutex<[String?]>([])
        let report = try await host.run(
            try Workshop.push(#","ending":"\#(ending.name)""#),
            in: try await workshop.bundle("Publishes"),
            options: options
        ) { content, _ in
            delivered.withLock { $0.append(content?.title) }
        }
        await host.shutdown()
        #expect(report.ending == ending.verdict, "\(report.explanation)")
        #expect(report.endedBy == ending.endedBy)
        #expect(delivered.withLock { $0 } == [ending.title])
        #expect(report.after.title == ending.title)
    }

    @Test func `a checkpoint's file is taken from a worker that has crashed`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Publishes")
        for _ in 0..<5 {
            let report = try await host.run(
                try Workshop.push(#","ending":"crash","with":"picture""#),
                in: bundle
            )
            #expect(report.ending == .delivered(.checkpoint))
            #expect(report.evidence?.signal == "SIGSEGV")
            let path = try #require(report.attachments.first?.path)
            #expect(FileManager.default.fileExists(atPath: path))
            #expect(report.after.attachmentCount == 1)
        }
        await host.shutdown()
    }

    @Test func `a checkpoint with nothing to show is a strike, and the one before stands`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(#","ending":"crash","also":"empty""#),
            in: try await workshop.bundle("Publishes")
        )
        await host.shutdown()
        #expect(report.ending == .delivered(.checkpoint))
        #expect(report.after.title == "second")
        #expect(report.strikes == ["badCheckpoint"])
        #expect(report.log.map(\.source) == [.host])
    }

    @Test func `what ended the run counts toward quarantine all the same`() async throws {
        let workshop = try Workshop()
        let register = QuarantineRegister(
            path: workshop.folder.appendingPathComponent("state/register.json").path
        )
        let host = try workshop.host(quarantine: register)
        let report = try await host.run(
            try Workshop.push(#","ending":"crash""#),
            in: try await workshop.bundle("Publishes")
        )
        await host.shutdown()
        #expect(report.ending == .delivered(.checkpoint))
        #expect(report.quarantine?.strikes == ["crash"])
    }

    // MARK: Dropping

    @Test func `a drop with the right delivers nothing, and says so`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let delivered = Mutex<[String?]>([])
        let bundle = try await workshop.bundle("Drops", ["Filtering": true])
        for _ in 0..<2 {
            let report = try await host.run(try Workshop.push(), in: bundle) { content, verdict in
                delivered.withLock { $0.append(content?.title) }
                #expect(verdict == Verdict(.dropped, reason: "spam.v2"))
            }
            #expect(report.ending == Verdict(.dropped, reason: "spam.v2"))
            #expect(report.before.title == "before")
            #expect(report.difference.isEmpty)
            #expect(report.explanation.contains("spam.v2"))
            #expect(report.log.map(\.text) == ["the notification was dropped: spam.v2"])
            // The fixture answers once more.
            #expect(report.strikes.allSatisfy { $0 == "secondCompletion" })
        }
        await host.shutdown()
        #expect(delivered.withLock { $0 } == [nil, nil])
    }

    @Test func `a drop without the right is denied, and the notification lives`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: try await workshop.bundle("Drops"))
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        #expect(report.after.title == "denied")
        #expect(report.strikes == ["deniedDrop"])
    }

    @Test func `a forged drop without the right is a broken protocol`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let report = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("ForgesDrop")
        )
        await host.shutdown()
        #expect(report.ending == .fallback(.protocol))
        #expect(report.after.title == "before")
        #expect(report.explanation.contains("lacks the right"))
    }

    // MARK: Declared fallback

    @Test func `the declared texts replace the original's when the run fails`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let options = ["Fallback": ["title": "A message", "subtitle": "from somebody"]]
        let failed = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("Crashes", options)
        )
        #expect(failed.ending == .fallback(.crash))
        #expect(failed.after.title == "A message")
        #expect(failed.after.subtitle == "from somebody")
        #expect(failed.after.body == "text")
        #expect(Set(failed.difference.entries.map(\.field)) == ["title", "subtitle"])
        let rejected = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("RefusesToStart", options)
        )
        #expect(rejected.verdict == .rejected)
        #expect(rejected.after.title == "before")
        let completed = try await host.run(
            try Workshop.push(),
            in: try await workshop.bundle("CompletesWithNothing", options)
        )
        #expect(completed.after.title == "before")
        await host.shutdown()
    }
}
