// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build --debug` of extensions in each language: a crash and gdb show the author's lines.
@Suite(.timeLimit(.minutes(5)))
struct KitDebuggingTests {
    /// A language, where its template changes the notification, and what crashes there.
    struct Language: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let changed: String
        let crash: String
        let function: String

        var testDescription: String { name }

        /// What shows frames in gdb, which has Swift's names as the linker has them.
        var backtrace: String {
            name == "swift" ? "pipe backtrace 2 | swift demangle" : "backtrace 2"
        }
    }

    static let languages = [
        Language(
            name: "cpp",
            file: "NotificationService.cpp",
            changed: #"best.set_subtitle("modified");"#,
            crash: "__builtin_trap();",
            function: "notification_service::did_receive"
        ),
        Language(
            name: "rust",
            file: "src/lib.rs",
            changed: #"best.set_subtitle("modified")?;"#,
            crash: "std::process::abort();",
            function: "did_receive"
        ),
    ]

    private func belfry(_ arguments: [String], in folder: URL) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", folder.path, "XDG_DATA_HOME=\(folder.path)",
            "XDG_CACHE_HOME=\(folder.path)/cache", "NO_COLOR=1",
        ]
        return try await Command.run("/usr/bin/env", environment + [tool] + arguments)
    }

    /// Those that a debugger shows too, as `belfry new` writes them.
    static let debugged =
        languages + [
            Language(
                name: "c",
                file: "NotificationService.c",
                changed: "host->set_text(",
                crash: "",
                function: "did_receive"
            ),
            Language(
                name: "swift",
                file: "NotificationService.swift",
                changed: "bestAttemptContent.title =",
                crash: "",
                function: "didReceive"
            ),
        ]

    /// Makes an extension and builds it for a debugger; the number of the line that changes something.
    private func build(
        _ language: Language,
        in folder: URL,
        crashing: Bool = false
    ) async throws -> Int {
        try Kit.require(language.name)
        let new = ["new", "service", "Courier", "--language", language.name]
        #expect(try await belfry(new, in: folder).status == 0)
        let source = folder.appendingPathComponent("Courier/\(language.file)")
        let code = try String(contentsOf: source, encoding: .utf8)
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        let index = try #require(lines.firstIndex { $0.contains(language.changed) })
        if crashing {
            let broken = code.replacing(language.changed, with: language.crash)
            try Data(broken.utf8).write(to: source)
        }
        let build = ["build", "--debug", "Courier", "-o", "Courier.appex"]
        let built = try await belfry(build, in: folder)
        try #require(built.status == 0, "\(built.errors)")
        return index + 1
    }

    /// Makes an extension to stop in, and the number of the line to stop at.
    private func bundle(
        _ language: Language,
        in folder: URL
    ) async throws -> (ExtensionBundle, line: Int) {
        let line = try await build(language, in: folder)
        let path = folder.appendingPathComponent("Courier.appex").path
        return (try ExtensionBundle(at: path), line)
    }

    @Test(arguments: languages)
    func `a crash names function, file and line`(_ language: Language) async throws {
        let workshop = try Workshop()
        let folder = workshop.folder
        let line = try await build(language, in: folder, crashing: true)
        let run = ["run", "Courier.appex", "Courier/payload.apns", "--state", "state", "--json"]
        let result = try await belfry(run, in: folder)
        #expect(result.status == 1, "\(result.errors)")
        let report = try JSONDecoder().decode(RunReport.self, from: Data(result.output.utf8))
        let frames = try #require(report.crash).frames
        let frame = frames.first { $0.function?.contains(language.function) == true }
        #expect(frame?.file?.hasSuffix(language.file) == true, "\(frames)")
        #expect(frame?.line == line, "\(frames)")
    }

    @Test(
        .enabled(if: Debugger.isNeeded, Comment(rawValue: Debugger.isMissing)),
        arguments: debugged
    )
    func `gdb stops at a line and names the function that it is in`(
        _ language: Language
    ) async throws {
        let workshop = try Workshop()
        let (bundle, line) = try await bundle(language, in: workshop.folder)
        let place = "\(language.file):\(line)"
        // What the tool has its user type, and what the user types then.
        let typed = [
            "break \(place)", "continue", language.backtrace, "info locals", "delete", "detach",
        ]
        let said = try await DebuggedRun.result(
            of: bundle,
            in: workshop,
            isAtBreakpoint: { Self.frame(in: $0) != nil },
            { $0.command + " -nx -batch" + typed.map { " -ex '\($0)'" }.joined() }
        )
        let frame = Self.frame(in: said.output)
        #expect(frame?.contains(language.function) == true, "\(said.output)\(said.errors)")
        #expect(frame?.hasSuffix(place) == true, "\(said.output)\(said.errors)")
        #expect(frame?.contains("$s") == false, "a name of Swift as the linker has it")
        #expect(!said.output.contains("No locals."), "\(said.output)")
        // gdb would look for a file of the compiler's cache, and complain of it where it is gone.
        let library = try Data(contentsOf: URL(fileURLWithPath: bundle.libraryPath))
        #expect(library.range(of: Data(".pcm".utf8)) == nil)
    }

    /// The frame in which gdb has stopped.
    private static func frame(in output: String) -> Substring? {
        output.split(separator: "\n").first { $0.hasPrefix("#0 ") }
    }

    @Test(.enabled(if: LLDB.isNeeded, Comment(rawValue: LLDB.isMissing)), arguments: debugged)
    func `lldb stops at a line and names the function that it is in`(
        _ language: Language
    ) async throws {
        let workshop = try Workshop()
        let (bundle, line) = try await bundle(language, in: workshop.folder)
        let place = "\(language.file):\(line)"
        let typed = [
            "breakpoint set --file \(language.file) --line \(line)", LLDB.patience, "continue",
        ]
        let said = try await DebuggedRun.result(
            of: bundle,
            in: workshop,
            isAtBreakpoint: { $0.contains("stop reason = breakpoint 1.") },
            { LLDB.command(of: $0, typing: typed) }
        )
        let lines = said.output.split(separator: "\n")
        let stop = try #require(lines.firstIndex { $0.contains("stop reason = breakpoint 1.") })
        let frame = try #require(lines[stop...].dropFirst().first)
        #expect(frame.contains("Courier`"), "\(said.output)\(said.errors)")
        #expect(frame.contains(language.function), "\(said.output)\(said.errors)")
        #expect(frame.contains(" at \(place.split(separator: "/").last ?? "")"), "\(said.output)")
    }
}
