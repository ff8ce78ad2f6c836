// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the page on debugging shows is what gdb shows.
@Suite(
    .enabled(if: Debugger.isNeeded, Comment(rawValue: Debugger.isMissing)),
    .timeLimit(.minutes(5))
)
struct DebuggingPageTests {
    /// More lines of gdb's own would hide those that matter; it once wrote 1,618.
    private static let noiseLimit = 40

    @Test func `gdb shows the sample as the page has it`() async throws {
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
        let screen = try Self.screen()
        let typed = screen.filter { $0.hasPrefix(Self.prompt) }
            .map { String($0.dropFirst(Self.prompt.count)) }
        let said = try await Self.gdb(
            typed.dropLast(),
            on: ExtensionBundle(at: sample.appendingPathComponent("TitleStamp.appex").path),
            in: workshop
        )
        try #require(typed.last == "continue", "the run goes on once it is detached")
        var rest = said.output.split(separator: "\n").map { Self.comparable(String($0)) }[...]
        for line in screen where !line.hasPrefix(Self.prompt) {
            let found = rest.firstIndex(of: Self.comparable(line))
            #expect(found != nil, "\(line)\n\(said.output)")
            if let found { rest = rest[(found + 1)...] }
        }
        let lines = (said.output + said.errors).split(separator: "\n")
        #expect(lines.count - screen.count <= Self.noiseLimit, "\(lines.joined(separator: "\n"))")
    }

    /// Has gdb attach to a run as its user has it, type commands, and let the run go on.
    private static func gdb(
        _ typed: some Sequence<String>,
        on bundle: ExtensionBundle,
        in workshop: borrowing Workshop
    ) async throws -> Command.Result {
        let host = try workshop.host()
        let (invitations, invitation) = AsyncStream.makeStream(of: DebuggerInvitation.self)
        var options = ExtensionHost.RunOptions()
        options.debugger = { invitation.yield($0) }
        async let running = host.run(try Workshop.push(), in: bundle, options: options)
        var invited = invitations.makeAsyncIterator()
        let first = try #require(await invited.next())
        let commands = typed + ["delete", "detach"]
        let command = first.command + " -nx -batch" + commands.map { " -ex '\($0)'" }.joined()
        let said = try await Command.run("/bin/sh", ["-c", command])
        // A run that no debugger has let go on would wait for ever.
        if !said.output.contains("Breakpoint 1, ") { await host.shutdown() }
        let report = try await running
        #expect(report.ending == .delivered(.completed), "\(said.output)\(said.errors)")
        await host.shutdown()
        return said
    }

    private static let prompt = "(gdb) "

    /// The page's screen of gdb, line by line.
    private static func screen() throws -> [String] {
        let page = Workshop.root.appendingPathComponent("Documentation/Debugging.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: prompt + "break did_receive"))
        return Array(lines[start...].prefix { !$0.hasPrefix("```") })
    }

    /// A line without what is another one in each run: addresses, handles, numbers of threads.
    private static func comparable(_ line: String) -> String {
        line.replacing(/0x[0-9a-f]+/, with: "0x0").replacing(/Thread \d+/, with: "Thread 0")
            .replacing(/id = \d+/, with: "id = 0").trimmingCharacters(in: .whitespaces)
    }
}
