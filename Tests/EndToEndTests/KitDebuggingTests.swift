// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build --debug` of extensions in C++ and Rust: a crash and a debugger show the author's lines.
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
    }

    static let languages =
        [
            Language(
                name: "cpp",
                file: "NotificationService.cpp",
                changed: #"best.set_subtitle("modified");"#,
                crash: "__builtin_trap();",
                function: "notification_service::did_receive"
            )
        ]
        + (Cargo.isNeeded
            ? [
                Language(
                    name: "rust",
                    file: "src/lib.rs",
                    changed: #"best.set_subtitle("modified")?;"#,
                    crash: "std::process::abort();",
                    function: "did_receive"
                )
            ] : [])

    private func belfry(_ arguments: [String], in folder: URL) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", folder.path, "XDG_DATA_HOME=\(folder.path)",
            "XDG_CACHE_HOME=\(folder.path)/cache", "NO_COLOR=1",
        ]
        return try await Command.run("/usr/bin/env", environment + [tool] + arguments)
    }

    @Test(arguments: languages)
    func `a crash names function, file and line`(_ language: Language) async throws {
        let workshop = try Workshop()
        let folder = workshop.folder
        let new = ["new", "service", "Courier", "--language", language.name]
        #expect(try await belfry(new, in: folder).status == 0)
        let source = folder.appendingPathComponent("Courier/\(language.file)")
        let code = try String(contentsOf: source, encoding: .utf8)
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains(language.changed) }) + 1
        try Data(code.replacing(language.changed, with: language.crash).utf8).write(to: source)
        let build = ["build", "--debug", "Courier", "-o", "Courier.appex"]
        let built = try await belfry(build, in: folder)
        #expect(built.status == 0, "\(built.errors)")
        let run = ["run", "Courier.appex", "Courier/payload.apns", "--state", "state", "--json"]
        let result = try await belfry(run, in: folder)
        #expect(result.status == 1, "\(result.errors)")
        let report = try JSONDecoder().decode(RunReport.self, from: Data(result.output.utf8))
        let frames = try #require(report.crash).frames
        let frame = frames.first { $0.function?.contains(language.function) == true }
        #expect(frame?.file?.hasSuffix(language.file) == true, "\(frames)")
        #expect(frame?.line == line, "\(frames)")
    }
}
