// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Subprocess
internal import Testing

/// What `belfry show` leaves when it is ended from outside: nothing.
@Suite(.timeLimit(.minutes(3))) struct ShowEndingTests {
    let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try folder.write(ContentSample.source, to: "Small.c")
        try folder.write(ContentSample.plist, to: "Info.plist")
        try folder.write(ContentSample.payload(), to: "push.apns")
        let build = try await folder.belfry("build", "Small.c")
        try #require(build.status == 0, "\(build.errors)")
    }

    private var show: [String] {
        [
            "show", "Small.appex", "push.apns", "--state", folder("state"), "--store",
            folder("store"),
        ]
    }

    // Others are blocked in the threads that tests run on, and so in what they start.
    @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGTERM])
    func `a signal gives the terminal back`(_ signal: Int32) async throws {
        let terminal = try PseudoTerminal(rows: 24, columns: 80)
        _ = try await folder.belfry.running(
            show,
            in: terminal,
            environment: ["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]
        ) { process in
            await terminal.wait { $0.contains("0 taps") }
            #expect(terminal.isRaw)
            kill(process, signal)
        }
        #expect(!terminal.isRaw)
        await terminal.wait { _ in terminal.modes == ["?25", "?7"] }
    }

    @Test func `a script that is interrupted takes its browser and its files with it`() async throws
    {
        // Sockets are made in it, whose paths are short.
        let temporary = URL(fileURLWithPath: "/tmp/belfry-\(UInt16.random(in: 0...9999))")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: temporary) }
        let files = { () throws -> [String] in
            try FileManager.default.contentsOfDirectory(atPath: temporary.path)
                .filter { $0.hasPrefix("belfry-web-") || $0.contains("hromium") }
        }
        try folder.write("png a.png\n", to: "a.script")
        let end = try await folder.belfry.running(
            show + ["--script", "a.script"],
            environment: ["TMPDIR": temporary.path]
        ) { process in
            while try files().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            let own = temporary.appendingPathComponent(try files()[0]).path
            let mode = try FileManager.default.attributesOfItem(atPath: own)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o700)
            kill(process, SIGTERM)
        }
        #expect(end == .exited(4))
        #expect(try files() == [])
        #expect(!FileManager.default.fileExists(atPath: folder("a.png")))
    }
}
