// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    /// Pushes over one connection, each in a thread of its own: SOCKET APP COUNT.
    private static let filler = #"""
        import http.client, json, socket, sys
        line = socket.socket(socket.AF_UNIX)
        line.connect(sys.argv[1])
        connection = http.client.HTTPConnection("localhost")
        connection.sock = line
        for number in range(int(sys.argv[3])):
            alert = {"title": f"Number {number + 1}"}
            body = json.dumps({"aps": {"alert": alert, "thread-id": str(number)}})
            connection.request("POST", f"/v1/apps/{sys.argv[2]}/push", body)
            connection.getresponse().read()
        print("done", flush=True)
        """#

    private static let shown =
        "[...document.querySelectorAll('#list .card')].map((each) => Number(each.dataset.sequence))"

    /// Scrolls to the end again and again, until so many are drawn.
    private func scroll(on page: BrowserPage, until count: Int) async throws {
        while case .number(let drawn) = try await page.evaluate("\(Self.shown).length"),
            drawn.double < Double(count)
        {
            try await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            try await page.wait(until: "\(Self.shown).length > \(drawn.int ?? 0)")
        }
    }

    @Test func `begins with the newest, and draws older ones as the user scrolls there`()
        async throws
    {
        let count = 620
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let filler = try PythonScript(Self.filler, [daemon.socket, Self.app, "\(count)"])
        _ = try await filler.line()
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == count
        }
        let shown = Self.shown
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(count))')")
            // Of very many the page draws what is near, and asks for no more than the newest.
            #expect(try await page.evaluate("\(shown).length <= 150") == true)
            #expect(try await page.evaluate("\(shown)[0]") == .number(JSONNumber(count)))
            // What is counted is the whole list.
            #expect(try await page.text(of: ".app .count") == "\(count)")
            #expect(
                try await page.evaluate("document.title")
                    == .string("(\(count)) Notifications – Belfry")
            )
            try await scroll(on: page, until: 300)
            #expect(
                try await page.evaluate("document.querySelector('#older').hidden") == false
            )
            try await scroll(on: page, until: count)
            // Each once, the newest first.
            #expect(
                try await page.evaluate(
                    "\(shown).every((each, index) => each === \(count) - index)"
                )
                    == true
            )
            try await page.wait(until: "document.querySelector('#older-more').hidden")
            // An older one is dismissed as the others are, and comes back.
            try await page.click(card(3, " .close"))
            try await page.wait(until: "!document.querySelector('\(card(3))')")
            try await page.click("#undo-button")
            try await page.wait(until: "document.querySelector('#older-cards \(card(3))')")
            // So does one of the newest while older ones are there.
            try await page.click(card(count, " .close"))
            try await page.click(card(2, " .close"))
            #expect(try await page.evaluate("\(shown).length === \(count) - 2") == true)
            try await page.evaluate("pass()")
            for number in [2, count] {
                while try await daemon.request("GET", "/v1/notifications/\(number)").object["state"]
                    != "removed"
                {
                    try #require(!Task.isCancelled)
                }
            }
            try await page.wait(until: "\(shown).length === \(count) - 2")
            // The list has one of the older ones by now, and one of its own is among them once others come.
            try await push(#"{"alert":{"title":"New"},"thread-id":"new"}"#, to: daemon)
            try await push(#"{"alert":{"title":"Newer"},"thread-id":"newer"}"#, to: daemon)
            try await page.wait(until: "document.querySelector('\(card(count + 2))')")
            try await page.wait(until: "\(shown).length === \(count)")
            #expect(try await page.evaluate("new Set(\(shown)).size") == .number(JSONNumber(count)))
            // What happens to one elsewhere is seen there too.
            _ = try await daemon.request("DELETE", "/v1/notifications/1")
            try await page.wait(until: "!document.querySelector('\(card(1))')")
            _ = try await daemon.request("POST", "/v1/notifications/3/seen")
            try await page.wait(until: "!document.querySelector('\(card(3, ".unseen"))')")
            // Another state is another list: what was read of the first is forgotten.
            func choose(_ state: String) async throws {
                try await page.evaluate(
                    """
                    (() => {
                      const field = document.querySelector('#filter-state');
                      field.value = '\(state)';
                      field.dispatchEvent(new Event('change'));
                    })()
                    """
                )
            }
            // Where the newest have none, an older one is no empty list; without it there is one.
            try await choose("seen")
            try await page.wait(until: "document.querySelector('#older-cards \(card(3))')")
            let empty = "document.querySelector('#empty')"
            #expect(try await page.evaluate("\(empty).hidden") == true)
            _ = try await daemon.request("DELETE", "/v1/notifications/3")
            try await page.wait(until: "!\(empty).hidden")
            #expect(
                try await page.evaluate("\(empty).textContent")
                    == "There are no notifications in this state."
            )
            #expect(try await page.evaluate("\(shown).length") == 0)
            try await choose("dropped")
            try await page.wait(until: "document.querySelector('#ended .none')")
            #expect(try await page.evaluate("\(shown).length") == 0)
            // All of an app's go with it, the older ones too.
            try await choose("")
            try await page.click("#tab-list")
            try await scroll(on: page, until: 320)
            _ = try await daemon.request("DELETE", "/v1/apps/\(Self.app)")
            try await page.wait(until: "\(shown).length === 0")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `shows the 50 of the history that ended last, and the one before them by a button`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let denies = #"{"status":"denied"}"#
        _ = try await daemon.request("PUT", "/v1/apps/\(Self.app)/authorization", denies)
        let filler = try PythonScript(Self.filler, [daemon.socket, Self.app, "51"])
        _ = try await filler.line()
        _ = try await daemon.events(after: 0) { $0.filter { $0.kind == "dropped" }.count == 51 }
        let ended = "document.querySelectorAll('#ended .card').length"
        let last = "document.querySelector('#ended \(card(1))')"
        try await open(daemon) { page async throws in
            try await page.click("#tab-history")
            try await page.wait(until: "\(ended) === 50")
            #expect(try await page.evaluate("\(last) === null") == true)
            try await page.click("#more")
            try await page.wait(until: last)
            #expect(try await page.evaluate(ended) == 51)
            #expect(try await page.evaluate("document.querySelector('#more').hidden") == true)
        }
        #expect(daemon.stop() == 0)
    }
}
