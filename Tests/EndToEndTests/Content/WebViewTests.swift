// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A page in a content extension, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct WebViewTests {
    @Test func `a web view shows a page of an origin that is allowed, and no other`() async throws {
        let workshop = try Workshop()
        func file(_ name: String) -> URL { workshop.folder.appendingPathComponent(name) }
        let page = "<html><head><title>Tower</title></head><body><p>At noon</p></body></html>"
        try Data(page.utf8).write(to: file("tower.html"))
        let server = try FileServer(serving: file("tower.html"))
        defer { server.stop() }
        let build = try await ToolBuild(fixture: "SwiftPage", in: workshop.folder)
        #expect(build.warnings.isEmpty, "\(build.warnings)")
        let payload =
            #"{"aps":{"alert":{"title":"Page"},"category":"page"},"page":"\#(server.address)"}"#
        try Data(payload.utf8).write(to: file("push.apns"))

        let tool = Workshop.products.appendingPathComponent("belfry").path
        func show(_ script: String, _ options: [String]) async throws -> Command.Result {
            try Data(script.utf8).write(to: file("look.show"))
            let arguments = [
                build.path, file("push.apns").path, "--script", file("look.show").path,
            ]
            return try await Command.run(tool, ["show"] + arguments + options)
        }
        let words = """
            wait label "shown: Tower"
            expect label "At noon"
            expect label "\(server.address)"
            """
        let allowed = try await show(words, ["--allow-network", server.origin])
        #expect(allowed.status == 0, "\(allowed.errors)\(allowed.output)")
        let denied = try await show(#"wait label "not shown""#, [])
        #expect(denied.status == 0, "\(denied.errors)\(denied.output)")
    }
}
