// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Subprocess
internal import Testing

/// What a command says in a terminal until the daemon answers it.
@Suite(.timeLimit(.minutes(2))) struct CenterOptionsTests {
    private static let answer =
        #"{"identifier":"a.bell","version":"1","authorization":"authorized","sequence":7}"#

    /// How long the line says that the work takes; empty where there is no line.
    private static func time(of work: String, in text: String) -> String {
        let line = text.split(separator: "\n").first { $0.hasPrefix("  \(work)  ") } ?? ""
        return line.hasSuffix("s") ? String(line.dropFirst(work.count + 4)) : ""
    }

    @Test(arguments: [
        (["install", "Bell.app"], "the daemon copies Bell.app", "a.bell 1: installed; next: "),
        (["remove", "7"], "the daemon is asked", "notification 7: removed"),
        (["push", "a.bell", "push.json"], "the daemon is asked", "notification 7: accepted; "),
    ])
    func `a line says what the daemon does until it answers`(
        _ command: [String],
        _ work: String,
        _ end: String
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Bell.app/Info.plist")
        try folder.write(#"{"aps": {"alert": "x"}}"#, to: "push.json")
        let length = "Content-Length: \(Self.answer.utf8.count)"
        let daemon = try await StandInDaemon(
            at: folder("api"),
            answer: "HTTP/1.1 200 OK\r\n\(length)\r\n\r\n\(Self.answer)",
            waits: true
        )
        let terminal = try PseudoTerminal(rows: 24, columns: 100)
        let status = try await folder.belfry.running(
            command + ["--socket", folder("api")],
            in: terminal,
            environment: ["TERM": "xterm"]
        ) { _ in
            await terminal.wait { Self.time(of: work, in: $0) != "" }
            let early = Self.time(of: work, in: terminal.text)
            await terminal.wait { !["", early].contains(Self.time(of: work, in: $0)) }
            daemon.answer()
            await terminal.wait { $0.contains(end) }
        }
        #expect(status == .exited(0))
        #expect(terminal.text.contains(end))
        #expect(!terminal.text.contains(work), "the line is taken away")
        try await daemon.stop()
    }
}
