// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Very many connections to the port of a running `belfryd`: who is served, who is refused and how.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebCrowdTests {
    /// Opens connections to a port until it is told to stop, all at once: PORT COUNT REQUEST, where
    /// REQUEST is what each sends; empty for nothing.
    ///
    /// It prints how many were answered by each status and one answer of each, once each has been
    /// answered or has been closed; where nothing is sent, once all are connected.
    private static let crowd = #"""
        import json, resource, selectors, socket, sys
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        port, count, request = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode()
        selector, lines = selectors.DefaultSelector(), []
        for number in range(count):
            line = socket.create_connection(("127.0.0.1", port))
            if request:
                try:
                    line.sendall(request)
                except OSError:
                    pass
                line.setblocking(False)
                selector.register(line, selectors.EVENT_READ, bytearray())
            lines.append(line)
        counts, answers = {}, {}
        left = count if request else 0
        while left:
            for key, _ in selector.select():
                try:
                    part = key.fileobj.recv(65536)
                except OSError:
                    part = b""
                key.data.extend(part)
                head, end, body = bytes(key.data).partition(b"\r\n\r\n")
                if part and (not end or (b" 200 " not in head and not body.endswith(b"\n"))):
                    continue
                status = head.split(b" ")[1].decode() if end else "none"
                counts[status] = counts.get(status, 0) + 1
                answers[status] = bytes(key.data).decode()
                selector.unregister(key.fileobj)
                left -= 1
        print(json.dumps({"counts": counts, "answers": answers}), flush=True)
        sys.stdin.read()
        """#

    /// Such a crowd, and what it said.
    private struct Crowd {
        struct Said: Decodable {
            let counts: [String: Int]
            let answers: [String: String]
        }

        let script: PythonScript
        let said: Said

        init(_ count: Int, at origin: String, sending request: String = "") async throws {
            let port = try #require(origin.split(separator: ":").last)
            script = try PythonScript(WebCrowdTests.crowd, [String(port), "\(count)", request])
            said = try JSONDecoder().decode(Said.self, from: await script.line())
        }
    }

    /// The memory that a daemon has, in bytes.
    private func memory(of daemon: LiveDaemon) throws -> Int {
        let status = "/proc/\(try #require(daemon.process))/status"
        let text = try String(contentsOfFile: status, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let words = line.split(whereSeparator: \.isWhitespace)
        return try #require(words.dropFirst().first.flatMap { Int($0) }) * 1024
    }

    /// How many sockets a daemon has.
    private func socketCount(of daemon: LiveDaemon) throws -> Int {
        let folder = "/proc/\(try #require(daemon.process))/fd"
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: folder).count { name in
            let target = try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.hasPrefix("socket:") == true
        }
    }

    /// The token of the daemon's port, as a header.
    private func token(of daemon: LiveDaemon) throws -> String {
        let text = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
        return "Authorization: Bearer \(text.trimmingCharacters(in: .newlines))"
    }

    @Test func `goes on answering while a thousand pages follow the log`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(
            try await fixture.makeApp("Sample", extension: "Completes"),
            in: daemon
        )
        let origin = try WebVisitor(daemon).origin
        let token = try token(of: daemon)
        let host = origin.dropFirst("http://".count)
        let before = try memory(of: daemon)
        let crowd = try await Crowd(
            1000,
            at: origin,
            sending: "GET /v1/events HTTP/1.1\r\nHost: \(host)\r\n\(token)\r\n\r\n"
        )
        // As many follow as may, and every other one is told why it does not.
        #expect(crowd.said.counts == ["200": 64, "503": 936], "\(crowd.said.counts)")
        let refusal = try #require(crowd.said.answers["503"])
        #expect(refusal.contains("Retry-After: 1"), "\(refusal)")
        #expect(refusal.contains(#""code":"full""#) && refusal.contains("try again later"))
        // All of them are there still, and keep nobody from the port, the socket or an extension.
        for _ in 0..<20 {
            let answer = try await daemon.request(
                "GET",
                "/v1/center",
                headers: [token],
                origin: origin
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        #expect(try await daemon.request("GET", "/v1/center").status == 200)
        _ = try await fixture.push("while all look", to: daemon)
        while try await daemon.request("GET", "/v1/notifications/1").object["state"] != "presented"
        {
            try #require(!Task.isCancelled)
        }
        #expect(try memory(of: daemon) - before < 64 << 20)
        crowd.script.end()
        // Their room is free again once the daemon has noticed.
        while true {
            let next = try await Crowd(
                1,
                at: origin,
                sending: "GET /v1/events HTTP/1.1\r\nHost: \(host)\r\n\(token)\r\n\r\n"
            )
            next.script.end()
            if next.said.counts == ["200": 1] { break }
            try #require(!Task.isCancelled)
        }
        #expect(daemon.stop() == 0)
    }

    /// Has as many follow the log as may, has one of them go, and has another one come: PORT REQUEST.
    ///
    /// It prints whether that one came before the others were given a sign of life, in one of three rounds.
    private static let change = #"""
        import socket, sys
        port, request = int(sys.argv[1]), sys.argv[2].encode()

        def follow():
            line, said = socket.create_connection(("127.0.0.1", port)), b""
            line.sendall(request)
            while b"that is all for now\n" not in said and b"try again later" not in said:
                part = line.recv(65536)
                if not part:
                    sys.exit(f"the answer ended: {said}")
                said += part
            return line, b" 200 " in said

        others = [follow() for _ in range(64)]
        assert all(follows for _, follows in others)
        watcher = others.pop(0)[0]
        watcher.setblocking(False)

        def has_sign():
            said = b""
            try:
                while part := watcher.recv(65536):
                    said += part
            except BlockingIOError:
                return b"alive" in said
            sys.exit("one that stayed was disconnected")

        for _ in range(3):
            has_sign()
            others.pop(0)[0].close()
            line, follows = follow()
            while not follows:
                line.close()
                line, follows = follow()
            others.append((line, follows))
            if not has_sign():
                print("at once", flush=True)
                sys.exit()
        print("after a sign of life", flush=True)
        """#

    @Test func `a page that is left gives its place up at once`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        let origin = try WebVisitor(daemon).origin
        let port = try #require(origin.split(separator: ":").last)
        let host = origin.dropFirst("http://".count)
        let request = "GET /v1/events HTTP/1.1\r\nHost: \(host)\r\n\(try token(of: daemon))\r\n\r\n"
        let script = try PythonScript(Self.change, [String(port), request])
        let said = String(decoding: try await script.line(), as: UTF8.self)
        #expect(said == "at once\n")
        #expect(daemon.stop() == 0)
    }

    @Test func `connections that ask for nothing keep nobody out, with few descriptors too`()
        async throws
    {
        let fixture = try DaemonFixture()
        // The soft limit is raised, and with the hard one as low as this all need their share of it.
        let daemon = try LiveDaemon(
            in: fixture.folder,
            ["--port", "0"],
            through: ["prlimit", "--nofile=100:200"]
        )
        try await fixture.install(
            try await fixture.makeApp("Sample", extension: "Completes"),
            in: daemon
        )
        let origin = try WebVisitor(daemon).origin
        let token = try token(of: daemon)
        let before = try socketCount(of: daemon)
        // No token is needed to connect.
        let crowd = try await Crowd(400, at: origin)
        var status = 0
        while status != 200 {
            let answer = try await daemon.request(
                "GET",
                "/v1/center",
                headers: [token],
                origin: origin
            )
            status = answer.status
            // Those that have come this very moment have their time, and whoever comes then is told.
            #expect([200, 503].contains(status), "\(answer.text)")
            if status == 503 { #expect(answer.text.contains("25 connections are open already")) }
            try #require(!Task.isCancelled)
        }
        // Room was made for this one alone: nobody had to wait until all of them have been closed as idle.
        // And they have no more than their share, with as many that are being refused.
        let count = try socketCount(of: daemon) - before
        #expect((20...60).contains(count), "\(count)")
        #expect(try await daemon.request("GET", "/v1/center").status == 200)
        _ = try await fixture.push("while all are silent", to: daemon)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let entry = try await daemon.request("GET", "/v1/notifications/1")
        #expect(entry.object["verdict"]?.object?["kind"] == "delivered", "\(entry.text)")
        crowd.script.end()
        #expect(daemon.stop() == 0)
    }
}
