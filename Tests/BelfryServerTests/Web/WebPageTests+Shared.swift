// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// What a page shows that is not the only one, or whose daemon refuses or has another past.
extension WebPageTests {
    /// Holds connections that follow the log until it is told to stop: PORT COUNT TOKEN.
    private static let followers = #"""
        import resource, socket, sys
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        port, lines = int(sys.argv[1]), []
        for number in range(int(sys.argv[2])):
            line = socket.create_connection(("127.0.0.1", port))
            head = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {sys.argv[3]}\r\n\r\n"
            line.sendall(f"GET /v1/events HTTP/1.1\r\n{head}".encode())
            assert b" 200 " in line.recv(64)
            lines.append(line)
        print("done", flush=True)
        sys.stdin.read()
        """#

    private static let status = "document.querySelector('#status').textContent"

    private static let listed =
        "[...document.querySelectorAll('#groups .card')].map((each) => each.dataset.sequence).join()"

    @Test func `two pages show the same, whichever of them it was done on`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["First", "Second"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        let code = try await WebVisitor.code(of: daemon)
        try await Browser.run(try BrowserProgram.find()) { browser in
            let first = try await openPage(of: daemon, in: browser, code: code, holdsTime: true)
            let second = try await openPage(of: daemon, in: browser, holdsTime: true)
            for page in [first, second] { try await page.wait(until: "\(Self.listed) === '2,1'") }
            try await first.wait(until: "document.title.startsWith('(2)')")
            try await second.click(card(1, " .toggle"))
            for page in [first, second] {
                try await page.wait(until: "!document.querySelector('\(card(1, ".unseen"))')")
                try await page.wait(until: "document.title.startsWith('(1)')")
            }
            // What can be undone still is there for everybody else.
            try await first.click(card(2, " .close"))
            try await first.wait(until: "\(Self.listed) === '1'")
            try await push(#"{"alert":{"title":"Third"},"thread-id":"Third"}"#, to: daemon)
            try await second.wait(until: "\(Self.listed) === '3,2,1'")
            #expect(try await second.evaluate("document.querySelector('#undo').hidden") == true)
            try await first.click("#undo-button")
            try await first.wait(until: "\(Self.listed) === '3,2,1'")
            // Both dismiss the same one: it ends once, and neither page shows it again.
            for page in [first, second] { try await page.click(card(3, " .close")) }
            for page in [first, second] {
                try await page.evaluate("pass()")
                try await page.wait(until: "\(Self.listed) === '2,1'")
            }
            try await second.click("#tab-history")
            try await second.wait(until: "document.querySelector('#ended \(card(3))')")
            try await second.click("#ended \(card(3, " .toggle"))")
            try await second.click("#ended \(card(3, " .restore"))")
            try await first.wait(until: "\(Self.listed) === '3,2,1'")
            for page in [first, second] { #expect(try await page.evaluate("faults") == []) }
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `says so where as many pages follow as may, and shows what there is`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let port = try #require(try WebVisitor(daemon).origin.split(separator: ":").last)
        let token = try String(contentsOfFile: daemon.state + "/token", encoding: .utf8)
        let others = try PythonScript(
            Self.followers,
            [String(port), "64", token.trimmingCharacters(in: .newlines)]
        )
        try #require(try await others.line() == Data("done\n".utf8))
        try await push(#"{"alert":{"title":"First"}}"#, to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "\(Self.status).startsWith('As many pages follow')")
            #expect(try await page.evaluate(Self.listed) == "1")
            // It is behind by a moment, and no more.
            try await push(#"{"alert":{"title":"Second"}}"#, to: daemon)
            try await page.wait(until: "document.querySelector('\(card(2))')")
            others.end()
            try await page.wait(until: "\(Self.status) === ''")
            try await push(#"{"alert":{"title":"Third"}}"#, to: daemon)
            try await page.wait(until: "document.querySelector('\(card(3))')")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `shows again what the daemon does not take, and says why`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["First", "Second"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        // What the page asks for is another action, which the daemon knows nothing of; or it is a daemon
        // that can do nothing.
        let spoil = """
            window.spoiled = {};
            const ask = window.fetch;
            window.fetch = async (path, options) => {
              const number = path.match(/notifications\\/(\\d+)\\/response/)?.[1];
              if (spoiled[number] === 'refused') options = { ...options, body: '{"action":"none"}' };
              if (spoiled[number] !== 'failed') return ask(path, options);
              return new Response('', { status: 500 });
            };
            true
            """
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(Self.listed) === '2,1'")
            try await page.evaluate(spoil)
            try await page.evaluate("spoiled = { 1: 'refused' }")
            try await page.click(card(1, " .close"))
            #expect(try await page.evaluate(Self.listed) == "2")
            try await page.evaluate("pass()")
            try await page.wait(until: "\(Self.listed) === '2,1'")
            try await page.wait(until: "\(Self.status).includes('no action')")
            #expect(try await page.evaluate("document.querySelector('#undo').hidden") == true)

            try await page.evaluate("spoiled = { 1: 'failed' }")
            try await page.click(card(1, " .close"))
            try await page.evaluate("pass()")
            try await page.wait(until: "\(Self.listed) === '2,1'")
            try await page.wait(until: "\(Self.status) === 'The daemon answered 500.'")

            // Of two the other one is dismissed, and the reason stays.
            try await page.evaluate("spoiled = { 1: 'refused' }")
            try await page.click(card(1, " .close"))
            try await page.click(card(2, " .close"))
            try await page.evaluate("pass()")
            try await page.wait(until: "\(Self.listed) === '1'")
            try await page.wait(until: "\(Self.status).includes('no action')")
        }
        let states = try await [1, 2].asyncMap {
            try await daemon.request("GET", "/v1/notifications/\($0)").object["state"]
        }
        #expect(states == ["presented", "removed"])
        #expect(daemon.stop() == 0)
    }

    @Test func `marks as seen at once, and as unseen again where the daemon refuses`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["First", "Second"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        // The daemon's answer waits until the test calls `answer(WHETHER IT TAKES IT)`.
        let hold = """
            const ask = window.fetch;
            window.fetch = async (path, options) => {
              if (!path.endsWith('/seen')) return ask(path, options);
              const isTaken = await new Promise((resolve) => window.answer = resolve);
              window.answer = null;
              return isTaken ? ask(path, options) : new Response('', { status: 500 });
            };
            true
            """
        let isUnseen = "document.querySelector('#list \(card(1))').matches('.unseen')"
        try await open(daemon) { page async throws in
            try await page.wait(until: "\(Self.listed) === '2,1'")
            try await page.evaluate(hold)
            #expect(try await page.evaluate(isUnseen) == true)
            try await page.click("#list \(card(1, " .toggle"))")
            try await page.wait(until: "window.answer")
            #expect(try await page.evaluate(isUnseen) == false)
            // What is read meanwhile is of before.
            try await push(#"{"alert":{"title":"Third"},"thread-id":"Third"}"#, to: daemon)
            try await page.wait(until: "\(Self.listed) === '3,2,1'")
            #expect(try await page.evaluate(isUnseen) == false)
            try await page.evaluate("answer(false)")
            try await page.wait(until: "\(Self.status) === 'The daemon answered 500.'")
            #expect(try await page.evaluate(isUnseen) == true)
            #expect(try await page.evaluate("document.title.startsWith('(3)')") == true)

            for _ in 1...2 { try await page.click("#list \(card(1, " .toggle"))") }
            try await page.wait(until: "window.answer")
            #expect(try await page.evaluate(isUnseen) == false)
            try await page.evaluate("answer(true)")
            try await page.wait(until: "document.title.startsWith('(2)')")
            #expect(try await page.evaluate(isUnseen) == false)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `begins anew where the daemon's log is another one`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let folder = fixture.folder
        let (daemon, port) = try start(in: folder)
        try await fixture.install(app, in: daemon)
        for title in ["First", "Second"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        try await open(daemon) { page async throws in
            try await page.wait(until: "\(Self.listed) === '2,1'")
            try await page.click(card(1, " .toggle"))
            try await page.wait(until: "!document.querySelector('\(card(1, ".unseen"))')")
            #expect(daemon.stop() == 0)
            // All that the daemon remembers is gone, but that this browser is signed in.
            let ledger = try FileManager.default.contentsOfDirectory(atPath: daemon.state)
            for name in ledger where name != "web-sessions" {
                try FileManager.default.removeItem(atPath: "\(daemon.state)/\(name)")
            }
            let second = try LiveDaemon(in: folder, ["--port", "\(port)"])
            try await page.wait(until: "\(Self.listed) === ''")
            let installed = try await second.request("POST", "/v1/apps", #"{"path":"\#(app)"}"#)
            try #require(installed.status == 201, "\(installed.text)")
            let answer = "/v1/apps/\(Self.app)/authorization"
            _ = try await second.request("PUT", answer, #"{"status":"authorized"}"#)
            // What comes has a number that the page has had: it is new all the same.
            try await push(#"{"alert":{"title":"Anew"}}"#, to: second)
            try await page.wait(until: "\(Self.listed) === '1'")
            try await page.wait(until: "!document.querySelector('#banner').hidden")
            #expect(try await page.text(of: "#banner .title") == "Anew")
            let isExpanded = "document.querySelector('#groups \(card(1))').matches('.expanded')"
            #expect(try await page.evaluate(isExpanded) == false)
            #expect(second.stop() == 0)
        }
    }
}

extension Sequence where Self: Sendable {
    /// What comes of each, one after another.
    fileprivate func asyncMap<Value>(
        _ body: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
