// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What `belfryd` refuses: one clear line, the right status, and nothing has changed.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonRefusalTests {
    @Test func `lets nobody in over loopback without the token`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let words = daemon.announcement.split(whereSeparator: { " ,\n".contains($0) })
        let origin = String(try #require(words.first { $0.hasPrefix("http://127") }))
        let token = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let own = "/v1/apps/\(DaemonFixture.app)"
        let questions: [(method: String, path: String, body: String?)] = [
            ("GET", "/v1/apps", nil), ("DELETE", own, nil),
            ("POST", own + "/push", #"{"aps":{"alert":"forged"}}"#),
            ("PUT", own + "/authorization", #"{"status":"denied"}"#),
            ("PATCH", "/v1/device", #"{"isMuted":true}"#),
        ]
        let right = "Authorization: Bearer \(token)"
        let rows: [(headers: [String], status: Int)] = [
            ([], 401), ([right + "0"], 401), (["Authorization: Bearer"], 401),
            (["Authorization: Bearer \(token.dropLast())0g"], 401),
            (["Authorization: Basic \(token)"], 401), ([right, "Host: example.com"], 421),
            ([right, "Origin: http://example.com"], 403),
        ]
        let before = try await StateRecord(of: daemon)
        for row in rows {
            for (method, path, body) in questions {
                let refused = try await daemon.request(
                    method,
                    path,
                    body,
                    headers: row.headers,
                    origin: origin
                )
                #expect(refused.status == row.status, "\(row.headers) \(path): \(refused.text)")
                #expect(refused.code != nil, "\(row.headers) \(path): \(refused.text)")
                #expect(refused.text.split(separator: "\n").count == 1, "\(refused.text)")
            }
        }
        #expect(try await StateRecord(of: daemon) == before)
        func status(_ headers: [String], _ path: String) async throws -> Int {
            try await daemon.request("GET", path, headers: headers, origin: origin).status
        }
        #expect(try await status([right], "/v1/apps") == 200)
        #expect(try await status([], "/healthz") == 200)
        #expect(try await daemon.request("GET", "/v1/apps").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses requests that it cannot do`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let other = try await fixture.makeApp("Other")
        let path = "/v1/apps/\(DaemonFixture.app)"
        let content = #""content":{"title":"x"}"#
        let rows: [(method: String, path: String, body: String?, status: Int, code: String)] = [
            ("POST", "/v1/apps", #"{"path":"\#(other)"}"#, 409, "conflict"),
            ("POST", "/v1/apps", #"{"path":"/none.app"}"#, 422, "app"),
            ("POST", "/v1/apps", #"{"paths":"/none.app"}"#, 400, "malformed"),
            ("POST", "/v1/apps/none/push", #"{"aps":{"alert":"x"}}"#, 404, "unknown_app"),
            ("POST", path + "/push", "no JSON", 400, "payload_json"),
            ("POST", path + "/requests", "{", 400, "malformed"),
            (
                "POST", path + "/requests",
                #"{"identifier":"a","content":{"title":"x","attachments":[{"identifier":"p","path":"/etc/passwd"}]}}"#,
                422, "attachment"
            ),
            (
                "POST", path + "/requests",
                #"{"identifier":"a",\#(content),"trigger":{"kind":"timeInterval","seconds":-1}}"#,
                422, "no_date"
            ),
            (
                "POST", path + "/requests",
                #"{"identifier":"a",\#(content),"trigger":{"kind":"timeInterval","seconds":59,"repeats":true}}"#,
                422, "no_date"
            ),
            (
                "POST", path + "/requests",
                #"{"identifier":"a",\#(content),"trigger":{"kind":"calendar","components":{"year":2000}}}"#,
                422, "no_date"
            ),
            ("POST", "/v1/clock", #"{"advance":1}"#, 409, "wrong_state"),
            ("GET", "/v1/notifications/7", nil, 404, "not_found"),
            ("PATCH", "/v1/notifications/7", nil, 405, "http"),
            ("POST", "/v1/none", nil, 404, "http"),
            ("GET", "/v1/notifications/x", nil, 400, "malformed"),
            ("GET", "/v1/notifications?limit=0", nil, 400, "malformed"),
            ("GET", "/v1/notifications?q=%22%2A", nil, 400, "malformed"),
            ("GET", "/v1/notifications?q=a%00", nil, 400, "malformed"),
            ("GET", "/v1/center/search?q=", nil, 400, "malformed"),
            ("GET", "/v1/center/search", nil, 400, "malformed"),
        ]
        let before = try await StateRecord(of: daemon)
        for row in rows {
            let answer = try await daemon.request(row.method, row.path, row.body)
            #expect(
                (answer.status, answer.code) == (row.status, row.code),
                "\(row.method) \(row.path) \(row.body ?? ""): \(answer.text)"
            )
            #expect(answer.text.split(separator: "\n").count == 1, "\(answer.text)")
        }
        #expect(try await StateRecord(of: daemon) == before)
        let pending = try await daemon.request("GET", "/v1/requests")
        #expect(pending.object["requests"] == .array([]))
        let list = try await daemon.request("GET", "/v1/notifications")
        #expect(list.object["notifications"] == .array([]))
        #expect(daemon.stop() == 0)
    }

    @Test func `holds an app to the limit of pending requests that it is told`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--pending-limit", "2"])
        try await fixture.install(app, in: daemon)
        var answers: [LiveDaemon.Answer] = []
        for name in ["a", "b", "c"] {
            let trigger = #"{"kind":"timeInterval","seconds":3600}"#
            let text = #"{"identifier":"\#(name)","content":{"title":"x"},"trigger":\#(trigger)}"#
            answers.append(
                try await daemon.request("POST", "/v1/apps/\(DaemonFixture.app)/requests", text)
            )
        }
        #expect(answers.map(\.status) == [201, 201, 409])
        #expect(answers.last?.text.contains("2 pending requests of the 2") == true)
        #expect(answers.last?.text.contains(#"\"c\""#) == true, "\(answers.last as Any)")
        #expect(daemon.stop() == 0)
    }

    @Test func `has a path for each that its description names`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let text = try await daemon.request("GET", "/openapi.yaml").text
        var path = ""
        var count = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  /") { path = String(line.dropFirst(2).dropLast()) }
            let method = line.dropFirst(4).dropLast()
            guard line.hasPrefix("    "), !path.contains("events"),
                ["get", "put", "post", "patch", "delete"].contains(String(method))
            else { continue }
            count += 1
            let target = path.replacing("{sequence}", with: "7").replacing("{app}", with: "none")
                .replacing("{request}", with: "none").replacing("{device}", with: "none")
                .replacing("{push}", with: "none")
            let answer = try await daemon.request(method.uppercased(), target, "{}")
            #expect(answer.code != "http", "\(method) \(path) is not there: \(answer.text)")
            #expect(answer.status != 500, "\(method) \(path): \(answer.text)")
        }
        #expect(count > 20)
        #expect(try await daemon.request("GET", "/v1/none").code == "http")
        #expect(daemon.stop() == 0)
    }

    @Test func `does not start where another one is, or cannot`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let words = daemon.announcement.split(whereSeparator: { " ,\n".contains($0) })
        let port = String(
            try #require(words.first { $0.hasPrefix("http://127") }?.split(separator: ":").last)
        )
        let free = fixture.folder.appendingPathComponent("free").path
        let long = "/tmp/" + String(repeating: "x", count: 120)
        let newer = fixture.folder.appendingPathComponent("newer").path
        let ledger = newer + "/center.sqlite"
        try FileManager.default.createDirectory(atPath: newer, withIntermediateDirectories: true)
        let copied = try await fixture.run(["backup", ledger, "--state", daemon.state])
        #expect(copied.status == 0)
        let changed = try await Command.run(
            "/usr/bin/env",
            ["sqlite3", ledger, "PRAGMA user_version = 1000"]
        )
        #expect(changed.status == 0)
        let inNewer = try StateRecord(of: newer)
        let before = try await StateRecord(of: daemon)
        let rows: [(arguments: [String], status: Int32, word: String)] = [
            (["--state", free, "--socket", daemon.socket], 75, "another belfryd"),
            (["--state", daemon.state, "--socket", free + "-api"], 75, "open in another process"),
            (["--state", free, "--socket", long], 64, "name a shorter one"),
            (["--state", newer, "--socket", free + "-api"], 65, "newer"),
            (["--state", free, "--socket", free + "-api", "--port", "70000"], 64, "65535"),
            (["--state", free, "--socket", free + "-api", "--port", port], 69, "already in use"),
            (["check", "--state", newer], 65, "newer"),
            (["backup", free + "-copy", "--state", newer], 65, "newer"),
            (["restore", free + "-none", "--state", free], 66, "there is no ledger"),
        ]
        for row in rows {
            let result = try await fixture.run(row.arguments)
            #expect(result.status == row.status, "\(result.errors)")
            #expect(result.errors.contains(row.word), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(result.output.isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
            #expect(left.filter { $0.hasPrefix("free") }.isEmpty, "\(row.arguments) left \(left)")
            #expect(try StateRecord(of: newer) == inNewer, "\(row.arguments)")
            #expect(try await StateRecord(of: daemon) == before, "\(row.arguments)")
        }
        #expect(try await daemon.request("GET", "/readyz").status == 200)
        #expect(daemon.stop() == 0)
    }

    /// Keeps the ledger that is its argument from being written until it is ended.
    private static let holder = """
        import sqlite3, sys
        ledger = sqlite3.connect(sys.argv[1], isolation_level=None)
        ledger.execute("BEGIN IMMEDIATE")
        print("held", flush=True)
        sys.stdin.read()
        """

    @Test func `lives and is not ready while another program holds its ledger`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        #expect(try await daemon.request("GET", "/readyz").status == 200)
        let holder = try PythonScript(Self.holder, [daemon.state + "/center.sqlite"])
        #expect(try await holder.line() == Data("held\n".utf8))
        let refused = try await daemon.request("GET", "/readyz")
        #expect(refused.status == 503 && refused.code == "in_use", "\(refused)")
        #expect(try await daemon.request("GET", "/healthz").status == 200)
        holder.end()
        #expect(try await daemon.request("GET", "/readyz").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `does not start on a damaged ledger, which stays as it is`() async throws {
        let fixture = try DaemonFixture()
        let state = fixture.folder.appendingPathComponent("state")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let ledger = state.appendingPathComponent("center.sqlite")
        let damaged = Data(repeating: 7, count: 8192)
        try damaged.write(to: ledger)
        let socket = fixture.folder.appendingPathComponent("api").path
        let result = try await fixture.run(["--state", state.path, "--socket", socket])
        #expect(result.status == 65 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains(ledger.path), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(try Data(contentsOf: ledger) == damaged)
    }
}
