// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Messages in the forms of ntfy and Gotify to the running program: by curl, and by apprise.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonInletTests {
    /// A daemon with an app, a topic of it, and the topic's token.
    private struct Stage {
        let daemon: LiveDaemon
        let origin: String
        let token: String

        /// Sends a message with the token, and has it taken.
        func send(
            _ method: String = "POST",
            _ path: String = "/alerts",
            _ body: String? = nil,
            headers: [String] = []
        ) async throws -> JSONObject {
            let answer = try await attempt(method, path, body, headers: headers)
            try #require(answer.status == 200, "\(answer.text)")
            return answer.object
        }

        func attempt(
            _ method: String = "POST",
            _ path: String = "/alerts",
            _ body: String? = nil,
            headers: [String] = []
        ) async throws -> LiveDaemon.Answer {
            try await daemon.request(
                method,
                path,
                body,
                headers: ["Authorization: Bearer \(token)"] + headers,
                origin: origin
            )
        }

        /// A notification once it is shown.
        func shown(_ sequence: Int) async throws -> JSONObject {
            _ = try await daemon.events(after: 0) { events in
                events.contains { $0.kind == "presented" && $0.sequence == sequence }
            }
            return try await daemon.request("GET", "/v1/notifications/\(sequence)").object
        }
    }

    /// A picture of one pixel.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """

    private func makePicture(in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("cat.png")
        try #require(Data(base64Encoded: Self.picture)).write(to: file)
        return file.path
    }

    private func start(
        _ fixture: borrowing DaemonFixture,
        extension name: String? = nil,
        _ options: [String] = []
    ) async throws -> Stage {
        let app = try await fixture.makeApp("Sample", extension: name)
        let daemon = try LiveDaemon(in: fixture.folder, ["--inlet-port", "0"] + options)
        try await fixture.install(app, in: daemon)
        let token = try await belfry(daemon, "topic", "add", "alerts", "--app", DaemonFixture.app)
        return Stage(daemon: daemon, origin: try await origin(of: daemon), token: token)
    }

    private func origin(of daemon: LiveDaemon) async throws -> String {
        let topics = try await daemon.request("GET", "/v1/topics").object
        guard case .number(let port)? = topics["port"] else { throw CocoaError(.coderReadCorrupt) }
        #expect(daemon.announcement.contains("http://127.0.0.1:\(port.literal), as ntfy"))
        return "http://127.0.0.1:\(port.literal)"
    }

    private func belfry(_ daemon: LiveDaemon, _ arguments: String...) async throws -> String {
        let result = try await attempt(daemon, arguments)
        try #require(result.status == 0, "belfry \(arguments): \(result.errors)")
        return result.output.trimmingCharacters(in: .newlines)
    }

    private func attempt(
        _ daemon: LiveDaemon,
        _ arguments: [String]
    ) async throws -> Command.Result {
        let program = Workshop.products.appendingPathComponent("belfry").path
        let variables = ["NO_COLOR=1", "BELFRY_SOCKET=\(daemon.socket)"]
        return try await Command.run("/usr/bin/env", variables + [program] + arguments)
    }

    private func files(_ shown: JSONObject) -> [JSONObject] {
        guard case .array(let files)? = shown["content"]?.object?["attachments"] else { return [] }
        return files.compactMap(\.object)
    }

    // MARK: Senders that want too much

    @Test func `refuses messages that come too fast, in both forms, and says when to come again`()
        async throws
    {
        let fixture = try DaemonFixture()
        let stage = try await start(
            fixture,
            ["--inlet-burst", "3", "--inlet-interval", "3600"]
        )
        _ = try await stage.send("POST", "/alerts", "one")
        _ = try await stage.send("POST", "/", #"{"topic":"alerts","message":"two"}"#)
        _ = try await stage.send(
            "POST",
            "/message",
            #"{"message":"three"}"#,
            headers: ["Content-Type: application/json"]
        )
        let bodies = [("/alerts", "four"), ("/", #"{"topic":"alerts"}"#), ("/message", "{}")]
        for (path, body) in bodies {
            let address = stage.origin + path + "?token=\(stage.token)"
            let bearer = "Authorization: Bearer \(stage.token)"
            let answer = try await Command.run(
                "/usr/bin/curl",
                ["-si", "-H", bearer, "-d", body, address]
            ).output
            #expect(answer.hasPrefix("HTTP/1.1 429 "), "\(path): \(answer)")
            #expect(answer.contains("the topic takes 3 at once"), "\(path): \(answer)")
            let line = answer.split(whereSeparator: \.isNewline).first {
                $0.lowercased().hasPrefix("retry-after: ")
            }
            let wait = line.flatMap { Int($0.dropFirst("retry-after: ".count)) } ?? 0
            #expect((3000...3600).contains(wait), "\(path): \(answer)")
        }
        // The limit is each topic's own: a message to another one is taken.
        let command = ["topic", "add", "other", "--app", DaemonFixture.app]
        let other = try await attempt(stage.daemon, command).output
            .trimmingCharacters(in: .newlines)
        let taken = try await stage.daemon.request(
            "POST",
            "/other",
            "here",
            headers: ["Authorization: Bearer \(other)"],
            origin: stage.origin
        )
        #expect(taken.status == 200, "\(taken.text)")
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `refuses a message that no extension could be handed`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, extension: "Completes")
        // Each byte has six in JSON.
        let escaped = String(repeating: "\u{1}", count: 20 * 1024)
        let refused = try await stage.attempt("POST", "/alerts", escaped)
        #expect(refused.status == 413, "\(refused.text)")
        #expect(refused.object["code"] == 41303, "\(refused.text)")
        let longest = String(repeating: "x", count: 24 * 1024)
        _ = try await stage.send("POST", "/alerts", longest)
        let shown = try await stage.shown(1)
        #expect(shown["content"]?.object?["title"] == "changed")
        #expect(shown["content"]?.object?["body"]?.string == longest)
        #expect(stage.daemon.stop() == 0)
    }

    /// Announces four files to a topic, sends none of them, and sends messages meanwhile; then four to
    /// another topic, one after the other.
    ///
    /// Prints how many files were answered, each answer's first line, and how many of the last four were
    /// refused for their number.
    private static let hoarder = """
        import select, socket, sys
        port, token, other = int(sys.argv[1]), sys.argv[2], sys.argv[3]
        def send(topic, token, count, body=b""):
            link = socket.create_connection(("127.0.0.1", port))
            link.sendall((f"PUT /{topic} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n"
                f"Authorization: Bearer {token}\\r\\nContent-Length: {count}\\r\\n\\r\\n").encode() + body)
            return link
        def first_line(link): return link.recv(65536).decode().splitlines()[0]
        links = [send("alerts", token, 15 << 20) for _ in range(4)]
        answered = select.select(links, [], [], 60)[0]
        print(len(answered), *map(first_line, answered))
        print(first_line(send("alerts", token, 5, b"still")))
        print(first_line(send("other", other, 4, b"here")))
        whole = [first_line(send("other", other, 15 << 20, bytes(15 << 20))) for _ in range(4)]
        print(sum(" 429 " in line for line in whole))
        """

    @Test func `holds a topic to the memory of three files`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let command = ["topic", "add", "other", "--app", DaemonFixture.app]
        let other = try await attempt(stage.daemon, command).output
            .trimmingCharacters(in: .newlines)
        let port = try #require(stage.origin.split(separator: ":").last.map(String.init))
        let result = try await Command.run(
            "/usr/bin/python3",
            ["-c", Self.hoarder, port, stage.token, other]
        )
        #expect(
            result.output.split(separator: "\n") == [
                "1 HTTP/1.1 429 Too Many Requests", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "0",
            ],
            "\(result)"
        )
        #expect(stage.daemon.stop() == 0)
    }

    // MARK: ntfy

    @Test func `shows what the extension made of a message by curl`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, extension: "Completes")
        let said = try await stage.send(
            "POST",
            "/alerts",
            "Die Platte ist voll",
            headers: [
                "Title: Größe", "Priority: 5", "Tags: warning,sda", "Click: https://x.example",
            ]
        )
        #expect(said["id"]?.string?.count == 12 && said["event"] == "message")
        #expect(said["topic"] == "alerts" && said["title"] == "Größe" && said["priority"] == 5)
        #expect(said["message"] == "Die Platte ist voll" && said["tags"] == ["warning", "sda"])
        let shown = try await stage.shown(1)
        #expect(shown["content"]?.object?["title"] == "changed")
        #expect(shown["content"]?.object?["body"] == "Die Platte ist voll")
        #expect(shown["original"]?.object?["title"] == "⚠️ Größe")
        #expect(shown["source"] == "push" && shown["identifier"] == said["id"])
        let info = shown["payload"]?.object?["ntfy"]?.object
        #expect(info?["click"] == "https://x.example" && info?["message"] == nil)
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `takes a message by each way that ntfy has`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let json = #"{"topic":"alerts","message":"json","priority":1,"actions":null}"#
        #expect(try await stage.send("POST", "/", json)["message"] == "json")
        #expect(try await stage.send("PUT", "/alerts", "put")["message"] == "put")
        for verb in ["publish", "send", "trigger"] {
            let said = try await stage.send("GET", "/alerts/\(verb)?message=a+b&p=low")
            #expect(said["message"] == "a b" && said["priority"] == 2)
        }
        #expect(try await stage.send("POST", "/alerts")["message"] == "triggered")
        let basic = Data(":\(stage.token)".utf8).base64EncodedString()
        let auth = Data("Basic \(basic)".utf8).base64EncodedString().replacing("=", with: "")
        for (query, headers) in [("", ["Authorization: Basic \(basic)"]), ("?auth=\(auth)", [])] {
            let answer = try await stage.daemon.request(
                "POST",
                "/alerts\(query)",
                "x",
                headers: headers,
                origin: stage.origin
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        #expect(try await stage.shown(8)["content"]?.object?["body"] == "x")
    }

    @Test func `replaces the message of a sequence`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        #expect(try await stage.send("POST", "/alerts/build-1", "10 %")["sequence_id"] == "build-1")
        _ = try await stage.send("POST", "/alerts", "20 %", headers: ["X-Sequence-ID: build-1"])
        _ = try await stage.shown(2)
        let first = try await stage.daemon.request("GET", "/v1/notifications/1").object
        #expect(first["state"] == "collapsed")
    }

    @Test func `keeps a file that is sent, and shows it with what the extension made`() async throws
    {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, extension: "Completes")
        let picture = try makePicture(in: fixture.folder)
        let said = try await stage.send(
            "PUT",
            "/alerts",
            "@\(picture)",
            headers: ["Filename: cat.png", "Message: A cat"]
        )
        #expect(said["attachment"]?.object?["name"] == "cat.png")
        try FileManager.default.removeItem(atPath: picture)
        let shown = try await stage.shown(1)
        #expect(shown["content"]?.object?["title"] == "changed")
        let file = try #require(files(shown).first)
        #expect(file["type"] == "public.png")
        let path = try #require(file["path"]?.string)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes == Data(base64Encoded: Self.picture))
        let incoming = stage.daemon.state + "/inlet/incoming"
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
        #expect(stage.daemon.stop() == 0)
        let checked = try await fixture.run(["check", "--state", stage.daemon.state])
        #expect(checked.status == 0 && checked.output.contains("1 file,"), "\(checked)")
    }

    @Test func `keeps a file under a name of its own, whatever its sender calls it`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let picture = try makePicture(in: fixture.folder)
        // From the directory of files on their way this leads beside the daemon's state.
        let headers = ["Filename: ../../../x.png"]
        _ = try await stage.send("PUT", "/alerts", "@\(picture)", headers: headers)
        let path = try #require(files(try await stage.shown(1)).first?["path"]?.string)
        let store = stage.daemon.state + "/attachments/"
        #expect(path.hasPrefix(store), "\(path)")
        // It is named after the digest of its bytes.
        let name = path.dropFirst(store.count)
        #expect(name.wholeMatch(of: /[0-9a-f]{2}\/[0-9a-f]{62}\.png/) != nil, "\(path)")
        let names = FileManager.default.enumerator(atPath: fixture.folder.path)?
            .compactMap { $0 as? String }
        let strangers = try #require(names).filter { $0.hasSuffix("x.png") }
        #expect(strangers == [])
        #expect(stage.daemon.stop() == 0)
    }

    @Test func `shows the extension's own file in place of the one that was sent`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, extension: "AttachesTitle")
        let picture = try makePicture(in: fixture.folder)
        _ = try await stage.send("PUT", "/alerts", "@\(picture)", headers: ["Title: t"])
        let shown = files(try await stage.shown(1))
        #expect(shown.count == 1 && shown.first?["identifier"] == "picture")
    }

    @Test func `gives the app the buttons of a message, and says which it cannot have`()
        async throws
    {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let actions =
            "Actions: view, Open, https://x.example; broadcast, Snap; http, Stop, https://y.example"
        let said = try await stage.send("POST", "/alerts", "m", headers: [actions])
        guard case .array(let warnings)? = said["warnings"] else {
            Issue.record("\(said)")
            return
        }
        #expect(warnings.count == 1 && warnings[0].string?.contains("\"Snap\"") == true)
        _ = try await stage.shown(1)
        // The app sets its own, as it does at each start.
        let token = try await stage.daemon.request("GET", "/v1/apps/\(DaemonFixture.app)/token")
        let header = "Authorization: Bearer \(token.object["token"]?.string ?? "")"
        let own = #"[{"identifier":"own"}]"#
        let path = "/v1/app/categories"
        let set = try await stage.daemon.request("PUT", path, own, headers: [header])
        #expect(set.status == 204, "\(set.text)")
        let read = try await stage.daemon.request("GET", path, headers: [header])
        #expect(read.object["categories"] == [["identifier": "own"]], "\(read.text)")
        #expect(try await buttonSets(of: stage) == 1)
        let answered = try await stage.daemon.request(
            "POST",
            "/v1/notifications/1/response",
            #"{"action":"ntfy-3"}"#
        )
        #expect(answered.status < 300, "\(answered.text)")
        for number in 0..<20 {
            let other = "Actions: view, Open \(number), https://x.example"
            _ = try await stage.send("POST", "/alerts", "m", headers: [other])
        }
        #expect(try await buttonSets(of: stage) == 16)
    }

    /// How many sets of buttons that messages brought the centre has.
    private func buttonSets(of stage: Stage) async throws -> Int {
        let center = try await stage.daemon.request("GET", "/v1/center").object
        guard case .array(let apps)? = center["apps"] else { throw CocoaError(.coderReadCorrupt) }
        return apps.compactMap { app -> [JSONValue]? in
            guard case .array(let categories)? = app.object?["categories"] else { return nil }
            return categories
        }.joined().count { $0.object?["identifier"]?.string?.hasPrefix("ntfy.") == true }
    }

    @Test func `refuses what is no message, in ntfy's form`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let picture = try makePicture(in: fixture.folder)
        let large = fixture.folder.appendingPathComponent("large.png")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: picture))
        bytes.append(Data(count: 15 << 20))
        try bytes.write(to: large)
        try bytes.prefix((10 << 20) + 1).write(to: fixture.folder.appendingPathComponent("10.png"))
        let binary = fixture.folder.appendingPathComponent("program")
        try Data([0x7F, 0x45, 0x4C, 0x46, 0xFF]).write(to: binary)
        let cases: [(String, String, String?, [String], Int)] = [
            ("POST", "/alerts", "m", ["Priority: 9"], 40007),
            ("POST", "/alerts", "m", ["Delay: 1s"], 40005),
            ("POST", "/alerts", "m", ["Email: a@example.com"], 40001),
            ("POST", "/", "no json", [], 40017),
            ("POST", "/", #"{"topic":"other","message":"m"}"#, [], 40301),
            ("POST", "/other", "m", [], 40301),
            ("POST", "/a.b", "m", [], 40009),
            ("POST", "/alerts", "m", ["Content-Encoding: gzip"], 41501),
            ("PUT", "/alerts", "@\(binary.path)", [], 40014),
            ("PUT", "/alerts", "@\(large.path)", [], 41301),
            ("PUT", "/alerts", "@\(fixture.folder.path)/10.png", [], 41301),
            ("GET", "/alerts/json", nil, [], 40401),
            ("GET", "/alerts", nil, [], 40401),
            ("DELETE", "/alerts/x", nil, [], 40401),
            ("POST", "/alerts/x/y", "m", [], 40401),
        ]
        for (method, path, body, headers, code) in cases {
            let answer = try await stage.attempt(method, path, body, headers: headers + ["Expect:"])
            #expect(answer.status == code / 100, "\(method) \(path): \(answer)")
            #expect(answer.object["code"] == .number(JSONNumber(code)), "\(path): \(answer.text)")
            #expect(answer.object["http"] == .number(JSONNumber(code / 100)))
            #expect(answer.object["error"]?.string?.isEmpty == false)
        }
        let shown = try await stage.daemon.request("GET", "/v1/notifications")
        #expect(shown.object["notifications"] == [], "\(shown.text)")
    }

    // MARK: Who may send

    @Test func `lets nobody send without the topic's token`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let app = DaemonFixture.app
        let other = try await belfry(stage.daemon, "topic", "add", "other", "--app", app)
        func status(_ token: String?, _ headers: [String] = []) async throws -> Int {
            let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
            return try await stage.daemon.request(
                "POST",
                "/alerts",
                "m",
                headers: authorization + headers,
                origin: stage.origin
            ).status
        }
        #expect(try await status(nil) == 403)
        #expect(try await status(other) == 403)
        #expect(try await status("tk_" + String(repeating: "0", count: 64)) == 401)
        #expect(try await status(stage.token.uppercased()) == 401)
        #expect(try await status(stage.token) == 200)
        // Pages in a browser: by another name of this machine, and by a name of their own.
        #expect(try await status(stage.token, ["Host: evil.example:80"]) == 421)
        #expect(try await status(stage.token, ["Origin: https://evil.example"]) == 403)
        #expect(try await status(stage.token, ["Origin: null"]) == 403)
        let preflight = try await stage.attempt(
            "OPTIONS",
            headers: ["Origin: https://evil.example"]
        )
        #expect(preflight.status == 403)

        let renewed = try await belfry(stage.daemon, "topic", "token", "alerts")
        #expect(try await status(stage.token) == 401)
        #expect(try await status(renewed) == 200)
        #expect(try await belfry(stage.daemon, "topic", "list").contains("alerts"))
        #expect(try await belfry(stage.daemon, "topic", "remove", "alerts") == "alerts: removed")
        #expect(try await status(renewed) == 401)
        #expect(try await attempt(stage.daemon, ["topic", "remove", "alerts"]).status != 0)
    }

    @Test func `keeps digests of tokens alone, in a file of its owner's, over a kill`() async throws
    {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let file = stage.daemon.state + "/inlet/topics.json"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("alerts") && !text.contains(stage.token.dropFirst(3)))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        stage.daemon.kill()

        let second = try LiveDaemon(in: fixture.folder, ["--inlet-port", "0"])
        let origin = try await origin(of: second)
        let again = Stage(daemon: second, origin: origin, token: stage.token)
        #expect(try await again.send("POST", "/alerts", "m")["message"] == "m")
        #expect(second.stop() == 0)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
        let refused = try await fixture.run(["--state", second.state, "--socket", second.socket])
        #expect(refused.status == 65 && refused.errors.contains("topics.json"), "\(refused)")
    }

    @Test func `makes no topic for an app that is not there, nor of a name that is taken`()
        async throws
    {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        func status(_ name: String, _ app: String = DaemonFixture.app) async throws -> Int {
            try await stage.daemon.request(
                "POST",
                "/v1/topics",
                #"{"name":"\#(name)","app":"\#(app)"}"#
            ).status
        }
        #expect(try await status("other", "com.example.none") == 404)
        #expect(try await status("alerts") == 409)
        for name in ["message", "a b", ""] { #expect(try await status(name) == 422) }
        #expect(
            try await stage.daemon.request("DELETE", "/v1/apps/\(DaemonFixture.app)").status < 300
        )
        #expect(try await stage.attempt("POST", "/alerts", "m").object["code"] == 40401)
    }

    @Test func `has no port unless it is told so, and none that is taken`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        #expect(daemon.announcement.contains("closed; --inlet-port 8223 opens it"))
        #expect(daemon.stop() == 0)
        let open = try LiveDaemon(in: fixture.folder, ["--inlet-port", "0"])
        let port = try #require(URL(string: try await origin(of: open))?.port)
        let other = fixture.folder.path + "/other"
        let refused = try await fixture.run(
            ["--state", other, "--socket", other + "/api", "--inlet-port", "\(port)"]
        )
        #expect(refused.status == 69 && refused.errors.contains("--inlet-port"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: other))
    }

    // MARK: Delays

    @Test func `pushes a delayed message at its time, also after a kill`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, extension: "Completes", ["--virtual-clock"])
        let said = try await stage.send("POST", "/alerts", "later", headers: ["In: 30 min"])
        _ = try await stage.send("POST", "/alerts", "now")
        _ = try await stage.shown(2)
        let waiting = try await stage.daemon.request("GET", "/v1/notifications/1").object
        #expect(waiting["state"] == "stored" && waiting["heldUntil"] != nil)
        let asked = try await belfry(stage.daemon, "explain", "1")
        #expect(asked.contains("ahead of its time"))
        stage.daemon.kill()

        let options = ["--inlet-port", "0", "--virtual-clock"]
        let second = try LiveDaemon(in: fixture.folder, options)
        let clock = try await second.request("POST", "/v1/clock", #"{"advance":1700}"#)
        #expect(clock.status == 200, "\(clock.text)")
        #expect(try await second.request("GET", "/v1/notifications/1").object["state"] == "stored")
        #expect(try await second.request("POST", "/v1/clock", #"{"advance":100}"#).status == 200)
        let again = Stage(daemon: second, origin: try await origin(of: second), token: stage.token)
        let shown = try await again.shown(1)
        #expect(shown["content"]?.object?["title"] == "changed" && shown["late"] == nil)
        #expect(shown["identifier"] == said["id"])
        #expect(second.stop() == 0)
    }

    @Test func `has a newer message take the place of a delayed one`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture, ["--virtual-clock"])
        _ = try await stage.send("POST", "/alerts/reminder", "first", headers: ["In: 1h"])
        _ = try await stage.send("POST", "/alerts/reminder", "second", headers: ["In: 2h"])
        // Not only once the second is shown, when every older one of its identifier ends.
        let first = try await stage.daemon.request("GET", "/v1/notifications/1").object
        #expect(first["state"] == "collapsed")
        #expect(
            try await stage.daemon.request("POST", "/v1/clock", #"{"advance":7200}"#).status == 200
        )
        #expect(try await stage.shown(2)["content"]?.object?["body"] == "second")
    }

    // MARK: Gotify

    @Test func `takes messages as Gotify does, and refuses them so`() async throws {
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        func send(
            _ body: String?,
            _ headers: [String],
            _ query: String = ""
        ) async throws -> LiveDaemon.Answer {
            try await stage.daemon.request(
                "POST",
                "/message\(query)",
                body,
                headers: headers,
                origin: stage.origin
            )
        }
        let json = "Content-Type: application/json"
        let key = "X-Gotify-Key: \(stage.token)"
        let said = try await send(
            #"{"title":"t","message":"m","priority":8,"extras":{"a::b":{"c":1}}}"#,
            [json, key]
        )
        #expect(said.status == 200, "\(said.text)")
        #expect(said.object["id"] == 1 && said.object["appid"] == 1 && said.object["title"] == "t")
        #expect(said.object["priority"] == 8 && said.object["extras"] == ["a::b": ["c": 1]])
        #expect(said.object["date"]?.string?.hasSuffix("Z") == true)
        let shown = try await stage.shown(1)
        #expect(shown["content"]?.object?["title"] == "t")
        #expect(shown["payload"]?.object?["gotify"]?.object?["extras"] == ["a::b": ["c": 1]])
        let form = try await send("message=a+b&priority=0", [], "?token=\(stage.token)")
        #expect(form.object["message"] == "a b" && form.object["title"] == "alerts", "\(form.text)")
        let multipart = try await Command.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "-F", "title=my title", "-F", "message=my message", "-F",
                "priority=5",
                "\(stage.origin)/message?token=\(stage.token)",
            ]
        )
        #expect(multipart.output.contains(#""message":"my message""#), "\(multipart)")
        for (answer, status, reason) in [
            (try await send("{}", [json, key]), 400, "Bad Request"),
            (try await send(#"{"message":"m"}"#, [json]), 401, "Unauthorized"),
            (try await send(#"{"message":"m"}"#, [json, "X-Gotify-Key: x"]), 401, "Unauthorized"),
        ] {
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.object["error"] == .string(reason))
            #expect(answer.object["errorCode"] == .number(JSONNumber(status)))
        }
        let version = try await stage.daemon.request("GET", "/version", origin: stage.origin)
        #expect(version.object["version"]?.string?.isEmpty == false)
    }

    // MARK: Clients from PyPI

    private static let apprise = Workshop.root.appendingPathComponent(".build/pypi/bin/apprise")
        .path

    @Test func `takes what apprise sends to ntfy and to Gotify`() async throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: Self.apprise),
            "the clients are missing; run: make test-dependencies"
        )
        let fixture = try DaemonFixture()
        let stage = try await start(fixture)
        let place = stage.origin.dropFirst("http://".count)
        let picture = try makePicture(in: fixture.folder)
        let long = String(repeating: "long ", count: 2000)
        let ntfy = "ntfy://\(stage.token)@\(place)/alerts"
        let messages: [([String], String)] = [
            (
                ["-t", "Größe", "-b", "voll 🎉"],
                ntfy + "?priority=max&tags=warning&click=https://x.example"
            ),
            (["-t", "Cat", "-b", "a cat", "-a", picture], ntfy),
            (["-t", "Long", "-b", long], ntfy),
            (
                ["-t", "Gotify", "-b", "*m*"],
                "gotify://\(place)/\(stage.token)?priority=high&format=markdown"
            ),
        ]
        for (arguments, address) in messages {
            let sent = try await Command.run(Self.apprise, ["-vv"] + arguments + [address])
            #expect(sent.status == 0, "\(sent)")
        }
        let first = try await stage.shown(1)["content"]?.object
        #expect(first?["title"] == "⚠️ Größe" && first?["body"] == "voll 🎉")
        #expect(first?["interruptionLevel"] == "timeSensitive")
        let second = try await stage.shown(2)
        #expect(second["content"]?.object?["body"] == "a cat" && files(second).count == 1)
        let body = try await stage.shown(3)["content"]?.object?["body"]?.string
        #expect(body?.contains(long.dropLast()) == true)
        let fourth = try await stage.shown(4)
        #expect(fourth["content"]?.object?["title"] == "Gotify")
        let extras = fourth["payload"]?.object?["gotify"]?.object?["extras"]
        #expect(extras == ["client::display": ["contentType": "text/markdown"]])
    }
}
