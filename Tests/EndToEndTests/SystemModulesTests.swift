// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The modules that extensions import besides UserNotifications, built by the tool and run.
@Suite(.timeLimit(.minutes(3)))
struct SystemModulesTests {
    private func bundle(in folder: URL) async throws -> ExtensionBundle {
        let fixtures = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        let source = fixtures.appendingPathComponent("SwiftSystemModules.swift").path
        let header = fixtures.appendingPathComponent("SwiftSystemModules-Bridging-Header.h").path
        let output = folder.appendingPathComponent("SwiftSystemModules.appex").path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let result = try await Command.run(
            tool,
            ["build", source, "--bridging-header", header, "-o", output]
        )
        try #require(result.status == 0, "\(result.errors)")
        return try ExtensionBundle(at: output)
    }

    @Test func `they compile, work, and what they write is in the log`() async throws {
        let workshop = try Workshop()
        let bundle = try await bundle(in: workshop.folder)
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .delivered(.completed))
        let expected = [
            "type=public.jpeg", "extension=png", "png=public.png",
            "md5=900150983cd24fb0d6963f7d28e17f72", "memory=true", "pool=5",
            "packed=the bells", "size=(1.0, 2.0)",
        ]
        #expect(
            report.after.body.split(separator: "\n").map(String.init) == expected,
            "\(report.explanation)"
        )

        let lines = report.log.map { "\($0.source) \($0.text)" }
        #expect(lines.contains("warning [org.example:service] title <private> badge 7"))
        #expect(lines.contains("error one of 2"))
        #expect(lines.contains("info speech: five received"))
        #expect(lines.filter { $0.contains("WidgetCenter.reloadAllTimelines()") }.count == 1)
        let texts = report.log.map(\.text)
        #expect(texts.contains("printed"))
        #expect(texts.contains { $0.hasSuffix("logged") })
        #expect(texts.contains("\"debug\""))
        #expect(texts.contains { $0.contains("- \"dumped\"") })

        let payload = workshop.folder.appendingPathComponent("push.apns")
        try Data(#"{"aps":{"alert":{"title":"Ada"},"mutable-content":1}}"#.utf8).write(to: payload)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let run = ["run", bundle.path, payload.path, "--json"]
        let hidden = try await Command.run(tool, run).output
        #expect(hidden.contains("title <private> badge"), "\(hidden)")
        let shown = try await Command.run(tool, run + ["--private"]).output
        #expect(shown.contains("title Ada badge"), "\(shown)")
        #expect(!shown.contains("<private>"))
    }
}
