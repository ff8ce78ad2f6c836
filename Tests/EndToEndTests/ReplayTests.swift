// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReplay
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Runs that are recorded, and made again with nothing of what they saw still there.
@Suite(.timeLimit(.minutes(3)))
struct ReplayTests {
    private static func configuration(
        _ workshop: borrowing Workshop
    ) throws -> ExtensionHost.Configuration {
        var configuration = ExtensionHost.Configuration(
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            storePath: workshop.folder.appendingPathComponent("store").path
        )
        configuration.statePath = workshop.statePath
        return configuration
    }

    private static func record(
        _ bundle: ExtensionBundle,
        _ workshop: borrowing Workshop,
        payload custom: String = "",
        origins: [String] = []
    ) async throws -> (report: RunReport, recording: Recording) {
        var options = ExtensionHost.RunOptions()
        options.allowedOrigins = origins
        var budget = Budget()
        try budget.apply("start=20s")
        options.budget = budget
        guard case .remote(let payload, _) = try Workshop.push(custom).source else {
            throw CocoaError(.featureUnsupported)
        }
        let recorder = Recorder(
            bundle: bundle,
            configuration: try configuration(workshop),
            options: options
        )
        return try await recorder.record(payload, identifier: "request-1")
    }

    private static func replay(
        _ recording: Recording,
        _ bundle: ExtensionBundle,
        _ workshop: borrowing Workshop,
        times: Int = 3
    ) async throws -> ReplayReport {
        let configuration = try configuration(workshop)
        return try await Replayer(recording, bundle: bundle, configuration: configuration)
            .replay(times)
    }

