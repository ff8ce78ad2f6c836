// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Apps that link the Swift SDK and call their notification centre, on the running daemon.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonAppTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    /// Runs an app's program that is to speak to a socket.
    private func run(
        _ program: String,
        _ socket: String,
        _ variables: String...
    ) async throws -> Command.Result {
        try await Command.run("/usr/bin/env", ["BELFRY_SOCKET=\(socket)"] + variables + [program])
    }

    @Test func `answers each call of the app's centre as the app's own`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("CallsTheCenter")
        let app = try await fixture.makeApp("Caller", program: program)
        let other = try await fixture.makeApp("Other", identifier: "com.example.other")
        let daemon = try LiveDaemon(in: fixture.folder)
        for path in [app, other] {
            let body = #"{"path":"\#(path)"}"#
            #expect(try await daemon.request("POST", "/v1/apps", body).status == 201)
        }
        let installed = try fixture.program(of: "Caller", in: daemon)
        async let running = run(installed, daemon.socket)

        // It asks, and waits for the user's answer.
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "authorizationAsked" } }
        let question = try await daemon.request("GET", Self.own).object
        #expect(question["isAsking"] == .bool(true))
        let answer = #"{"status":"authorized"}"#
        _ = try await daemon.request("PUT", Self.own + "/authorization", answer)
        let result = try await running
        #expect(result.status == 0)
        let reason = "\"\(DaemonFixture.app)\" may not notify"
        #expect(
            result.output.split(separator: "\n").map(String.init) == [
                "early UNError 1: \(reason): the user was never asked; request authorisation first",
                "status 0", "granted true", "settings 2 0", #"pending ["a", "c"]"#,
                "trigger 3600.0", #"delivered ["now"] now"#, #"left ["now"] of 2"#,
                "categories true",
                "badge UNError 1600: Badge count is invalid", "file UNError 100",
                "handler granted true", "handler added true", "handler pending 0",
                "handler delivered 0", "handler categories 1", "handler status 2",
                "handler badge true",
            ],
            "\(result.output)\(result.errors)"
        )
        let warning = #"request "c" has the category "c", which the app has not registered"#
        #expect(result.errors.contains(warning), "\(result.errors)")
        let known = try await daemon.request("GET", Self.own).object
        #expect(known["badge"] == .number(JSONNumber(7)))
        let untouched = try await daemon.request("GET", "/v1/apps/com.example.other").object
        #expect(untouched["badge"] == .number(JSONNumber(0)))
        #expect(daemon.stop() == 0)
    }

    @Test func `waits for the user's answer over a restart of the daemon`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("CallsTheCenter")
        let app = try await fixture.makeApp("Caller", program: program)
        let first = try LiveDaemon(in: fixture.folder)
        let body = #"{"path":"\#(app)"}"#
        #expect(try await first.request("POST", "/v1/apps", body).status == 201)
        async let running = run(try fixture.program(of: "Caller", in: first), first.socket)
        _ = try await first.events(after: 0) { $0.contains { $0.kind == "authorizationAsked" } }
        #expect(first.stop() == 0)

        let second = try LiveDaemon(in: fixture.folder)
        let answer = #"{"status":"denied"}"#
        _ = try await second.request("PUT", Self.own + "/authorization", answer)
        let output = try await running.output
        #expect(output.contains("\ngranted false\nsettings 1"), "\(output)")
        #expect(output.contains("error UNError 1: "), "\(output)")
        #expect(second.stop() == 0)
    }

    @Test func `waits for a daemon that has answered before and starts anew`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("OutlivesItsDaemon")
        let app = try await fixture.makeApp("Outlives", program: program)
        let first = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: first)
        let folder = fixture.folder.appendingPathComponent("signs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        func waitFor(_ name: String) async throws {
            while !FileManager.default.fileExists(atPath: path(name)) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let installed = try fixture.program(of: "Outlives", in: first)
        async let running = run(installed, first.socket, "FOLDER=\(folder.path)")
        try await waitFor("asked")
        #expect(first.stop() == 0)
        #expect(FileManager.default.createFile(atPath: path("gone"), contents: nil))
        try await waitFor("calls")
        let second = try LiveDaemon(in: fixture.folder)
        let result = try await running
        let lines = ["before 2", "added", "after 2", #"pending ["kept"]"#]
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.errors)")
        #expect(second.stop() == 0)
    }

    @Test func `knows an app whose program lies elsewhere by its token`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("CallsTheCenter")
        let app = try await fixture.makeApp("Caller")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let command = ["token", DaemonFixture.app, "--socket", daemon.socket]
        let told = try await Command.run(tool, command)
        let token = told.output.trimmingCharacters(in: .newlines)
        let result = try await run(program, daemon.socket, "BELFRY_APP_TOKEN=\(token)")
        #expect(result.output.contains("granted true"), "\(result.output)\(result.errors)")
        let wrong = try await run(program, daemon.socket, "BELFRY_APP_TOKEN=\(token)0")
        let error = "status 0\nerror BelfryErrorDomain: the app's token is wrong"
        #expect(wrong.output.contains(error), "\(wrong.output)")
        let line = "UserNotifications: the app's token is wrong"
        #expect(wrong.errors.hasPrefix(line) && wrong.errors.split(separator: "\n").count == 1)
        let none = try await run(program, daemon.socket)
        #expect(none.output.contains("is not an installed app's: start it with belfry open"))
        #expect(daemon.stop() == 0)
    }

    @Test func `says on one line that there is no daemon, and how to start one`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("CallsTheCenter")
        let socket = fixture.folder.appendingPathComponent("none").path
        let line = "no belfryd listens on \(socket); start one with: belfryd"
        let result = try await run(program, socket)
        #expect(result.errors == "UserNotifications: \(line)\n")
        #expect(result.output.contains("error BelfryErrorDomain: \(line)\n"), "\(result.output)")
        #expect(result.output.contains("handler pending 0\n"))
        let long = "/tmp/" + String(repeating: "x", count: 120)
        let refused = try await run(program, long)
        #expect(refused.errors.hasPrefix("UserNotifications: the socket's path has 125 bytes"))
    }

    @Test func `refuses a summary's format that is too long`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(try await fixture.makeApp("Caller"), in: daemon)
        let token = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        let header = "Authorization: Bearer \(try #require(token))"
        let format = String(repeating: "%@", count: 513)
        let set = #"[{"identifier":"a","categorySummaryFormat":"\#(format)"}]"#
        for (method, body) in [("PUT", set), ("PATCH", #"{"set":\#(set)}"#)] {
            let answer = try await daemon.request(
                method,
                "/v1/app/categories",
                body,
                headers: [header]
            )
            #expect((answer.status, answer.code) == (422, "invalid_category"), "\(answer.text)")
            #expect(answer.text.contains("of 1026 bytes, more than the 1024 that it may have"))
        }
        let path = "/v1/app/categories"
        let kept = try await daemon.request("GET", path, headers: [header]).object
        #expect(kept["categories"] == .array([]))
        #expect(daemon.stop() == 0)
    }

    @Test func `has one of two that change the categories at once read them again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(try await fixture.makeApp("Caller"), in: daemon)
        let token = try await daemon.request("GET", Self.own + "/token").object["token"]?.string
        let header = "Authorization: Bearer \(try #require(token))"
        func set(_ identifier: String, ifMatch tag: String? = nil) async throws -> LiveDaemon.Answer
        {
            let body = #"[{"identifier":"\#(identifier)"}]"#
            let headers = [header] + (tag.map { ["If-Match: \($0)"] } ?? [])
            return try await daemon.request("PUT", "/v1/app/categories", body, headers: headers)
        }
        func read() async throws -> (tag: String, text: String) {
            let result = try await Command.run(
                "/usr/bin/env",
                [
                    "curl", "-sS", "-i", "--unix-socket", daemon.socket, "-H", header,
                    "http://localhost/v1/app/categories",
                ]
            )
            let lines = result.output.split(whereSeparator: \.isNewline)
            let tag = lines.first { $0.lowercased().hasPrefix("etag: ") }?.dropFirst(6)
            return (String(try #require(tag)), String(lines.last ?? ""))
        }
        let tag = try await read().tag
        #expect(try await set("first", ifMatch: tag).status == 204)
        let second = try await set("second", ifMatch: tag)
        #expect(second.status == 412)
        #expect(second.text.contains("read them and set them again"))
        #expect(try await read().text.contains("first"))
        #expect(try await set("third", ifMatch: try await read().tag).status == 204)
        #expect(try await set("fourth", ifMatch: "*").status == 204)
        #expect(try await set("fifth", ifMatch: "W/1").status == 400)
        #expect(try await set("sixth").status == 204)
        let change = #"{"set":[{"identifier":"own"}]}"#
        let path = "/v1/app/categories"
        #expect(try await daemon.request("PATCH", path, change, headers: [header]).status == 204)
        let both = try await read().text
        #expect(both.contains("sixth") && both.contains("own"), "\(both)")
        let removal = #"{"remove":["sixth"]}"#
        #expect(try await daemon.request("PATCH", path, removal, headers: [header]).status == 204)
        let left = try await read().text
        #expect(!left.contains("sixth") && left.contains("own"), "\(left)")
        let wrong = try await daemon.request("PATCH", path, #"{"set":{}}"#, headers: [header])
        #expect(wrong.status == 400, "\(wrong.text)")
        #expect(daemon.stop() == 0)
    }
}
