// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// `belfry open` and `belfry center` in a terminal: each prints the address of the page, and has xdg-open open it.
///
/// The terminal is script(1)'s, and xdg-open a script that writes down what it is started with.
@Suite(.timeLimit(.minutes(2))) struct WebOpeningTests {
    private let workshop: Folder
    private let daemon: LiveDaemon

    /// A folder that is there as long as its test.
    private final class Folder: Sendable {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent("opening-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: url.appendingPathComponent("programs"),
                withIntermediateDirectories: true
            )
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Where xdg-open writes its arguments, one a line.
    private var opened: String? {
        try? String(contentsOf: workshop.url.appendingPathComponent("opened"), encoding: .utf8)
    }

    init() throws {
        workshop = try Folder()
        daemon = try LiveDaemon(in: workshop.url, ["--port", "0"])
    }

    /// Puts an xdg-open in `PATH` that goes on like this once it has written down its arguments.
    private func makeOpener(_ rest: String) throws {
        let file = workshop.url.appendingPathComponent("programs/xdg-open")
        let record = workshop.url.appendingPathComponent("opened").path
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(record)'\n\(rest)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// What it printed, what it said besides, and how it ended.
    private struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs `belfry center`, or another command that opens the page.
    private func center(
        _ arguments: String = "",
        command name: String = "center",
        display: String = "DISPLAY=:7",
        isTerminal: Bool = true
    ) async throws -> Outcome {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let errors = workshop.url.appendingPathComponent("errors").path
        let folder = workshop.url.appendingPathComponent("programs").path
        let variables =
            "-u DISPLAY -u WAYLAND_DISPLAY PATH='\(folder)' NO_COLOR=1 BELFRY_SOCKET='\(daemon.socket)' \(display)"
        let command = "/usr/bin/env \(variables) '\(program)' \(name) \(arguments) 2>'\(errors)'"
        let words =
            isTerminal
            ? ["script", "--quiet", "--return", "--flush", "--command", command, "/dev/null"]
            : ["sh", "-c", command]
        let result = try await Command.run("/usr/bin/env", words)
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        return Outcome(
            status: result.status,
            output: result.output.replacing("\r\n", with: "\n"),
            errors: said
        )
    }

    @Test(arguments: ["DISPLAY=:7", "WAYLAND_DISPLAY=wayland-0"], ["center", "open"])
    func `has the desktop open the address that it prints`(
        _ display: String,
        _ command: String
    ) async throws {
        try makeOpener("exit 0")
        let result = try await center(command: command, display: display)
        #expect(result.status == 0 && result.errors == "", "\(result)")
        let visitor = try WebVisitor(daemon)
        #expect(result.output.hasPrefix("\(visitor.origin)/#"), "\(result)")
        // It is one word, and the same one.
        #expect(opened == result.output)
        let code = try #require(opened?.split(separator: "#").last).dropLast()
        let body = #"{"code":"\#(code)"}"#
        // Another user of the machine, who reads it from the list of processes, has nothing.
        if geteuid() == 0 {
            let other = try await visitor.ask("POST", "/v1/session", body, user: 65_534)
            #expect(other.status == 401, "\(other)")
            #expect(other.body.contains("a browser of the user 0"), "\(other)")
        }
        #expect(try await visitor.ask("POST", "/v1/session", body).status == 204)
        // Whoever reads it from the list of processes later has nothing.
        #expect(try await visitor.ask("POST", "/v1/session", body).status == 401)
    }

    @Test(arguments: [
        ("", "DISPLAY=", true), ("", "A=b", true), ("--print", "DISPLAY=:7", true),
        ("--json", "DISPLAY=:7", true), ("", "DISPLAY=:7", false),
    ])
    func `prints the address alone where nobody sees a window, or wants none`(
        _ arguments: String,
        _ display: String,
        _ isTerminal: Bool
    ) async throws {
        try makeOpener("exit 0")
        let result = try await center(arguments, display: display, isTerminal: isTerminal)
        #expect(result.status == 0 && result.errors == "", "\(result)")
        #expect(result.output.contains("http://127.0.0.1:"), "\(result)")
        #expect(opened == nil)
    }

    @Test(arguments: [
        ("--print", 0, ""), ("--settings", 64, "--settings goes with an app"),
        ("--print com.example.app", 64, "--print goes without an app"),
        ("--notification 1 com.example.app", 64, "--notification goes with --settings"),
    ])
    func `belfry open without an app is the page, and says which option goes with what`(
        _ arguments: String,
        _ status: Int32,
        _ message: String
    ) async throws {
        try makeOpener("exit 0")
        let result = try await center(arguments, command: "open")
        #expect(result.status == status, "\(result)")
        #expect(message.isEmpty || result.errors.contains(message), "\(result)")
        #expect(result.output.contains("http://127.0.0.1:") == (status == 0), "\(result)")
        #expect(opened == nil)
    }

    @Test func `says so in one line where there is no xdg-open`() async throws {
        let result = try await center()
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("http://127.0.0.1:"), "\(result)")
        #expect(
            result.errors.hasPrefix("belfry: there is no xdg-open in PATH")
                && result.errors.split(separator: "\n").count == 1,
            "\(result)"
        )
    }

    @Test func `says so in one line where xdg-open fails`() async throws {
        try makeOpener("echo noise; echo noise >&2; exit 3")
        let result = try await center()
        #expect(result.status == 0, "\(result)")
        #expect(result.output.split(separator: "\n").count == 1, "\(result)")
        #expect(
            result.errors.hasPrefix("belfry: \(workshop.url.path)/programs/xdg-open could not open")
                && result.errors.split(separator: "\n").count == 1,
            "\(result)"
        )
    }

    @Test func `waits for no browser, and leaves it running`() async throws {
        let process = workshop.url.appendingPathComponent("process").path
        try makeOpener("echo $$ >'\(process)'; exec /bin/sleep 300")
        let result = try await center()
        #expect(result.status == 0 && result.errors == "", "\(result)")
        let text = try String(contentsOfFile: process, encoding: .utf8)
        let number = try #require(Int32(text.trimmingCharacters(in: .newlines)))
        // The terminal is gone by now.
        let command = try String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
        #expect(command.hasPrefix("/bin/sleep"), "\(command)")
        _ = kill(number, SIGKILL)
    }
}
