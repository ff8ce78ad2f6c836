// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What a script waits for of a content extension that downloads.
@Suite(.timeLimit(.minutes(3)))
struct DownloadTests {
    private func show(
        _ path: String,
        of server: String,
        _ script: String?,
        in workshop: borrowing Workshop
    ) async throws -> Command.Result {
        func file(_ name: String) -> URL { workshop.folder.appendingPathComponent(name) }
        let build = try await ToolBuild(fixture: "SwiftDownloads", in: workshop.folder)
        let payload =
            #"{"aps":{"alert":{"title":"Down"},"category":"downloads"},"#
            + #""from":"\#(server)/\#(path)"}"#
        try Data(payload.utf8).write(to: file("push.apns"))
        var arguments = ["show", build.path, file("push.apns").path, "--allow-network", server]
        if let script {
            try Data(script.utf8).write(to: file("wait.show"))
            arguments += ["--script", file("wait.show").path]
        }
        let tool = Workshop.products.appendingPathComponent("belfry").path
        return try await Command.run(tool, arguments)
    }

    @Test func `an extension that waits for a slow answer is not settled`() async throws {
        let server = try WebServer()
        defer { server.stop() }
        let workshop = try Workshop()
        let script = """
            expect label "waiting"
            wait settled 60
            expect label "came: slow"
            """
        let result = try await show("slow?ms=1500", of: server.origin, script, in: workshop)
        #expect(result.status == 0, "\(result.errors)\(result.output)")
    }

    @Test func `a wait that ends says which download it waited for`() async throws {
        let server = try WebServer()
        defer { server.stop() }
        let workshop = try Workshop()
        let result = try await show("never", of: server.origin, "wait settled 3", in: workshop)
        #expect(result.status == 4)
        let sentence =
            "expected that the extension is at rest within 3 s, which waited for "
            + "a download from \(server.origin), 0 bytes so far"
        #expect(result.errors.contains(sentence), "\(result.errors)")
    }

    @Test func `a notification that is printed once has what was downloaded`() async throws {
        let server = try WebServer()
        defer { server.stop() }
        let workshop = try Workshop()
        let result = try await show("slow?ms=300", of: server.origin, nil, in: workshop)
        #expect(result.output.contains("came: slow"), "\(result.output)\(result.errors)")
        // The same extension, let to any public origin: none is in its list, nor allowed.
        func file(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let payload =
            #"{"aps":{"alert":{"title":"Down"},"category":"downloads"},"#
            + #""from":"http://example.invalid/a"}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: file("learn.apns")))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let bundle = file("SwiftDownloads.appex")
        let learned = try await Command.run(tool, ["show", bundle, file("learn.apns"), "--learn"])
        let sentence =
            "--learn would have let it reach: http://example.invalid has no address here and is not "
            + "listed in Info.plist."
        #expect(learned.output.contains(sentence), "\(learned.output)\(learned.errors)")
        let refused = try await Command.run(tool, ["show", bundle, file("learn.apns")])
        #expect(refused.output.contains("Its network was refused: http://example.invalid"))
    }
}
