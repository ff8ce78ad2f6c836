// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Readers of a running `belfryd` that take nothing of what they have asked for.
@Suite(.timeLimit(.minutes(5)), .serialized) struct WebReaderTests {
    private static let app = DaemonFixture.app

    /// Asks for each path and reads nothing of the answers, but for the last one, of which it reads some
    /// each second.
    ///
    /// Its arguments are host, port, cookie and paths. It prints the paths whose connection the daemon
    /// has closed, once all but the last are among them, or after two minutes.
    /// The kernel has the state of the daemon's end of each: a reader that takes nothing sees no end.
    private static let readers = #"""
        import json, socket, sys, time
        host, port, cookie = sys.argv[1], int(sys.argv[2]), sys.argv[3]
        lines = []
        for path in sys.argv[4:]:
            line = socket.socket()
            # The steady one has room for more than a segment of loopback's, which are 64 KB: with less the
            # kernel sends it now and then nothing for longer and longer (RFC 9293, 3.8.6.1).
            room = 262144 if path == sys.argv[-1] else 16384
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            line.connect((host, port))
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\n"
                f"Sec-Fetch-Site: same-origin\r\n\r\n".encode()
            )
            lines.append((path, line))
        last_path, last = lines[-1]
        assert b" 200 " in last.recv(65536)
        last.settimeout(1)
        ports = {f"{line.getsockname()[1]:04X}": path for path, line in lines}
        end = time.monotonic() + 120
        while True:
            open_ones = set()
            for row in open("/proc/net/tcp").read().splitlines()[1:]:
                local, remote, state = row.split()[1:4]
                if int(local.split(":")[1], 16) == port and state == "01":
                    open_ones.add(ports.get(remote.split(":")[1]))
            closed = [path for path in ports.values() if path not in open_ones]
            others = [path for path in closed if path != last_path]
            if len(others) == len(lines) - 1 or time.monotonic() > end:
                print(json.dumps(closed), flush=True)
                break
            # The kernel may have less at hand than a second's share.
            taken = 0
            try:
                while taken < 65536 and (part := last.recv(65536 - taken)):
                    taken += len(part)
            except OSError:
                pass
            time.sleep(1)
        sys.stdin.read()
        """#

    @Test func `disconnects who takes nothing for half a minute, whatever was asked for`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let movie = fixture.folder.appendingPathComponent("a.mp4")
        try (SampleFiles.pretendedMovie + Data(count: 40 << 20)).write(to: movie)
        let content = #"{"title":"t","attachments":[{"identifier":"f","path":"\#(movie.path)"}]}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
        // The log and the list are longer than what the kernel takes for a reader.
        let filler = try PythonScript(Self.filler, [daemon.socket, Self.app, "1200"])
        try #require(try await filler.line() == Data("1200\n".utf8))
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count >= 1_201
        }
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let file = "/v1/notifications/1/attachments/f"
        let greedy = ["/v1/events?after=0", "/v1/center?limit=1000", file]
        let address = try #require(URL(string: visitor.origin))
        // The same file, of which this one takes enough, and so is served on.
        let readers = try PythonScript(
            Self.readers,
            [address.host ?? "", "\(address.port ?? 0)", try #require(visitor.cookie)] + greedy
                + [file + "?steady"]
        )
        let closed = try JSONDecoder().decode([String].self, from: await readers.line())
        #expect(closed.filter { !$0.hasSuffix("?steady") } == greedy)
        #expect(!closed.contains(file + "?steady"))
        #expect(try await visitor.ask("GET", "/v1/center?limit=1").status == 200)
        #expect(daemon.stop() == 0)
    }

    /// Pushes over one connection.
    ///
    /// Its arguments are socket, app and count. It prints how many were accepted.
    private static let filler = #"""
        import http.client, json, socket, sys
        line = socket.socket(socket.AF_UNIX)
        line.connect(sys.argv[1])
        connection = http.client.HTTPConnection("localhost")
        connection.sock = line
        accepted = 0
        for number in range(int(sys.argv[3])):
            body = json.dumps({"aps": {"alert": {"body": "a" * 3900}}})
            connection.request("POST", f"/v1/apps/{sys.argv[2]}/push", body)
            answer = connection.getresponse()
            answer.read()
            accepted += answer.status == 200
        print(accepted, flush=True)
        """#
}
