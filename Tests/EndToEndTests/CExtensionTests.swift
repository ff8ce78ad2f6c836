// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Extensions in C: the tutorial's, and one that uses a library of the machine.
@Suite(.timeLimit(.minutes(2)))
struct CExtensionTests {
    @Test func `the tutorial's extension stamps the title`() async throws {
        let workshop = try Workshop()
        let plugin = Workshop.root.appendingPathComponent("Plugins/TitleStamp")
        let output = workshop.folder.appendingPathComponent("TitleStamp.appex").path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let source = plugin.appendingPathComponent("TitleStamp.c").path
        let built = try await Command.run(tool, ["build", source, "-o", output])
        try #require(built.status == 0, "\(built.errors)")
        let bundle = try ExtensionBundle(at: output)
        let payload = try PushPayload.parse(
            Array(Data(contentsOf: plugin.appendingPathComponent("payload.apns")))
        )
        let host = try workshop.host()
        let report = try await host.run(.push(payload, identifier: "letter"), in: bundle)
        await host.shutdown()
        #expect(report.isDelivered)
        #expect(report.before.title == "A letter for you")
        #expect(report.after.title == "A letter for you · stamped")
        #expect(report.difference.entries.map(\.field) == ["title"])
    }

    @Test func `libcurl goes through the proxy as it is`() async throws {
        let workshop = try Workshop()
        let picture = Workshop.root.appendingPathComponent("Plugins/MonkeyNotification/monkey.png")
        let byteCount = try Data(contentsOf: picture).count
        let server = try FileServer(serving: picture)
        let bundle = try await workshop.bundle(
            "DownloadsWithCurl",
            ["Network": [server.origin]],
            libraries: ["curl"]
        )
        let host = try workshop.host()
        let listed = #","my-attachment":"\#(server.address)""#
        let allowed = try await host.run(try Workshop.push(listed), in: bundle)
        #expect(allowed.after.title == "0 200 \(byteCount)", "\(allowed.explanation)")
        #expect(allowed.network?.decisions.map(\.isAllowed) == [true])
        let elsewhere = #","my-attachment":"http://example.invalid/picture.png""#
        let denied = try await host.run(try Workshop.push(elsewhere), in: bundle)
        #expect(denied.after.title.hasPrefix("0 403 "))
        #expect(denied.network?.decisions.map(\.reason) == [.notListed])
        await host.shutdown()
    }

    @Test func `a run that learns asks for public origins, and for no machine of the network`()
        async throws
    {
        let workshop = try Workshop()
        let picture = workshop.folder.appendingPathComponent("picture.png")
        try Data("picture".utf8).write(to: picture)
        let server = try FileServer(serving: picture)
        let bundle = try await workshop.bundle("DownloadsWithCurl", libraries: ["curl"])
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        options.learnsOrigins = true
        let here = try await host.run(
            try Workshop.push(#","my-attachment":"\#(server.address)""#),
            in: bundle,
            options: options
        )
        #expect(here.network?.decisions.map(\.reason) == [.notListed])
        #expect(here.network?.decisions.map(\.isLearned) == [nil])
        let elsewhere = try Workshop.push(#","my-attachment":"http://example.invalid/a.png""#)
        let learned = try await host.run(elsewhere, in: bundle, options: options)
        #expect(learned.network?.decisions.map(\.reason) == [.unresolvable])
        #expect(learned.network?.decisions.map(\.isLearned) == [true])
        #expect(learned.network?.decisions.map(\.origin) == ["http://example.invalid"])
        #expect(learned.network?.allowed == [])
        // Neither the bundle nor its next run has kept any of it.
        let ordinary = try await host.run(elsewhere, in: bundle)
        #expect(ordinary.network?.decisions.isEmpty != false)
        await host.shutdown()
        // The tool prints what lists the origin.
        let file = workshop.folder.appendingPathComponent("learn.apns").path
        let payload =
            #"{"aps":{"alert":{"title":"x"},"mutable-content":1},"#
            + #""my-attachment":"http://example.invalid/a.png"}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: file))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let told = try await Command.run(tool, ["run", bundle.path, file, "--learn"])
        let sentence =
            "--learn would have let it reach: http://example.invalid has no address here and is not "
            + "listed in Info.plist."
        #expect(told.output.contains(sentence), "\(told)")
        #expect(told.output.contains("<string>http://example.invalid</string>"), "\(told)")
        let quiet = try await Command.run(
            tool,
            ["run", bundle.path, file, "--learn", "--quiet"]
        )
        #expect(!quiet.output.contains("http://example.invalid"), "\(quiet)")
        #expect(quiet.errors.contains("belfry: \(sentence)\n"), "\(quiet)")
        #expect(quiet.errors.contains(" <string>http://example.invalid</string>\n"), "\(quiet)")
    }
}
