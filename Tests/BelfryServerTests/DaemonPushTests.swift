// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAPNs
import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// More pushes than usual, such as those of `make kill-apns`, may take longer.
private let isLong = ProcessInfo.processInfo.environment["BELFRY_APNS_PUSHES"] != nil

/// The push endpoint of the running program: real clients, the tool's commands, a kill.
@Suite(.timeLimit(.minutes(isLong ? 60 : 5)), .serialized) struct DaemonPushTests {
    private static let keyID = "ABC123DEFG"
    private static let teamID = "DEF123GHIJ"
    private static let other = "com.example.other"
    private static let open = ["--apns-port", "0"]

    /// Runs `belfry` on a daemon's socket, and has it succeed.
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

    /// Makes a key as Apple's site gives one.
    private func makeKey(_ name: String, in folder: URL) async throws -> String {
        let path = folder.appendingPathComponent(name).path
        let made = try await Command.run(
            "/usr/bin/env",
            [
                "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-out", path,
            ]
        )
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    /// Pushes as a sender does, with curl.
    private func push(
        _ daemon: LiveDaemon,
        to token: String,
        _ headers: [String] = [],
        _ payload: String = #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#
    ) async throws -> (status: String, text: String) {
        let port = try port(of: daemon)
        let authority = try await belfry(daemon, "ca", "--path")
        let fields = ["apns-topic: \(DaemonFixture.app)", "apns-push-type: alert"] + headers
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--http2", "--cacert", authority, "-w",
                "\n%{http_version} %{http_code}",
                "-d", payload,
                "https://localhost:\(port)/3/device/\(token)",
            ] + fields.flatMap { ["-H", $0] }
        )
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (String(lines.last ?? ""), lines.dropLast().joined())
    }

    private func port(of daemon: LiveDaemon) throws -> Int {
        let words = daemon.announcement.split(whereSeparator: { " ,\n".contains($0) })
        let origin = try #require(words.first { $0.hasPrefix("https://localhost:") })
        return try #require(Int(origin.dropFirst("https://localhost:".count)))
    }

    // MARK: Tests

    @Test func `shows what the extension made of a push by curl`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder, Self.open + ["--any-provider"])
        #expect(daemon.announcement.contains("ANY provider"))
        try await fixture.install(app, in: daemon)
        let token = try await belfry(daemon, "device", "token", DaemonFixture.app)
        #expect(token.count == 64)
        #expect(try await belfry(daemon, "device", "token", DaemonFixture.app) == token)
        let answer = try await push(daemon, to: token.uppercased(), ["apns-id: \(Self.uuid)"])
        #expect(answer.status == "2 200" && answer.text.isEmpty, "\(answer)")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let shown = try await daemon.request("GET", "/v1/notifications/1").object
        #expect(shown["identifier"]?.string == Self.uuid)
        #expect(shown["content"]?.object?["title"] == "changed")
        #expect(shown["apnsUniqueID"]?.string?.count == 36)
        #expect(daemon.stop() == 0)
    }

    @Test func `shows a payload with faults, and says what they are in the next process too`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        var daemon = try LiveDaemon(in: fixture.folder, Self.open + ["--any-provider"])
        try await fixture.install(app, in: daemon)
        let token = try await belfry(daemon, "device", "token", DaemonFixture.app)
        let payload = #"""
            {"aps":{"alert":{"title":"before","body":null},"mutable-content":1,"badge":"3"},
             "a":1,"a":2,"half":"\ud83d"}
            """#
        #expect(try await push(daemon, to: token, [], payload).status == "2 200")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        #expect(daemon.stop() == 0)

        daemon = try LiveDaemon(in: fixture.folder, Self.open + ["--any-provider"])
        let shown = try await daemon.request("GET", "/v1/notifications/1").object
        #expect(shown["content"]?.object?["title"] == "changed")
        #expect(shown["payload"]?.object?["a"] == 2)
        let unique = try #require(shown["apnsUniqueID"]?.string)
        let line = try await belfry(daemon, "push-log", unique)
        for part in ["\"a\" comes twice", "surrogate", "aps.alert.body is null", "aps.badge is"] {
            #expect(line.contains(part), "\(part): \(line)")
        }
        let explained = try await daemon.request("GET", "/v1/notifications/1/explanation")
        #expect(explained.status == 200, "\(explained)")
        #expect(daemon.stop() == 0)
    }

    private static let uuid = "123e4567-e89b-12d3-a456-426655440000"

    @Test func `lets in the providers that were added, also in the next process`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let key = try await makeKey("key.p8", in: fixture.folder)
        var daemon = try LiveDaemon(in: fixture.folder, Self.open)
        try await fixture.install(app, in: daemon)
        let token = try await belfry(daemon, "device", "token", DaemonFixture.app)
        #expect(try await push(daemon, to: token).text == #"{"reason":"MissingProviderToken"}"#)
        let added = try await belfry(
            daemon,
            "provider",
            "add",
            Self.keyID,
            Self.teamID,
            key,
            "--topic",
            DaemonFixture.app
        )
        #expect(added.contains(Self.teamID))
        #expect(try await attempt(daemon, ["provider", "add", "A", Self.teamID, key]).status == 65)
        let none = try await attempt(daemon, ["provider", "add", Self.keyID, Self.teamID, "/none"])
        #expect(none.status == 66)
        #expect(daemon.stop() == 0)
        let stored = try String(
            contentsOfFile: daemon.state + "/apns/providers.json",
            encoding: .utf8
        )
        #expect(!stored.contains("PRIVATE"))

        daemon = try LiveDaemon(in: fixture.folder, Self.open)
        #expect(try await belfry(daemon, "provider", "list").contains(DaemonFixture.app))
        #expect(try await belfry(daemon, "provider", "remove", Self.keyID).contains("removed"))
        #expect(try await attempt(daemon, ["provider", "remove", Self.keyID]).status == 66)
        #expect(try await belfry(daemon, "provider", "list").hasPrefix("Nobody may push"))
        #expect(daemon.stop() == 0)
    }

    @Test func `tells senders when a token ended, and that an app is gone`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.open + ["--any-provider"])
        try await fixture.install(app, in: daemon)
        let name = DaemonFixture.app
        let first = try await belfry(daemon, "device", "token", name)
        _ = try await belfry(daemon, "device", "unregister", name, "--expired")
        #expect(try await attempt(daemon, ["device", "unregister", name]).status == 66)
        let second = try await belfry(daemon, "device", "token", name)
        #expect(second != first)
        #expect(try await push(daemon, to: second).status == "2 200")
        let expired = try await push(daemon, to: first)
        #expect(expired.status == "2 410")
        #expect(expired.text.hasPrefix(#"{"reason":"ExpiredToken","timestamp":1"#))
        _ = try await belfry(daemon, "remove", name)
        let gone = try await push(daemon, to: second)
        #expect(gone.text.hasPrefix(#"{"reason":"Unregistered","timestamp":1"#), "\(gone)")
        let tokens = try await belfry(daemon, "device", "tokens")
        #expect(tokens.contains("expired 2") && tokens.contains("unregistered 2"), "\(tokens)")
        #expect(daemon.stop() == 0)
    }

    @Test func `does not open with a certificate or a port that cannot be used`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, Self.open)
        let port = String(try port(of: daemon))
        let key = try await makeKey("key.p8", in: fixture.folder)
        let free = fixture.folder.appendingPathComponent("free").path
        let place = ["--state", free, "--socket", free + "-api"]
        let certificate = daemon.state + "/apns/authority.pem"
        let rows: [(arguments: [String], status: Int32, word: String)] = [
            (["--apns-port", port], 69, "--apns-port"),
            (["--apns-port", "x"], 64, "apns-port"),
            (["--apns-channel-port", "0"], 64, "add apns-port"),
            (["--any-provider"], 64, "any-provider is for the push endpoint"),
            (["--apns-port", "0", "--apns-channel-port", port], 69, "--apns-channel-port"),
            (["--apns-environment", "test"], 64, "development or production"),
            (["--apns-port", "0", "--apns-certificate", certificate], 64, "go together"),
            (
                ["--apns-port", "0", "--apns-certificate", certificate, "--apns-key", key], 78,
                "cannot be used together"
            ),
            (
                ["--apns-port", "0", "--apns-certificate", "/none", "--apns-key", key], 78,
                "the certificate, /none: "
            ),
            (
                ["--apns-port", "0", "--apns-certificate", certificate, "--apns-key", "/none"], 78,
                "the certificate's key, /none: "
            ),
            (
                ["--apns-port", "0", "--apns-client-ca", key], 78,
                "the senders' authorities, \(key): it holds no certificate"
            ),
            (
                ["--apns-port", "0", "--apns-client-ca", "/none"], 78,
                "the senders' authorities, /none: "
            ),
        ]
        for row in rows {
            let result = try await fixture.run(place + row.arguments)
            #expect(result.status == row.status, "\(row.arguments): \(result.errors)")
            #expect(result.errors.contains(row.word), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: free), "\(row.arguments)")
            #expect(!FileManager.default.fileExists(atPath: free + "-api.lock"))
        }
        #expect(daemon.stop() == 0)
        let closed = try LiveDaemon(in: fixture.folder)
        #expect(closed.announcement.contains("--apns-port 2197 opens it"))
        #expect(try await attempt(closed, ["ca"]).status == 65)
        #expect(closed.stop() == 0)
    }

    // MARK: Clients from PyPI

    private static let python = Workshop.root.appendingPathComponent(".build/pypi/bin/python")
        .path

    private static let scripts = Workshop.root.appendingPathComponent("Tests/Conformance/APNs")
        .path

    /// Prepares a daemon for the scripts, and says what it has.
    private func describe(
        _ daemon: LiveDaemon,
        _ fixture: borrowing DaemonFixture,
        key: String
    ) async throws -> String {
        let name = DaemonFixture.app
        var object: JSONObject = [
            "port": .number(JSONNumber(try port(of: daemon))), "socket": .string(daemon.socket),
            "app": .string(name), "keyID": .string(Self.keyID), "teamID": .string(Self.teamID),
            "key": .string(key),
        ]
        object["authority"] = .string(try await belfry(daemon, "ca", "--path"))
        object["ledger"] = .string(daemon.state + "/center.sqlite")
        object["channelPort"] = try await daemon.request("GET", "/v1/apns").object["channelPort"]
        let ended = try await belfry(daemon, "device", "token", name)
        object["endedToken"] = .string(ended)
        _ = try await belfry(daemon, "device", "unregister", name)
        object["token"] = .string(try await belfry(daemon, "device", "token", name))
        object["otherToken"] = .string(try await belfry(daemon, "device", "token", Self.other))
        for environment in PushEnvironment.allCases.map(\.rawValue) {
            object[environment + "Token"] = .string(
                try await belfry(daemon, "device", "token", name, "--environment", environment)
            )
        }
        let file = fixture.folder.appendingPathComponent("stage.json")
        try Data(object.serialized()).write(to: file)
        return file.path
    }

    private func start(
        _ fixture: borrowing DaemonFixture,
        _ options: [String] = []
    ) async throws -> (LiveDaemon, String) {
        let app = try await fixture.makeApp("Sample")
        let other = try await fixture.makeApp("Other", identifier: Self.other)
        let key = try await makeKey("key.p8", in: fixture.folder)
        let daemon = try LiveDaemon(in: fixture.folder, Self.open + options)
        try await fixture.install(app, in: daemon)
        _ = try await belfry(daemon, "install", other)
        _ = try await belfry(daemon, "provider", "add", Self.keyID, Self.teamID, key)
        return (daemon, try await describe(daemon, fixture, key: key))
    }

    private func run(_ script: String, _ arguments: [String]) async throws -> Command.Result {
        try #require(
            FileManager.default.isExecutableFile(atPath: Self.python),
            "the clients are missing; run: make test-dependencies"
        )
        return try await Command.run(Self.python, ["\(Self.scripts)/\(script)"] + arguments)
    }

    @Test func `does for aioapns, httpx and single frames what APNs does`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, stage) = try await start(fixture)
        let result = try await run("conformance.py", [stage])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("passed") } == 15)
        #expect(daemon.stop() == 0)
    }

    @Test func `holds against frames that break HTTP/2, each with its error code`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, stage) = try await start(fixture)
        let result = try await run("attacks.py", [stage])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("passed") } == 50)
        #expect(daemon.stop() == 0)
    }

    @Test func `makes channels, and broadcasts to the live activities that listen`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, stage) = try await start(fixture, ["--apns-channel-port", "0"])
        let result = try await run("channels.py", [stage])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output == "passed channels\n")
        // Each can be sent again by itself, those of broadcasts too.
        let log = try await daemon.request("GET", "/v1/push-log").object["pushes"]
        guard case .array(let lines)? = log else { throw CocoaError(.coderReadCorrupt) }
        var topics = Set<String?>()
        for line in lines {
            let known = line.object?["uniqueID"]?.string ?? ""
            let entry = try await daemon.request("GET", "/v1/push-log/\(known)").object
            if entry["pushType"] == "liveactivity" { topics.insert(entry["topic"]?.string) }
        }
        #expect(topics == ["\(DaemonFixture.app).push-type.liveactivity"], "\(topics)")
        #expect(daemon.stop() == 0)
    }

    /// Makes certificates with their keys, each of which vouches for itself.
    ///
    /// - Parameters:
    ///   - names: Their files, without `.pem`, and what each has beside its subject.
    ///   - trusted: The names of those that a daemon is to trust.
    ///   - folder: Where; `clients.pem` has the trusted ones, without keys.
    /// - Throws: What keeps them from being made.
    private func makeCertificates(
        _ names: KeyValuePairs<String, String>,
        trusting trusted: [String],
        in folder: URL
    ) async throws {
        let each = names.map { name, further in
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj "/UID=\(DaemonFixture.app)/CN=\(name)" \(further) \
                -keyout \(name).key -out \(name).crt || exit
            cat \(name).crt \(name).key > \(name).pem
            """
        }
        let all = trusted.map { "\($0).crt" }.joined(separator: " ")
        let script = "cd '\(folder.path)' || exit\n" + each.joined(separator: "\n")
        let made = try await Command.run(
            "/usr/bin/env",
            ["bash", "-c", script + "\ncat \(all) > clients.pem"]
        )
        try #require(made.status == 0, "\(made.errors)")
    }

    /// Apple's extension that says which service a certificate is for.
    private static func service(_ environment: PushEnvironment) -> String {
        let last = environment == .development ? 1 : 2
        return "-addext 1.2.840.113635.100.6.3.\(last)=ASN1:NULL"
    }

    /// Reasons that a client cannot bring about in the time of a test: `PushReasonTests` does without a
    /// socket.
    private static let reasonsOfFrames: [PushReason] = [
        .idleTimeout, .shutdown, .tooManyRequests,
    ]

    @Test func `answers each of Apple's reasons, with its status`() async throws {
        let fixture = try DaemonFixture()
        try await makeCertificates(
            ["sender": "", "production": Self.service(.production), "foreign": ""],
            trusting: ["sender", "production"],
            in: fixture.folder
        )
        let folder = fixture.folder.path
        let options = ["--apns-channel-port", "0", "--apns-client-ca", folder + "/clients.pem"]
        let (daemon, stage) = try await start(fixture, options)
        let result = try await run("reasons.py", [stage, folder])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let found = result.output.split(separator: "\n").map(String.init)
        let expected = PushReason.allCases.filter { !Self.reasonsOfFrames.contains($0) }
            .map { "reason \($0.status) \($0.rawValue)" }
        #expect(Set(found) == Set(expected))
        #expect(daemon.stop() == 0)
    }

    @Test func `stands for the production service`() async throws {
        let fixture = try DaemonFixture()
        try await makeCertificates(
            ["development": Self.service(.development)],
            trusting: ["development"],
            in: fixture.folder
        )
        let folder = fixture.folder.path
        let (daemon, stage) = try await start(
            fixture,
            ["--apns-environment", "production", "--apns-client-ca", folder + "/clients.pem"]
        )
        #expect(try await daemon.request("GET", "/v1/apns").object["environment"] == "production")
        let result = try await run("production.py", [stage, folder])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("passed") } == 3)
        #expect(daemon.stop() == 0)
    }

    @Test func `ends the connections of a withdrawn certificate, authority or key`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.path
        try await makeCertificates(
            ["a": "", "b": ""],
            trusting: ["a", "b"],
            in: fixture.folder
        )
        let (daemon, stage) = try await start(
            fixture,
            ["--apns-client-ca", folder + "/clients.pem"]
        )
        let result = try await run("withdrawal.py", [stage, folder])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("passed") } == 3)
        let listed = try await belfry(daemon, "provider", "certificates")
        let row = try #require(
            listed.split(separator: "\n").last { $0.contains(DaemonFixture.app) }
        )
        let serial = String(try #require(row.split(separator: " ").first))
        #expect(daemon.stop() == 0)

        // What is withdrawn stays so, and what is not can be, in the next process.
        let next = try LiveDaemon(in: fixture.folder, Self.open)
        #expect(try await belfry(next, "provider", "certificates").contains(serial))
        #expect(try await belfry(next, "provider", "withdraw", serial).contains("withdrawn"))
        #expect(try await attempt(next, ["provider", "withdraw", serial]).status == 66)
        let none = try await belfry(next, "provider", "certificates")
        #expect(none.hasPrefix("There are no certificates"))
        #expect(next.stop() == 0)
    }

    @Test func `has each push that it answered, once, after it was killed`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, stage) = try await start(fixture)
        let record = fixture.folder.appendingPathComponent("record.json").path
        let attack = try await run("crash.py", [stage, record])
        #expect(attack.status == 0, "\(attack.errors)")
        daemon.kill()
        let next = try LiveDaemon(in: fixture.folder, ["--apns-port", "\(try port(of: daemon))"])
        let verified = try await run("crash.py", [stage, record, "--verify"])
        #expect(verified.status == 0, "\(verified.errors)")
        print(verified.output, terminator: "")
        #expect(next.stop() == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
    func `speaks to senders as the daemon of a user who is not root`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.appendingPathComponent("user")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try DaemonFixture.change(fixture.folder.path, mode: 0o755)
        try DaemonFixture.change(folder.path, owner: 65533)
        let daemon = try LiveDaemon(in: folder, Self.open, as: 65533)
        let (status, text) = try await push(daemon, to: String(repeating: "0", count: 64))
        #expect(status == "2 403")
        #expect(text.contains("MissingProviderToken"))
        #expect(daemon.stop() == 0)
    }
}
