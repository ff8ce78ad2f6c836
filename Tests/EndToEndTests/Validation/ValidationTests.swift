// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryValidation
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Each fault is found by its check and by no other; extensions without one pass them all.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct ValidationTests {
    /// An extension with one fault, and what is to be found.
    struct Fault: Sendable, CustomTestStringConvertible {
        let fixture: String
        let check: CheckName
        let says: String
        var network: [String] = []
        var isClosed = true
        var testDescription: String { fixture }
    }

    static let faults = [
        Fault(fixture: "NoEntry", check: .library, says: "does not export bf_extension_main"),
        Fault(
            fixture: "ExportsTwo",
            check: .exports,
            says: "somebody_elses_business",
            isClosed: false
        ),
        Fault(fixture: "RefusesToStart", check: .start, says: "rejected"),
        Fault(fixture: "Crashes", check: .completes, says: "SIGSEGV"),
        Fault(fixture: "Exits", check: .completes, says: "exit status"),
        Fault(fixture: "CompletesWildly", check: .completes, says: "abuse"),
        Fault(fixture: "NeverCompletes", check: .completes, says: "fallback: timeout"),
        Fault(fixture: "DiesOfLongText", check: .payloads, says: "\"long title\""),
        Fault(fixture: "HangsOnSecond", check: .repeats, says: "in run 2 of a process"),
        Fault(fixture: "CompletesTwice", check: .completesOnce, says: "completed again"),
        Fault(fixture: "IgnoresExpiry", check: .expiry, says: "calls of did_receive"),
        Fault(fixture: "HangsAfterExpiry", check: .afterSlowRun, says: "after expired run 1"),
        Fault(fixture: "DiesOfPressure", check: .memoryPressure, says: "SIGABRT"),
        Fault(fixture: "DiesOfCPUPressure", check: .cpuPressure, says: "SIGABRT"),
        Fault(
            fixture: "DiesOffline",
            check: .offline,
            says: "without network",
            network: ["http://127.0.0.1:9"]
        ),
        Fault(fixture: "AttachesText", check: .attachments, says: "was left out"),
        Fault(fixture: "CountsRuns", check: .freshEqualsWarm, says: "title is \"request 1\", then"),
        Fault(fixture: "RemembersOthers", check: .order, says: "subtitle is"),
        Fault(fixture: "LeaksMemory", check: .leaks, says: "bytes of memory more with every run"),
        Fault(fixture: "LeaksThreads", check: .leaks, says: "1 threads more with every run"),
        Fault(fixture: "LeaksDescriptors", check: .leaks, says: "descriptors more with every run"),
        Fault(
            fixture: "ExplainsElsewhere",
            check: .threads,
            says: "explain: was called on another"
        ),
        Fault(fixture: "UsesStaleHandle", check: .handles, says: "set_text: was given a content"),
        Fault(fixture: "UsesAfterDeciding", check: .handles, says: "that it has decided"),
        Fault(
            fixture: "ConfusesHandles",
            check: .handles,
            says: "clear: was given a request where"
        ),
        Fault(fixture: "PublishesStaleContent", check: .handles, says: "checkpoint: was given"),
        Fault(fixture: "PassesNull", check: .arguments, says: "log: was given a null string"),
        Fault(fixture: "ChangesTheOriginal", check: .arguments, says: "BF_ERROR_STATE"),
        Fault(fixture: "KeepsBorrowedText", check: .borrows, says: "log: was given a string that"),
        Fault(fixture: "CopiesBorrowedText", check: .borrows, says: "log: was given a string that"),
        Fault(fixture: "CallsAfterStop", check: .lifecycle, says: "now: was called before start"),
    ]

    @Test(arguments: faults)
    func `finds a fault by its check and by no other`(_ fault: Fault) async throws {
        let workshop = try Workshop()
        let options: [String: Any] = fault.network.isEmpty ? [:] : ["Network": fault.network]
        let path = try await workshop.faulty(fault.fixture, options, isClosed: fault.isClosed)
        let report = try await workshop.validate(path, budget: "wall=2500ms")
        let odd = report.checks.filter { $0.status == .fail || $0.status == .warn }
        #expect(odd.map(\.name) == [fault.check], "\(odd)")
        let found = try #require(odd.first { $0.name == fault.check })
        #expect(found.status == .fail)
        #expect(found.reason.contains(fault.says), "\(found.reason)")
    }

    @Test func `names the key of a manifest with a wrong type, and asks nothing else`() async throws
    {
        let workshop = try Workshop()
        let path = try await workshop.faulty("Completes", ["ParallelRuns": "many"])
        let report = try await workshop.validate(path)
        #expect(report.checks.first?.status == .fail)
        #expect(report.checks.first?.reason.contains("BFExtension.ParallelRuns") == true)
        #expect(report.count(.skip) == report.checks.count - 1)
    }

    @Test func `a good extension in C passes every check that can be asked of it`() async throws {
        let workshop = try Workshop()
        let report = try await workshop.validate(
            try await build("TitleStamp/TitleStamp.c", workshop)
        )
        #expect(report.isConforming && report.count(.warn) == 0, "\(report.checks)")
        // It asks for no network and attaches nothing.
        let skipped = report.checks.filter { $0.status == .skip }.map(\.name)
        #expect(skipped == [.offline, .attachments], "\(report.checks)")
    }

    @Test func `a good extension in Swift passes every check that can be asked of it`() async throws
    {
        let workshop = try Workshop()
        let path = try await build("MonkeyNotification/NotificationService.swift", workshop)
        let file = Workshop.root.appendingPathComponent("Plugins/MonkeyNotification/payload.apns")
        let payload = try PushPayload.parse(Array(try Data(contentsOf: file)))
        let sample = SamplePayload(name: "payload.apns", payload: payload)
        let report = try await workshop.validate(path, payloads: [sample])
        #expect(report.isConforming && report.count(.warn) == 0, "\(report.checks)")
        let skipped = report.checks.filter { $0.status == .skip }.map(\.name)
        #expect(skipped == [.attachments], "\(report.checks)")
    }

    @Test func `counts the runs of each check from nothing on`() async throws {
        let workshop = try Workshop()
        var options = Validator.Options(seed: 1)
        options.runs = 4
        options.only = [.completes, .repeats]
        let validator = Validator(
            path: try await workshop.faulty("Completes"),
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            options: options
        )
        var counts: [Int] = []
        var tally: RunTally?
        let report = try await validator.validate { progress in
            counts.append(progress.runs.count)
            tally = progress.runs
        }
        #expect(report.checks.map(\.reason).last == "5 runs", "\(report.checks)")
        #expect(counts == [0, 0] && tally?.count == 5)
    }

    /// Builds a sample of `Plugins/` with its own manifest.
    private func build(_ source: String, _ workshop: borrowing Workshop) async throws -> String {
        let output = workshop.folder.appendingPathComponent("Sample.appex").path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let path = Workshop.root.appendingPathComponent("Plugins/\(source)").path
        let result = try await Command.run(tool, ["build", path, "-o", output])
        try #require(result.status == 0, "\(result.errors)")
        return output
    }

    @Test func `the tool ends with a status of its own, and the seed is in both reports`()
        async throws
    {
        let workshop = try Workshop()
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let good = try await workshop.faulty("Completes")
        let bad = try await workshop.faulty("PassesNull")
        let arguments = ["--seed", "77", "--runs", "4", "--only", "arguments"]
        let passed = try await Command.run(tool, ["validate", good] + arguments)
        #expect(passed.status == 0, "\(passed.output) \(passed.errors)")
        #expect(passed.output.contains("77, with --runs 4"))
        let failed = try await Command.run(tool, ["validate", bad, "--json"] + arguments)
        #expect(failed.status == 4, "\(failed.output) \(failed.errors)")
        let report = try JSONDecoder().decode(ValidationReport.self, from: Data(failed.output.utf8))
        #expect(report.seed == 77)
        #expect(report.checks.map(\.name) == [.arguments])
        let listed = try await Command.run(tool, ["validate", "--list"])
        #expect(listed.status == 0 && listed.output.contains("fresh-equals-warm"))
        let unknown = try await Command.run(tool, ["validate", good, "--only", "luck"])
        #expect(unknown.status == 64 && unknown.errors.contains("there is no such check"))
        let absent = try await Command.run(tool, ["validate", good + "/none"])
        #expect(absent.status == 66, "\(absent.errors)")
    }
}
