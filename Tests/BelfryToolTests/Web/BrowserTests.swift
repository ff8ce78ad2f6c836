// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Foundation
internal import Subprocess
internal import Testing

/// Browsers that do not do what they should.
@Suite(.timeLimit(.minutes(2))) struct BrowserTests {
    private static func failure(of body: () async throws -> Void) async -> ToolFailure? {
        do {
            try await body()
            return nil
        } catch {
            return ToolFailure(error)
        }
    }

    @Test func `one that never answers is given up, and nothing of it is left`() async throws {
        let folder = try TemporaryFolder()
        let script = "#!/bin/sh\necho \"$TMPDIR\" > '\(folder("where"))'\nexec sleep 1000\n"
        try folder.write(script, to: "script")
        // A copy that no process of this one's has open for writing: it could not be started.
        let copy = ["-m", "700", folder("script"), folder("silent")]
        let install = try await Subprocess.run(
            .name("install"),
            arguments: Arguments(copy),
            output: .discarded
        )
        try #require(install.terminationStatus.isSuccess)
        let program = BrowserProgram(path: folder("silent"))
        let failure = await Self.failure {
            try await Browser.run(program, commandLimit: .seconds(3)) { browser in
                _ = try await browser.command("Browser.getVersion")
            }
        }
        let message = failure?.message ?? ""
        #expect(message.contains("did not answer Browser.getVersion within 3"), "\(message)")
        #expect(failure?.status == .unavailable)
        let own = String(decoding: try folder.read("where").dropLast(), as: UTF8.self)
        #expect(own.contains("/belfry-web-"))
        #expect(!FileManager.default.fileExists(atPath: own))
    }

    @Test func `one that cannot open the page says why`() async throws {
        let program = try BrowserProgram.find()
        let failure = await Self.failure {
            try await Browser.run(program) { browser in
                // Port 9 is one that browsers refuse.
                let address = "http://127.0.0.1:9/"
                _ = try await BrowserPage(address, in: browser, width: 100, height: 100)
            }
        }
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("the browser cannot open the page: net::ERR_"), "\(message)")
    }
}
