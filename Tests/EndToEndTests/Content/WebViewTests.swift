// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A page in a content extension, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct WebViewTests {
    /// A workshop with the extension, a server of its page, and its payload.
    private struct Stand: ~Copyable {
        let workshop: Workshop
        let bundle: String
        let server: FileServer

        init(page: String) async throws {
            let workshop = try Workshop()
            let file = workshop.folder.appendingPathComponent("tower.html")
            try Data(page.utf8).write(to: file)
            let build = try await ToolBuild(fixture: "SwiftPage", in: workshop.folder)
            #expect(build.warnings.isEmpty, "\(build.warnings)")
            let server = try FileServer(serving: file)
            let request = #"{"aps":{"alert":{"title":"Page"},"category":"page"}"#
            let payload = request + #","page":"\#(server.address)"}"#
            try Data(payload.utf8).write(to: workshop.folder.appendingPathComponent("push.apns"))
            self.workshop = workshop
            self.server = server
            bundle = build.path
        }

        func file(_ name: String) -> URL { workshop.folder.appendingPathComponent(name) }

        /// Does what a script says.
        func show(_ script: String, _ options: [String] = []) async throws -> Command.Result {
            try Data(script.utf8).write(to: file("look.show"))
            let tool = Workshop.products.appendingPathComponent("belfry").path
            let arguments = [bundle, file("push.apns").path, "--script", file("look.show").path]
            return try await Command.run(tool, ["show"] + arguments + options)
        }
    }

    @Test func `a web view shows a page of an origin that is allowed, and no other`() async throws {
        let page = "<html><head><title>Tower</title></head><body><p>At noon</p></body></html>"
        let stand = try await Stand(page: page)
        defer { stand.server.stop() }
        let words = """
            wait label "shown: Tower"
            expect label "At noon"
            expect label "\(stand.server.address)"
            """
        let allowed = try await stand.show(words, ["--allow-network", stand.server.origin])
        #expect(allowed.status == 0, "\(allowed.errors)\(allowed.output)")
        let denied = try await stand.show(#"wait label "not shown""#)
        #expect(denied.status == 0, "\(denied.errors)\(denied.output)")
    }

    @Test func `a picture of the notification has a picture of the page`() async throws {
        let other = try WebServer()
        defer { other.stop() }
        let stand = try await Stand(
            page: """
                <html><head><title>Tower</title><style>body { background: #ff00aa }</style></head>
                <body>At noon<img src="\(other.origin)/picture"></body></html>
                """
        )
        defer { stand.server.stop() }
        let script = """
            wait label "shown: Tower"
            expect label "At noon"
            png page.png
            """
        let drawn = try await stand.show(script, ["--allow-network", stand.server.origin])
        #expect(drawn.status == 0, "\(drawn.errors)\(drawn.output)")
        #expect(!drawn.errors.contains("is not drawn"), "\(drawn.errors)")
        let refusal = "network: Its network was refused: \(other.origin) is not listed"
        #expect(drawn.errors.contains(refusal), "\(drawn.errors)")
        let picture = Array(try Data(contentsOf: stand.file("page.png")))
        try Artefact.keep(picture, as: "web-view.png")
        let pixels = try await DecodedPicture(picture)
        // All of the web view, but for the words and corners: four pixels to a point.
        #expect(pixels.count(of: 0xff00aa) > 359 * 190 * 4)
    }
}
