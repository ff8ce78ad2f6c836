// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The tool when what it prints cannot be written.
@Suite(.timeLimit(.minutes(2)))
struct OutputStreamTests {
    private static let tool = Workshop.products.appendingPathComponent("belfry").path

    /// Runs a line of the shell in which `belfry` is the built tool.
    private func shell(_ line: String, in folder: URL) async throws -> Command.Result {
        let variables = "export XDG_DATA_HOME='\(folder.path)' XDG_STATE_HOME='\(folder.path)'"
        let program = "belfry() { '\(Self.tool)' \"$@\"; }"
        return try await Command.run("/bin/bash", ["-c", "\(variables); \(program); \(line)"])
    }

    private static let payload = #"{"aps":{"alert":"hello","mutable-content":1}}"#

    @Test(arguments: ["--json", ""])
    func `a full disk is a status of its own, although the notification was delivered`(
        option: String
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let run = "echo '\(Self.payload)' | belfry run '\(bundle.path)' - \(option)"
        let full = try await shell("\(run) > /dev/full", in: workshop.folder)
        #expect(full.status == 73)
        #expect(
            full.errors
                == "belfry: standard output could not be written: No space left on device\n"
        )
        let closed = try await shell("\(run) >&-", in: workshop.folder)
        #expect(closed.status == 73)
        #expect(closed.errors.contains("Bad file descriptor"), "\(closed.errors)")
    }

    @Test(arguments: [
        "--help", "help run", "doctor --json", "explain --verdicts", "build --modules",
    ])
    func `every command says that its output is incomplete`(arguments: String) async throws {
        let workshop = try Workshop()
        let result = try await shell("belfry \(arguments) > /dev/full", in: workshop.folder)
        #expect(result.status == 73, "\(result.errors)")
    }

    @Test func `a reader that has enough is no failure`() async throws {
        let workshop = try Workshop()
        let line = "belfry explain --verdicts --json | head -c 10 > /dev/null"
        let result = try await shell("\(line); echo ${PIPESTATUS[0]}", in: workshop.folder)
        #expect(result.output == "0\n", "\(result.errors)")
    }

    /// A file that is opened instead would get what is printed.
    @Test func `without standard streams no file takes their place`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let run = "belfry run '\(bundle.path)' - --json <&- >&- 2>&-"
        let result = try await shell("\(run); echo $?", in: workshop.folder)
        #expect(result.output == "65\n")
    }
}
