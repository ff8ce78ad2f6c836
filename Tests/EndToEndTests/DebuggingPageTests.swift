// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the page on debugging shows is what gdb and lldb show.
@Suite(.timeLimit(.minutes(5)))
struct DebuggingPageTests {
    /// More lines of gdb's own would hide those that matter; it once wrote 1,618.
    private static let noiseLimit = 40

    @Test(.enabled(if: Debugger.isNeeded, Comment(rawValue: Debugger.isMissing)))
    func `gdb shows the sample as the page has it`() async throws {
        let screen = try Screen(prompt: "(gdb) ", first: "break did_receive")
        try #require(screen.typed.last == "continue", "the run goes on once it is detached")
        let said = try await debugSample { invitation in
            let typed = screen.typed.dropLast() + ["delete", "detach"]
            return invitation.command + " -nx -batch" + typed.map { " -ex '\($0)'" }.joined()
        }
        var rest = said.output.split(separator: "\n").map { Screen.comparable(String($0)) }[...]
        for line in screen.shown {
            let found = rest.firstIndex(of: line)
            #expect(found != nil, "\(line)\n\(said.output)")
            if let found { rest = rest[(found + 1)...] }
        }
        let lines = (said.output + said.errors).split(separator: "\n")
        #expect(
            lines.count - screen.lineCount <= Self.noiseLimit,
            "\(lines.joined(separator: "\n"))"
        )
    }

    @Test(.enabled(if: LLDB.isNeeded, Comment(rawValue: LLDB.isMissing)))
    func `lldb shows the sample as the page has it`() async throws {
        let screen = try Screen(prompt: "(lldb) ", first: "breakpoint set --name did_receive")
        try #require(screen.typed.suffix(2) == ["detach", LLDB.resumption(of: "24651")])
        let said = try await debugSample { invitation in
            LLDB.command(of: invitation, typing: screen.typed.dropLast(2))
        }
        // It tells of a stop while it says what a command came to, so lines change places.
        let lines = Set(said.output.split(separator: "\n").map { Screen.comparable(String($0)) })
        for line in screen.shown { #expect(lines.contains(line), "\(line)\n\(said.output)") }
    }

    /// Builds the page's sample as the page does, and has a debugger attach to a run of it.
    ///
    /// - Parameter command: The debugger's command line, which lets the run go on.
    /// - Returns: What the debugger said.
    /// - Throws: What keeps the sample from being built or run.
    private func debugSample(
        _ command: (DebuggerInvitation) -> String
    ) async throws -> Command.Result {
        let workshop = try Workshop()
        let sample = workshop.folder.appendingPathComponent("sample")
        try FileManager.default.copyItem(
            at: Workshop.root.appendingPathComponent("Plugins/TitleStamp"),
            to: sample
        )
        let build = try await Command.run(
            "/usr/bin/env",
            [
                "-C", sample.path, "XDG_CACHE_HOME=\(workshop.folder.path)/cache",
                Workshop.products.appendingPathComponent("belfry").path,
                "build", "--debug", "TitleStamp.c", "--info-plist", "Info.plist",
            ]
        )
        try #require(build.status == 0, "\(build.errors)")
        let bundle = try ExtensionBundle(at: sample.appendingPathComponent("TitleStamp.appex").path)
        return try await DebuggedRun.result(
            of: bundle,
            in: workshop,
            isAtBreakpoint: {
                $0.contains("Breakpoint 1, ") || $0.contains("stop reason = breakpoint 1.1")
            },
            command
        )
    }

    /// A screen of a debugger that the page shows.
    private struct Screen {
        /// What its user types.
        let typed: [String]

        /// What the debugger says, as far as it is the same in each run.
        let shown: [String]

        var lineCount: Int { typed.count + shown.count }

        /// Reads the page, from the line on with which the screen begins.
        init(prompt: String, first: String) throws {
            let page = Workshop.root.appendingPathComponent("Documentation/Debugging.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let start = try #require(all.firstIndex(of: prompt + first))
            let lines = all[start...].prefix { !$0.hasPrefix("```") }
            typed = lines.filter { $0.hasPrefix(prompt) }.map { String($0.dropFirst(prompt.count)) }
            shown = lines.filter { !$0.hasPrefix(prompt) }.map(Self.comparable)
        }

        /// A line without what is another one in each run: addresses, handles, numbers of threads, and
        /// which thread lldb has chosen.
        static func comparable(_ line: String) -> String {
            line.replacing(#/^\* /#, with: "")
                .replacing(/0x[0-9a-f]+/, with: "0x0").replacing(/Thread \d+/, with: "Thread 0")
                .replacing(/id = \d+/, with: "id = 0").replacing(/\+ \d+ at/, with: "+ 0 at")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
