// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable internal import BelfryTool
internal import Foundation
internal import NIOCore
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

    /// A program that runs a script in place of a browser.
    private static func program(
        _ script: String,
        in folder: TemporaryFolder
    ) async throws -> BrowserProgram {
        try folder.write(script, to: "script")
        // A copy that no process of this one's has open for writing: it could not be started.
        let copy = ["-m", "700", folder("script"), folder("program")]
        let install = try await Subprocess.run(
            .name("install"),
            arguments: Arguments(copy),
            output: .discarded
        )
        try #require(install.terminationStatus.isSuccess)
        return BrowserProgram(path: folder("program"))
    }

    @Test func `one that says something without end is given up`() async throws {
        let folder = try TemporaryFolder()
        let flood = "tr '\\0' x < /dev/zero | head -c 40000000 >&4"
        let program = try await Self.program("#!/bin/sh\n\(flood)\nexec sleep 1000\n", in: folder)
        let failure = await Self.failure {
            try await Browser.run(program, commandLimit: .seconds(60)) { browser in
                _ = try await browser.command("Browser.getVersion")
            }
        }
        #expect(failure?.message == "the browser said more than 32 MB at once")
    }

    @Test func `what one tells while nobody hears it is not kept`() async throws {
        let folder = try TemporaryFolder()
        // For each command it tells its number, and then answers it.
        let script = """
            #!/usr/bin/env python3
            import json, os
            rest = b""
            while piece := os.read(3, 4096):
                *messages, rest = (rest + piece).split(b"\\0")
                for message in messages:
                    number = json.loads(message)["id"]
                    for told in (
                        {"method": "Test.asked", "params": {"number": number}},
                        {"id": number, "result": {}},
                    ):
                        os.write(4, json.dumps(told).encode() + b"\\0")

            """
        let program = try await Self.program(script, in: folder)
        let heard = try await Browser.run(program) { browser in
            var heard: [JSONValue?] = []
            for _ in 1...3 {
                try await browser.command("unheard")
                let number = try await browser.hearing { events in
                    try await browser.command("heard")
                    for await event in events { return event.parameters["number"] }
                    return nil
                }
                heard.append(number)
            }
            return heard
        }
        #expect(heard == [2, 4, 6].map { .number(JSONNumber($0)) })
    }

    /// A message that comes in thousands of pieces: each byte is looked at once.
    @Test func `a long message takes no more time than its bytes`() throws {
        var messages = BrowserMessages()
        var buffer = ByteBuffer()
        let piece = [UInt8](repeating: 0x20, count: 256)
        for _ in 1...65_536 {
            buffer.writeBytes(piece)
            guard try messages.next(in: &buffer) == nil else { break }
        }
        buffer.writeBytes([0, 0x7b, 0x7d, 0])
        #expect(try messages.next(in: &buffer)?.readableBytes == 65_536 * 256)
        #expect(try messages.next(in: &buffer) == ByteBuffer(string: "{}"))
        #expect(try messages.next(in: &buffer) == nil)
    }

    @Test func `one that never answers is given up, and nothing of it is left`() async throws {
        let folder = try TemporaryFolder()
        let script = "#!/bin/sh\necho \"$TMPDIR\" > '\(folder("where"))'\nexec sleep 1000\n"
        let program = try await Self.program(script, in: folder)
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
