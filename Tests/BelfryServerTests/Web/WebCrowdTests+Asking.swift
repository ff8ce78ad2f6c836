// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

extension WebCrowdTests {
    /// Does what pages do that are refused to follow the log: PORT COUNT TOKEN SECONDS.
    ///
    /// Each asks for the events; who is refused asks for the list every two seconds from then on, on a
    /// connection that it keeps while the daemon does. It prints a line once all have been told whether
    /// they follow, and one at the end.
    private static let askers = #"""
        import errno, json, resource, selectors, socket, sys, time
        port, count, token, seconds = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        selector = selectors.DefaultSelector()
        head = f"HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
        events = f"GET /v1/events {head}".encode()
        listed = f"GET /v1/center?limit=300 {head}".encode()
        took, statuses, refused, sizes = [], {}, {}, []
        unanswered = 0

        class Page:
            def __init__(self):
                self.line, self.data, self.due, self.asked = None, b"", None, None
                self.follows, self.is_told, self.is_new = False, False, True
                self.ask(events)

            def ask(self, request):
                self.request = request
                self.asked = self.asked or time.monotonic()
                self.due = None
                self.data = bytearray()
                self.sent = 0
                self.is_new = self.line is None
                if self.is_new:
                    self.line = socket.socket()
                    self.line.setblocking(False)
                    self.line.connect_ex(("127.0.0.1", port))
                    selector.register(self.line, selectors.EVENT_WRITE, self)
                else:
                    selector.modify(self.line, selectors.EVENT_WRITE, self)

            def close(self):
                if self.line:
                    selector.unregister(self.line)
                    self.line.close()
                    self.line = None

            def write(self):
                try:
                    self.sent += self.line.send(self.request[self.sent:])
                except OSError:
                    return self.lost()
                if self.sent == len(self.request):
                    selector.modify(self.line, selectors.EVENT_READ, self)

            def read(self):
                try:
                    part = self.line.recv(1 << 20)
                except BlockingIOError:
                    return
                except OSError:
                    part = b""
                self.data += part
                if not part and not self.is_whole():
                    return self.lost()
                if self.asked and self.is_whole():
                    self.answered()
                if not part:
                    self.close()

            def is_whole(self):
                end = self.data.find(b"\r\n\r\n")
                if end < 0:
                    return False
                lines = bytes(self.data[:end]).lower().split(b"\r\n")
                length = [int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")]
                return not length or len(self.data) >= end + 4 + length[0]

            def lost(self):
                # As a browser does: an idle connection that was closed is replaced, and nobody is told.
                global unanswered
                self.close()
                if not self.asked:
                    return
                if not self.is_new:
                    return self.ask(self.request)
                unanswered += 1
                self.wait()

            def answered(self):
                status = bytes(self.data[:12]).split(b" ")[1].decode()
                if self.request is events:
                    refused[status] = refused.get(status, 0) + 1
                    self.follows = status == "200"
                else:
                    statuses[status] = statuses.get(status, 0) + 1
                    took.append(time.monotonic() - self.asked)
                    if status == "200":
                        sizes.append(len(self.data))
                self.wait()

            def wait(self):
                self.is_told = True
                self.asked = None
                if not self.follows:
                    self.due = time.monotonic() + 2

        pages = [Page() for _ in range(count)]

        def turn():
            now = time.monotonic()
            for page in pages:
                if page.due and page.due <= now:
                    page.ask(listed)
            for key, mask in selector.select(0.02):
                page = key.data
                if page.line is key.fileobj and mask & selectors.EVENT_WRITE:
                    page.write()
                elif page.line is key.fileobj:
                    page.read()

        while not all(page.is_told for page in pages):
            turn()
        print(json.dumps(refused), flush=True)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            turn()
        waiting = [time.monotonic() - page.asked for page in pages if page.asked]
        took = sorted(took + waiting)
        print(json.dumps({
            "statuses": statuses, "unanswered": unanswered, "waiting": len(waiting),
            "middle": took[len(took) // 2], "most": took[len(took) * 95 // 100], "longest": took[-1],
            "byteCount": max(sizes, default=0),
        }), flush=True)
        sys.stdin.read()
        """#

    /// What became of the pages that asked.
    private struct Asked: Decodable {
        let statuses: [String: Int]
        let unanswered: Int
        let waiting: Int
        let middle: Double
        let most: Double
        let longest: Double
        let byteCount: Int
    }

    @Test func `shows what comes while nine hundred pages ask for the list every two seconds`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(try await fixture.makeApp("Sample"), in: daemon)
        for number in 1...300 {
            let text = "notification \(number) with a text of an ordinary length"
            let answer = try await daemon.request(
                "POST",
                "/v1/apps/\(DaemonFixture.app)/push",
                #"{"aps":{"alert":{"title":"\#(number)","body":"\#(text)"}}}"#
            )
            try #require(answer.status == 200, "\(answer.text)")
        }
        let origin = try WebVisitor(daemon).origin
        let header = try token(of: daemon)
        let before = try memory(of: daemon)
        let port = try #require(origin.split(separator: ":").last)
        let token = try #require(header.split(separator: " ").last)
        let script = try PythonScript(Self.askers, [String(port), "1000", String(token), "10"])
        let told = try JSONDecoder().decode([String: Int].self, from: await script.line())
        #expect(told == ["200": 64, "503": 936])

        // All of them have begun to ask by then.
        try await Task.sleep(for: .seconds(3))
        let clock = ContinuousClock()
        var pushes: [Duration] = []
        var readings: [Duration] = []
        for _ in 1...3 {
            let pushed = clock.now
            let answer = try await fixture.push(UUID().uuidString, to: daemon)
            guard case .number(let number)? = answer.object["sequence"] else {
                throw CocoaError(.coderReadCorrupt)
            }
            let path = "/v1/notifications/\(number.literal)"
            while try await daemon.request("GET", path).object["state"] != "presented" {
                try #require(!Task.isCancelled)
            }
            pushes.append(clock.now - pushed)
            let asked = clock.now
            let list = try await daemon.request(
                "GET",
                "/v1/center?limit=300",
                headers: [header],
                origin: origin
            )
            #expect(list.status == 200, "\(list.text.prefix(200))")
            readings.append(clock.now - asked)
        }
        let grown = try memory(of: daemon) - before
        let asked = try JSONDecoder().decode(Asked.self, from: await script.line())
        print(
            "936 pages asked for \(asked.byteCount) bytes every 2 s: \(asked.statuses), unanswered "
                + "\(asked.unanswered), waiting \(asked.waiting); half within \(asked.middle) s, 95 % "
                + "within \(asked.most) s, all within \(asked.longest) s; a push was shown within "
                + "\(pushes), another page answered within \(readings), \(grown >> 20) MB more"
        )
        #expect(asked.statuses["200", default: 0] >= 936)
        #expect(pushes.allSatisfy { $0 < .seconds(10) }, "\(pushes)")
        #expect(readings.allSatisfy { $0 < .seconds(10) }, "\(readings)")
        #expect(grown < 256 << 20)
        script.end()
        #expect(daemon.stop() == 0)
    }
}