    private static func build(in folder: URL) async throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("SwiftAsksTheMachine.appex").path
        let source = "Tests/EndToEndTests/Fixtures/SwiftAsksTheMachine.swift"
        let result = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["build", Workshop.root.appendingPathComponent(source).path, "-o", path]
        )
        try #require(result.status == 0, "\(result.errors)")
        return try ExtensionBundle(at: path)
    }

    // MARK: The same again

    @Test func `time, chance and files of an extension in C are the recorded ones`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("AsksTheMachine")
        let (report, recording) = try await Self.record(bundle, workshop)
        #expect(report.verdict == .delivered, "\(report.explanation)")
        // Its own clock is today's while it is recorded.
        let seconds = report.after.title.split(separator: ".").first.flatMap { Double($0) }
        #expect(abs(try #require(seconds) - Date().timeIntervalSince1970) < 60)
        let replayed = try await Self.replay(recording, bundle, workshop, times: 100)
        #expect(replayed.divergences == [])
        #expect(Set(replayed.digests) == [recording.result.digest])
        #expect(replayed.digests.count == 100)
        #expect(replayed.notes == [])
        // What it keeps for its user is as the recording has left it.
        let (second, other) = try await Self.record(bundle, workshop)
        #expect(second.after.title.hasSuffix(" 1"), "\(second.after.title)")
        #expect(other.result.digest != recording.result.digest)
        let again = try await Self.replay(other, bundle, workshop)
        #expect(again.divergences == [])
    }

    @Test func `a Swift extension gets the answers of servers that are gone`() async throws {
        let workshop = try Workshop()
        let bundle = try await Self.build(in: workshop.folder)
        let server = try WebServer()
        let (report, recording) = try await Self.record(
            bundle,
            workshop,
            payload: #","address":"\#(server.origin)/text""#,
            origins: [server.origin]
        )
        server.stop()
        #expect(report.after.body.hasPrefix("200 hällo "), "\(report.after.body)")
        let text = String(decoding: try RecordingFile.serialized(recording), as: UTF8.self)
        #expect(!text.contains("Bearer secret"))
        #expect(text.contains("hällo"))
        let replayed = try await Self.replay(recording, bundle, workshop, times: 10)
        #expect(replayed.divergences == [])
        #expect(Set(replayed.digests) == [recording.result.digest])
    }

    @Test func `what came over TLS is given again in the clear`() async throws {
        let workshop = try Workshop()
        let bundle = try await Self.build(in: workshop.folder)
        let certificate = try await TestCertificate(in: workshop.folder)
        let authority = URL(fileURLWithPath: bundle.path).appendingPathComponent("authority.pem")
        try FileManager.default.copyItem(at: certificate.authority, to: authority)
        let manifest = URL(fileURLWithPath: bundle.path + "/Info.plist")
        let list = try unsafe PropertyListSerialization.propertyList(
            from: Data(contentsOf: manifest),
            format: nil
        )
        var members = try #require(list as? [String: Any])
        members["BFExtension"] = ["CertificateAuthorities": ["authority.pem"]]
        try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
            .write(to: manifest)
        let server = try WebServer(certificate)
        let (report, recording) = try await Self.record(
            try ExtensionBundle(at: bundle.path),
            workshop,
            payload: #","address":"\#(server.secureOrigin)/text""#,
            origins: [server.secureOrigin]
        )
        server.stop()
        #expect(report.after.body.hasPrefix("200 hällo "), "\(report.after.body)")
        #expect(recording.trace.exchanges.map(\.url) == [server.secureOrigin + "/text"])
        let replayed = try await Self.replay(
            recording,
            try ExtensionBundle(at: bundle.path),
            workshop
        )
        #expect(replayed.divergences == [])
    }

    @Test func `a crash and a refused request are the same again`() async throws {
        let workshop = try Workshop()
        let crashing = try await workshop.bundle("Crashes")
        let (report, crash) = try await Self.record(crashing, workshop)
        #expect(report.ending == .fallback(.crash))
        #expect(try await Self.replay(crash, crashing, workshop).divergences == [])
        let curl = try await workshop.bundle(
            "DownloadsWithCurl",
            ["Network": ["http://listed.example"]],
            libraries: ["curl"]
        )
        let address = #","my-attachment":"http://127.0.0.1:9/""#
        let (denied, recording) = try await Self.record(curl, workshop, payload: address)
        #expect(denied.after.title.hasPrefix("0 403 "), "\(denied.after.title)")
        #expect(try await Self.replay(recording, curl, workshop).divergences == [])
    }

    // MARK: Not the same

    @Test func `names the call in which another build is not like the recorded one`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let (_, recording) = try await Self.record(bundle, workshop)
        let other = try await workshop.bundle("AsksTheMachine")
        let library = bundle.path + "/Completes"
        try FileManager.default.removeItem(atPath: library)
        try FileManager.default.copyItem(atPath: other.libraryPath, toPath: library)
        let replayed = try await Self.replay(recording, bundle, workshop)
        #expect(replayed.divergedRuns == [1, 2, 3])
        let first = try #require(replayed.divergences.first)
        #expect(first.place == "call 1")
        #expect(first.expected == "request_content()")
        #expect(first.actual == "now()")
        #expect(replayed.divergences.contains { $0.place == "content.title" })
        #expect(replayed.notes == ["the bundle is not as it was recorded: Completes"])
    }

    @Test func `names the call that a file of its own makes different`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("AsksTheMachine")
        _ = try await Self.record(bundle, workshop)
        var (_, recording) = try await Self.record(bundle, workshop)
        let folder = try #require(recording.trace.folders.firstIndex { $0.kind == "data" })
        let entries = recording.trace.folders[folder].entries
        let entry = try #require(entries.firstIndex { $0.path == "count" })
        recording.trace.folders[folder].entries[entry].content = .bytes(Array("41".utf8))
        let replayed = try await Self.replay(recording, bundle, workshop, times: 1)
        let first = try #require(replayed.divergences.first)
        #expect(first.place.hasPrefix("call "))
        #expect(first.expected?.hasSuffix(" 1)") == true, "\(first)")
        #expect(first.actual?.hasSuffix(" 41)") == true, "\(first)")
    }

    @Test func `a request that was not recorded goes nowhere`() async throws {
        let workshop = try Workshop()
        let picture = Workshop.root.appendingPathComponent("Plugins/MonkeyNotification/monkey.png")
        let server = try FileServer(serving: picture)
        let bundle = try await workshop.bundle(
            "DownloadsWithCurl",
            ["Network": [server.origin]],
            libraries: ["curl"]
        )
        var (report, recording) = try await Self.record(
            bundle,
            workshop,
            payload: #","my-attachment":"\#(server.address)""#
        )
        #expect(report.after.title.hasPrefix("0 200 "), "\(report.after.title)")
        recording.trace.exchanges = []
        // The server is there, and the bundle may reach it; a replay does not.
        let replayed = try await Self.replay(recording, bundle, workshop, times: 1)
        let first = try #require(replayed.divergences.first)
        #expect(first.place == "request GET \(server.address)")
        #expect(first.actual?.contains("the recording has no answer") == true)
        #expect(replayed.divergences.contains { $0.actual?.contains("0 502 ") == true })
    }

    // MARK: The command

    @Test func `the command records, replays, redacts, and ends with a status of its own`()
        async throws
    {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("AsksTheMachine")
        let file = workshop.folder.appendingPathComponent("run.json").path
        let payload = workshop.folder.appendingPathComponent("push.json").path
        try Data(#"{"aps":{"alert":"hi","mutable-content":1},"token":"t0p"}"#.utf8)
            .write(to: URL(fileURLWithPath: payload))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = ["XDG_DATA_HOME=\(workshop.folder.path)", "NO_COLOR=1", tool]
        func belfry(_ arguments: String...) async throws -> Command.Result {
            try await Command.run("/usr/bin/env", environment + arguments)
        }
        let run = try await belfry("run", bundle.path, payload, "--record", file)
        #expect(run.status == 0, "\(run.errors)")
        let replayed = try await belfry("replay", file, "--times", "3")
        #expect(replayed.status == 0, "\(replayed.errors)")
        #expect(replayed.output.contains("3, every one as it was recorded"))
        #expect(replayed.output.contains("delivered: completed"))
        let misspelt = try await belfry("replay", file, "--redact", "payload:tokn")
        #expect(misspelt.status == 64)
        #expect(misspelt.errors.contains("did you mean payload:token?"), "\(misspelt.errors)")
        let both = try await belfry("replay", file, "--redact", "payload:token", "--times", "2")
        #expect(both.status == 64)
        #expect(both.errors.contains("--redact runs nothing"), "\(both.errors)")
        let redacted = try await belfry("replay", file, "--redact", "payload:token")
        #expect(redacted.status == 0, "\(redacted.errors)")
        #expect(redacted.errors.hasPrefix("Taken out: payload:token, from "))
        #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("t0p"))
        let other = try await workshop.bundle("Completes")
        let diverged = try await belfry("replay", file, "--bundle", other.path)
        #expect(diverged.status == 6, "\(diverged.errors)")
        #expect(diverged.output.contains("diverged"), "\(diverged.output)")
        #expect(diverged.output.contains("another extension is run than was recorded: "))
        let none = try await belfry("replay", payload)
        #expect(none.status == 65)
        #expect(none.errors.contains("is no recording"))
        #expect(try await belfry("replay", file + "x").status == 66)
        #expect(try await belfry("run", bundle.path, payload, "--redact", "bodies").status == 64)
        // What the payload does not have keeps the run from being made; what turns out not to be there
        // does not.
        let record = ["run", bundle.path, payload, "--record", file + "2", "--redact"]
        let early = try await Command.run("/usr/bin/env", environment + record + ["payload:aps"])
        #expect(early.status == 64 && early.output.isEmpty, "\(early.errors)")
        #expect(!FileManager.default.fileExists(atPath: file + "2"))
        let late = try await Command.run("/usr/bin/env", environment + record + ["header:x-key"])
        #expect(late.status == 0)
        #expect(
            late.errors.contains("belfry: warning: --redact header:x-key: no request"),
            "\(late.errors)"
        )
        #expect(late.errors.contains("Look at \(file)2 before it goes to anybody"))
    }
}
