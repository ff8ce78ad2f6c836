// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Foundation
internal import Testing

/// Browsers that do not do what they should.
@Suite(.timeLimit(.minutes(2))) struct BrowserTests {
    @Test func `one that never answers is given up, and nothing of it is left`() async throws {
        let folder = try TemporaryFolder()
        let script = "#!/bin/sh\necho \"$TMPDIR\" > '\(folder("where"))'\nexec sleep 1000\n"
        try folder.write(script, to: "silent")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700],
            ofItemAtPath: folder("silent")
        )
        let program = BrowserProgram(path: folder("silent"))
        let failure = await #expect(throws: ToolFailure.self) {
            try await Browser.run(program, commandLimit: .seconds(1)) { browser async throws in
                _ = try await browser.command("Browser.getVersion")
            }
        }
        let message = failure?.message ?? ""
        #expect(message.contains("did not answer Browser.getVersion within 1"), "\(message)")
        #expect(failure?.status == .unavailable)
        let own = String(decoding: try folder.read("where").dropLast(), as: UTF8.self)
        #expect(own.contains("/belfry-web-"))
        #expect(!FileManager.default.fileExists(atPath: own))
    }

    @Test func `one that cannot open the page says why`() async throws {
        let program = try BrowserProgram.find()
        let failure = await #expect(throws: ToolFailure.self) {
            try await Browser.run(program) { browser async throws in
                // Port 9 is one that browsers refuse.
                let address = "http://127.0.0.1:9/"
                _ = try await BrowserPage(address, in: browser, width: 100, height: 100)
            }
        }
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("the browser cannot open the page: net::ERR_"), "\(message)")
    }
}
