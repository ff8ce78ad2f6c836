// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// Apps' processes that ask for what is not theirs: each is refused on one line, and nothing changes.
///
/// Their program is curl, so that they can say whatever a liar would.
@Suite(.timeLimit(.minutes(3)), .serialized) struct DaemonLiarTests {
    private static let other = "com.example.other"
    private static let add = #"{"identifier":"x","content":{"title":"forged"}}"#

    /// Two installed apps that may notify; the first one's program is curl.
    private func start(_ fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let curl = try await Command.run("/usr/bin/env", ["which", "curl"]).output
        let program = URL(fileURLWithPath: curl.trimmingCharacters(in: .newlines))
            .resolvingSymlinksInPath().path
        let apps = [
            try await fixture.makeApp("Liar", program: program),
            try await fixture.makeApp("Other", identifier: Self.other, program: program),
        ]
        let daemon = try LiveDaemon(in: fixture.folder)
        for app in apps { try await fixture.install(app, in: daemon) }
        let answer = #"{"status":"authorized"}"#
        _ = try await daemon.request("PUT", "/v1/apps/\(Self.other)/authorization", answer)
        return daemon
    }

    /// Has a program make a request, as curl does.
    private func ask(
        _ program: String,
        _ daemon: LiveDaemon,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String] = []
    ) async throws -> (status: Int, text: String) {
        var arguments = ["-sS", "-X", method, "-w", "\n%{http_code}"]
        arguments += ["--unix-socket", daemon.socket, "http://localhost\(path)"]
        if let body { arguments += ["--data-binary", body] }
        let result = try await Command.run(program, arguments + headers.flatMap { ["-H", $0] })
        let lines = result.output.split(separator: "\n")
        return (lines.last.flatMap { Int($0) } ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    private func token(_ app: String, _ daemon: LiveDaemon) async throws -> String {
        let answer = try await daemon.request("GET", "/v1/apps/\(app)/token").object
        return try #require(answer["token"]?.string)
    }

    @Test func `refuses an app that claims to be another`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let theirs = "Authorization: Bearer \(try await token(Self.other, daemon))"
        let before = try await StateRecord(of: daemon)
        let name = "Belfry-App: \(Self.other)"
        for headers in [[theirs], [name], [theirs, name]] {
            let path = "/v1/app/requests"
            let refused = try await ask(liar, daemon, "POST", path, Self.add, headers: headers)
            #expect(refused.status == 403, "\(refused.text)")
            #expect(refused.text.contains("identity"))
            let claim = #"is \"\#(DaemonFixture.app)\" and claims to be \"\#(Self.other)\""#
            #expect(refused.text.contains(claim), "\(refused.text)")
            #expect(refused.text.split(separator: "\n").count == 1)
        }
        #expect(try await StateRecord(of: daemon) == before)
        // Its own name and its own token are no lie.
        let own = [
            "Belfry-App: \(DaemonFixture.app)",
            "Authorization: Bearer \(try await token(DaemonFixture.app, daemon))",
        ]
        let taken = try await ask(liar, daemon, "POST", "/v1/app/requests", Self.add, headers: own)
        #expect(taken.status == 204, "\(taken.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `lets an app use no path but its own`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let before = try await StateRecord(of: daemon)
        let rows: [(method: String, path: String, body: String?)] = [
            ("GET", "/v1/apps", nil), ("DELETE", "/v1/apps/\(Self.other)", nil),
            ("POST", "/v1/apps/\(Self.other)/requests", Self.add),
            ("GET", "/v1/apps/\(Self.other)/token", nil), ("GET", "/v1/notifications", nil),
            ("PUT", "/v1/apps/\(DaemonFixture.app)/authorization", #"{"status":"denied"}"#),
            ("PATCH", "/v1/device", #"{"isMuted":true}"#), ("GET", "/v1/events", nil),
            ("GET", "/v1/app/../apps", nil), ("GET", "/v1/application", nil),
        ]
        for row in rows {
            let refused = try await ask(liar, daemon, row.method, row.path, row.body)
            #expect(refused.status == 403, "\(row.path): \(refused.text)")
            #expect(refused.text.contains("which may use /v1/app alone"), "\(refused.text)")
        }
        #expect(try await StateRecord(of: daemon) == before)
        #expect(try await ask(liar, daemon, "GET", "/healthz").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses wrong tokens, and those of removed apps`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let right = try await token(DaemonFixture.app, daemon)
        let name = DaemonFixture.app
        let path = "/v1/app"
        let before = try await StateRecord(of: daemon)
        for wrong in [
            "", "x", name, "\(name):", String(right.dropLast()), right + "0", ":\(right)",
            "\(Self.other):\(right.split(separator: ":")[1])", "../token:x", ".:x", "none:x",
            String(repeating: "x", count: 9000),
        ] {
            for (method, path, body) in [
                ("GET", path, nil), ("POST", path + "/requests", Self.add),
            ] {
                let answer = try await daemon.request(
                    method,
                    path,
                    body,
                    headers: ["Authorization: Bearer \(wrong)"]
                )
                #expect([401, 403].contains(answer.status), "\(wrong.prefix(80)): \(answer.text)")
                #expect(answer.text.split(separator: "\n").count == 1, "\(answer.text)")
            }
        }
        #expect(try await StateRecord(of: daemon) == before)
        let header = "Authorization: Bearer \(right)"
        #expect(try await daemon.request("GET", path, headers: [header]).status == 200)
        _ = try await daemon.request("DELETE", "/v1/apps/\(name)")
        #expect(try await daemon.request("GET", path, headers: [header]).status == 401)
        #expect(try await daemon.request("GET", "/v1/apps/\(name)/token").status == 404)
        // A token of the removed app's is none of the next one's either.
        let again = #"{"path":"\#(fixture.folder.path)/Liar.app"}"#
        #expect(try await daemon.request("POST", "/v1/apps", again).status == 201)
        #expect(try await daemon.request("GET", path, headers: [header]).status == 401)
        #expect(daemon.stop() == 0)
    }

    @Test func `refuses a process of a version that was replaced`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let old = try fixture.program(of: "Liar", in: daemon)
        let copy = fixture.folder.appendingPathComponent("kept").path
        // A file of two names: the program that the process runs keeps the old version's.
        #expect(try await ask(old, daemon, "GET", "/v1/app").status == 200)
        let folder = URL(fileURLWithPath: old).deletingLastPathComponent().path
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try Data("new".utf8).write(
            to: fixture.folder.appendingPathComponent("Liar.app/version")
        )
        try await fixture.install("\(fixture.folder.path)/Liar.app", in: daemon)
        #expect(!FileManager.default.fileExists(atPath: old))
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: folder).deletingLastPathComponent().path,
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(atPath: copy, toPath: folder)
        let refused = try await ask(old, daemon, "GET", "/v1/app")
        #expect(refused.status == 403)
        #expect(refused.text.contains("was replaced; end it, and start the app again"))
        #expect(daemon.stop() == 0)
    }

    @Test func `lets no more than four calls of an app wait for the user`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await start(fixture)
        let liar = try fixture.program(of: "Liar", in: daemon)
        let answer = #"{"status":"notDetermined"}"#
        for app in [DaemonFixture.app, Self.other] {
            _ = try await daemon.request("PUT", "/v1/apps/\(app)/authorization", answer)
        }
        let path = "/v1/app/authorization"
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...12 {
                group.addTask { try await self.ask(liar, daemon, "POST", path, "{}").status }
            }
            var statuses: [Int] = []
            while statuses.count < 8, let status = try await group.next() {
                statuses.append(status)
            }
            // Those that wait are answered once the user answers.
            let yes = #"{"status":"authorized"}"#
            _ = try await daemon.request("PUT", "/v1/apps/\(DaemonFixture.app)/authorization", yes)
            for try await status in group { statuses.append(status) }
            return statuses
        }
        #expect(statuses.filter { $0 == 429 }.count == 8, "\(statuses)")
        #expect(statuses.filter { $0 == 200 }.count == 4, "\(statuses)")
        #expect(daemon.stop() == 0)
    }

    @Test func `knows an app whose program is a script, and what that starts`() async throws {
        let fixture = try DaemonFixture()
        let script = fixture.folder.appendingPathComponent("script")
        let result = fixture.folder.appendingPathComponent("result")
        // What it asks is asked by its child, by itself, and by what it leaves behind.
        try """
        #!/usr/bin/python3
        import os, socket, subprocess, sys, time
        api = os.environ["BELFRY_SOCKET"]
        def ask():
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(api)
                s.sendall(b"GET /v1/apps HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
                return s.makefile("rb").read().decode()
        path = ["curl", "-sS", "--unix-socket", api, "http://localhost/v1/apps"]
        child = subprocess.run(path, capture_output=True, text=True).stdout
        text = (child if len(sys.argv) < 2 else "") + ask()
        def say(text):
            with open("\(result.path).new", "w") as f: f.write(text)
            os.rename("\(result.path).new", "\(result.path)")
        say(text)
        leader = os.getpid()
        if len(sys.argv) < 2 and os.fork() == 0:
            while os.path.exists("\(result.path)") or os.getppid() == leader: time.sleep(0.01)
            say(ask())
        """.write(to: script, atomically: true, encoding: .utf8)
        try DaemonFixture.change(script.path, mode: 0o755)
        let app = try await fixture.makeApp("Script", program: script.path)
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        // The daemon starts it, then it is started by hand.
        _ = try await daemon.request("POST", "/v1/apps/\(DaemonFixture.app)/open", "{}")
        func refusals() async throws -> Int {
            while !FileManager.default.fileExists(atPath: result.path) {
                try await Task.sleep(for: .milliseconds(20))
            }
            let text = try String(contentsOf: result, encoding: .utf8)
            try FileManager.default.removeItem(at: result)
            #expect(!text.contains(#""apps""#), "\(text)")
            return text.ranges(of: "which may use /v1/app alone").count
        }
        #expect(try await refusals() == 2)
        #expect(try await refusals() == 1)
        let program = URL(fileURLWithPath: try fixture.program(of: "Script", in: daemon))
        let folder = program.deletingLastPathComponent()
        let name = "\(folder.lastPathComponent)/\(program.lastPathComponent)"
        let calls = [
            [program.path], ["./\(name)"], ["/usr/bin/python3", "-u", "-B", "-E", name],
        ]
        for call in calls {
            let environment = [
                "-C", folder.deletingLastPathComponent().path, "BELFRY_SOCKET=\(daemon.socket)",
            ]
            _ = try await Command.run("/usr/bin/env", environment + call + ["alone"])
            #expect(try await refusals() == 1, "\(call)")
        }
        #expect(daemon.stop() == 0)
    }

    /// Hides itself (man 2 prctl, PR_SET_DUMPABLE), then asks for a path.
    private static let hider = """
        import ctypes, socket, sys
        assert ctypes.CDLL(None).prctl(4, 0, 0, 0, 0) == 0
        s = socket.socket(socket.AF_UNIX)
        s.connect(sys.argv[1])
        head = f"GET {sys.argv[2]} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n"
        s.sendall(head.encode())
        print(s.makefile("rb").read().decode().split("\\r\\n\\r\\n")[-1])
        """

    @Test(.enabled(if: geteuid() == 0, "only root can be another user, who sees less"))
    func `lets in no process whose program the kernel does not tell`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.appendingPathComponent("user")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try DaemonFixture.change(fixture.folder.path, mode: 0o755)
        try DaemonFixture.change(folder.path, owner: 65533)
        let daemon = try LiveDaemon(in: folder, as: 65533)
        func ask(_ path: String) async throws -> String {
            let identity = ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"]
            let call = ["/usr/bin/python3", "-c", Self.hider, daemon.socket, path]
            let result = try await Command.run("/usr/bin/env", identity + call)
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        let refused = try await ask("/v1/apps")
        #expect(refused.contains("the kernel does not say which program"), "\(refused)")
        #expect(try await ask("/v1/app").contains("is not an installed app's"))
        #expect(try await ask("/healthz").contains(#""ok""#))
        #expect(daemon.stop() == 0)
    }

    /// Opens connections that ask for nothing, and says how many were refused.
    private static let hoarder = """
        import os, select, socket, sys
        kept = {}
        for _ in range(300):
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            kept[s.fileno()] = s
        # Until nothing is answered for a while.
        while answered := select.select(list(kept), [], [], 3)[0]:
            for number in answered:
                answer = kept.pop(number).recv(4096)
                assert b"429" in answer and b"the most that it may have" in answer, answer
        os.write(1, f"{len(kept)} {300 - len(kept)}\\n".encode())
        sys.stdin.read()
        """

    @Test func `leaves the API to others while an app opens connections without end`() async throws
    {
        let fixture = try DaemonFixture()
        let python = URL(fileURLWithPath: "/usr/bin/python3").resolvingSymlinksInPath().path
        let app = try await fixture.makeApp("Hoarder", program: python)
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let programs = [(try fixture.program(of: "Hoarder", in: daemon), 32), (python, 64)]
        for (program, limit) in programs {
            let (input, output) = (Pipe(), Pipe())
            let hoarder = try Program(
                program,
                ["-c", Self.hoarder, daemon.socket],
                streams: (
                    input.fileHandleForReading.fileDescriptor,
                    output.fileHandleForWriting.fileDescriptor, STDERR_FILENO
                )
            )
            defer { hoarder.end() }
            try output.fileHandleForWriting.close()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(line == "\(limit) \(300 - limit)\n")
            #expect(try await daemon.request("GET", "/v1/apps").status == 200)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `takes a body that its sender cuts off for no failure of its own`() async throws {
        let fixture = try DaemonFixture()
        let errors = fixture.folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        let daemon = try LiveDaemon(
            in: fixture.folder,
            errors: try FileHandle(forWritingTo: errors)
        )
        let sender = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            s.sendall(b"POST /v1/apps HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 100\\r\\n\\r\\n{")
            s.shutdown(socket.SHUT_WR)
            print(s.makefile("rb").read().decode())
            """
        let said = try await Command.run("/usr/bin/python3", ["-c", sender, daemon.socket])
        #expect(said.output.isEmpty || said.output.contains("HTTP/1.1 400"), "\(said.output)")
        var counts: [Substring] = []
        while counts.isEmpty {
            let metrics = try await daemon.request("GET", "/metrics").text
            counts = metrics.split(separator: "\n")
                .filter { $0.contains("requests") && $0.contains(#""/v1/apps""#) }
        }
        #expect(counts.allSatisfy { $0.contains(#""400""#) }, "\(counts)")
        #expect(daemon.stop() == 0)
        #expect(try String(contentsOf: errors, encoding: .utf8).ranges(of: " error ").isEmpty)
    }

    @Test func `takes no app at its word over loopback`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        let line = try #require(daemon.announcement.firstMatch(of: /http:\/\/127.0.0.1:\d+/))
        let key = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
        let secrets = [
            key.trimmingCharacters(in: .newlines), try await token(DaemonFixture.app, daemon),
        ]
        let statuses = [403, 401]
        for (secret, status) in zip(secrets, statuses) {
            let answer = try await daemon.request(
                "GET",
                "/v1/app",
                headers: ["Authorization: Bearer \(secret)"],
                origin: String(line.output)
            )
            #expect(answer.status == status, "\(answer.text)")
        }
        #expect(daemon.stop() == 0)
    }
}
