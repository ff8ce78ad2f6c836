// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// `belfryd check`, `backup` and `restore` in a terminal: a line says what goes on while it takes long.
///
/// The terminal is script(1)'s; strace holds up the first read of a file.
@Suite(
    .enabled("strace is missing, or tracing is forbidden here") {
        let words = ["strace", "-o", "/dev/null", "true"]
        return try await Command.run("/usr/bin/env", words).status == 0
    },
    .timeLimit(.minutes(2))
)
struct DaemonTerminalTests {
    /// A picture of one pixel.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """

    /// What a command wrote, and how it ended.
    private struct Screen {
        let text: String
        let status: Int32

        /// What is left on the screen: each line as it was written last.
        var lines: [String] {
            text.split(separator: "\r\n").map { line in
                let last = line.split(separator: "\r").last ?? ""
                return String(last.replacing("\u{1b}[K", with: ""))
            }
        }

        /// The states of the line that is written anew.
        var progress: [Substring] {
            text.split(separator: "\r").filter { $0.hasPrefix("  ") && $0.hasSuffix("\u{1b}[K") }
        }
    }

    /// Runs a command in a terminal.
    ///
    /// - Parameters:
    ///   - arguments: The daemon's.
    ///   - file: The file whose first read takes three seconds.
    ///   - terminal: What TERM says; nil for no terminal.
    /// - Returns: What it wrote.
    /// - Throws: What keeps it from being run.
    private func run(
        _ arguments: [String],
        holdingUp file: String,
        terminal: String? = "xterm"
    ) async throws -> Screen {
        let calls = "openat,read,pread64"
        let tracer =
            ["strace", "-f", "-qq", "-o", "/dev/null", "-P", file, "-e", "trace=\(calls)"]
            + ["-e", "inject=\(calls):delay_enter=3000000:when=1"]
        let words = tracer + [LiveDaemon.path] + arguments
        guard let terminal else {
            let result = try await Command.run("/usr/bin/env", words)
            return Screen(text: result.errors + result.output, status: result.status)
        }
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        let script = "stty cols 200 rows 24; TERM=\(terminal) NO_COLOR=1 exec \(command)"
        let result = try await Command.run(
            "/usr/bin/env",
            ["script", "--quiet", "--return", "--flush", "--command", script, "/dev/null"]
        )
        return Screen(text: result.output, status: result.status)
    }

    /// A state with two files in it, whose daemon has stopped.
    ///
    /// - Returns: The state's directory, and the files.
    /// - Throws: What keeps it from being made.
    private func makeState(
        _ fixture: borrowing DaemonFixture
    ) async throws -> (state: String, files: [String]) {
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        for name in ["a", "b"] {
            let file = fixture.folder.appendingPathComponent(name + ".png")
            let picture = try #require(Data(base64Encoded: Self.picture))
            try (picture + Data(name.utf8)).write(to: file)
            let attachment = #"{"identifier":"picture","path":"\#(file.path)"}"#
            let content = #"{"title":"t","attachments":[\#(attachment)]}"#
            let trigger = #"{"kind":"timeInterval","seconds":3600}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(DaemonFixture.app)/requests",
                #"{"identifier":"\#(name)","content":\#(content),"trigger":\#(trigger)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        let store = daemon.state + "/attachments"
        let names = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String }
        let files = (names ?? []).filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }
        try #require(files.count == 2)
        try #require(daemon.stop() == 0)
        return (daemon.state, files.map { "\(store)/\($0)" })
    }

    private func expect(_ screen: Screen, says name: String, last: String) {
        #expect(screen.status == 0, "\(screen.text)")
        #expect(screen.progress.contains { $0.hasPrefix("  \(name)  ") }, "\(screen.text)")
        let verb = name.prefix { $0 != " " }
        for state in screen.progress {
            #expect(state.hasPrefix("  \(verb) "), "\(state)")
            #expect(state.contains(/[0-9.]+ m?s\u{1b}/), "\(state)")
        }
        // The time goes on.
        #expect(Set(screen.progress).count == screen.progress.count)
        // Nothing is left of it.
        #expect(screen.lines.last?.hasPrefix(last) == true, "\(screen.lines)")
        #expect(!screen.lines.contains { $0.hasPrefix("  ") }, "\(screen.lines)")
    }

    @Test func `says what it does while that takes long, and takes the line away`() async throws {
        let fixture = try DaemonFixture()
        let (state, files) = try await makeState(fixture)
        let ledger = state + "/center.sqlite"
        let copy = fixture.folder.appendingPathComponent("copy.sqlite").path

        let backup = try await run(["backup", copy, "--state", state], holdingUp: ledger)
        expect(backup, says: "copying \(ledger)", last: "\(copy): a copy of \(ledger)")

        async let checked = run(["check", "--state", state], holdingUp: ledger)
        let files1 = try await run(["check", "--state", state], holdingUp: files[0])
        let store = state + "/attachments"
        expect(try await checked, says: "looking at \(ledger)", last: "\(store): 2 files")
        expect(files1, says: "looking at \(store)", last: "\(store): 2 files")
        // How much of it is done: none of the two, or one.
        #expect(files1.progress.allSatisfy { $0.contains("░") }, "\(files1.text)")

        let restore = try await run(["restore", copy, "--state", state], holdingUp: copy)
        expect(restore, says: "restoring \(ledger) from \(copy)", last: "\(ledger): restored")
    }

    @Test(arguments: ["dumb", nil])
    func `writes no such line where it could not be taken away`(_ terminal: String?) async throws {
        let fixture = try DaemonFixture()
        let (state, _) = try await makeState(fixture)
        let screen = try await run(
            ["check", "--state", state],
            holdingUp: state + "/center.sqlite",
            terminal: terminal
        )
        #expect(screen.status == 0, "\(screen.text)")
        #expect(screen.progress.isEmpty, "\(screen.text)")
        #expect(screen.text.split(whereSeparator: \.isNewline).count == 2, "\(screen.text)")
    }
}
