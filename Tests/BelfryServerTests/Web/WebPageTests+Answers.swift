// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

/// What the page shows of an action between the click and the daemon's answer, and after a refusal.
extension WebPageTests {
    /// Has each response of the page wait, until the test calls `answer` with what becomes of it: a
    /// function that is given one which sends the response, with another body where it has one.
    private static let holdResponses = """
        window.asked = [];
        const ask = window.fetch;
        window.fetch = async (path, options) => {
          if (!/\\/(response|input)$/.test(path) || !options.body.includes('"action"')) {
            return ask(path, options);
          }
          asked.push(options.body);
          const make = await new Promise((done) => window.answer = done);
          // However long the test has taken.
          return make((body = options.body) => ask(path, { ...options, body, signal: undefined }));
        };
        true
        """

    private static let cards =
        "[...document.querySelectorAll('#groups .card')].map((each) => each.dataset.sequence).join()"

    private static let focused = "document.activeElement.closest('.card')?.dataset.sequence"

    private static let news = "document.querySelector('#news').textContent"

    private static let opening =
        "[data-action=\"com.apple.UNNotificationDefaultActionIdentifier\"] > button"

    /// Writes a reply to an expanded notification, and sends it.
    private func reply(_ text: String, to number: Int, on page: BrowserPage) async throws {
        try await page.click(card(number, " .toggle"))
        try await page.click(card(number, " [data-action=comment] > button"))
        try await page.type(text)
        try await page.press("Enter", code: 13, text: "\r")
    }

    /// Sends what is in the field of a notification once more.
    private func sendAgain(_ number: Int, on page: BrowserPage) async throws {
        try await page.evaluate("document.querySelector('\(card(number, " textarea"))').focus()")
        try await page.press("Enter", code: 13, text: "\r")
    }

    private func presents(_ count: Int, by daemon: LiveDaemon) async throws {
        _ = try await daemon.events(after: 0) { events in
            events.filter { $0.kind == "presented" }.count == count
        }
    }

    private func add(_ identifier: String, to daemon: LiveDaemon) async throws {
        let content = #"{"title":"\#(identifier)","threadIdentifier":"\#(identifier)"}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"\#(identifier)","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
    }

    @Test func `an answered notification leaves the page before the daemon has answered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        try await push(#"{"alert":{"title":"News"},"badge":7}"#, to: daemon)
        for number in 1...3 {
            let party = #""category":"event-invite","thread-id":"party""#
            try await push(#"{"alert":{"title":"Party \#(number)"},\#(party)}"#, to: daemon)
        }
        try await presents(4, by: daemon)
        let accept = card(4, " [data-action=accept] > button")
        let count = "document.querySelector('.app .count').textContent"
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(Self.cards) === '4,1'")
            try await page.evaluate(Self.holdResponses)
            try await page.click(card(4, " .toggle"))
            // Two clicks are one answer, and nothing to the card that has come to the place of this one.
            try await page.evaluate(
                """
                (() => {
                  const button = document.querySelector('\(accept)');
                  for (const _ of [1, 2]) button.click();
                  const next = document.querySelector('\(card(1, " .toggle"))');
                  next.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
                })()
                """
            )
            #expect(try await page.evaluate(Self.cards) == "3,1")
            #expect(try await page.evaluate(Self.focused) == "1")
            #expect(try await page.evaluate("document.querySelectorAll('.expanded').length") == 0)
            #expect(try await page.text(of: ".group h2 .count") == "2")
            #expect(try await page.text(of: ".rest") == "1 more")
            #expect(try await page.evaluate(count) == "3")
            #expect(try await page.text(of: ".badge") == "7")
            #expect(try await page.evaluate(Self.news) == "")
            // The daemon has it still, and so has what is read meanwhile.
            let entry = try await daemon.request("GET", "/v1/notifications/4")
            #expect(["presented", "seen"].contains(entry.object["state"]?.string), "\(entry.text)")
            try await push(#"{"alert":{"title":"Other"},"thread-id":"other"}"#, to: daemon)
            try await page.wait(until: "\(Self.cards) === '5,3,1'")
            #expect(try await page.evaluate("asked.length") == 1)

            try await page.evaluate("answer((send) => send())")
            try await page.wait(until: "\(Self.news) === '“Accept” was sent to fixture.'")
            try await page.wait(
                until: "document.querySelector('.rest').textContent === '1 more invitations'"
            )
            #expect(try await page.evaluate(Self.cards) == "5,3,1")
            #expect(try await page.evaluate(count) == "4")
            #expect(try await page.text(of: ".badge") == "7")
        }
        let response = try await daemon.request("GET", "/v1/notifications/4/explanation")
        #expect(response.object["response"]?.object?["action"] == "accept", "\(response.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `a reply that is not taken is in its field again, with the reason`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["First", "Second"] {
            let aps =
                #"{"alert":{"title":"\#(title)"},"category":"event-invite","thread-id":"\#(title)"}"#
            try await push(aps, to: daemon)
        }
        try await presents(2, by: daemon)
        let field = "document.querySelector('\(card(2, " textarea"))')"
        let fault = card(2, " [data-action=comment] .fault")
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(Self.cards) === '2,1'")
            try await page.evaluate(Self.holdResponses)
            try await reply("I come!", to: 2, on: page)
            #expect(try await page.evaluate(Self.cards) == "1")
            #expect(try await page.evaluate(Self.focused) == "1")
            // What the daemon is sent is another action, which it knows nothing of.
            try await page.evaluate(#"answer((send) => send('{"action":"none"}'))"#)
            try await page.wait(until: "\(Self.cards) === '2,1'")
            #expect(try await page.evaluate("\(field).value") == "I come!")
            #expect(try await page.evaluate("\(field).checkVisibility()") == true)
            let reason = try await page.text(of: fault)
            #expect(reason.contains("has no action"), "\(reason)")
            try await page.wait(
                until: "document.querySelector('#status').textContent.includes('has no action')"
            )
            #expect(
                try await page.evaluate(Self.news)
                    == "“Comment” failed: the notification of fixture is in the list again."
            )
            #expect(try await page.evaluate(Self.focused) == "1")
            try await page.resize(width: 360, height: 900)
            try await expectFit(of: page)
            try await keep(page, as: "center-refused.png")
            // A dismissal that is undone leaves what was written.
            try await page.click(card(2, " .close"))
            try await page.click("#undo-button")
            #expect(try await page.evaluate("\(field).value") == "I come!")

            // Nobody answers.
            try await sendAgain(2, on: page)
            #expect(try await page.evaluate(Self.cards) == "1")
            try await page.evaluate("answer(() => Promise.reject(new TypeError('away')))")
            try await page.wait(until: "\(Self.cards) === '2,1'")
            #expect(
                try await page.text(of: fault)
                    == "The daemon did not answer, so this may not have reached it."
            )
            #expect(try await page.evaluate("\(field).value") == "I come!")

            try await sendAgain(2, on: page)
            #expect(try await page.evaluate("JSON.parse(asked.at(-1)).text") == "I come!")
            try await page.evaluate("answer((send) => send())")
            try await page.wait(until: "\(Self.news) === '“Comment” was sent to fixture.'")
            #expect(try await page.evaluate(Self.cards) == "1")
        }
        let response = try await daemon.request("GET", "/v1/notifications/2/explanation")
        #expect(response.object["response"]?.object?["action"] == "comment", "\(response.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `shows what replaces an answered notification, and nothing again that has ended`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for identifier in ["same", "other"] { try await add(identifier, to: daemon) }
        try await presents(2, by: daemon)
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(Self.cards) === '2,1'")
            try await page.evaluate(Self.holdResponses)
            try await page.click(card(1, " .toggle"))
            try await page.click(card(1, " \(Self.opening)"))
            #expect(try await page.evaluate(Self.cards) == "2")
            #expect(try await page.evaluate(Self.focused) == "2")
            try await add("same", to: daemon)
            try await page.wait(until: "\(Self.cards) === '3,2'")
            try await page.evaluate("answer((send) => send())")
            let left = "“Open fixture” failed: the notification of fixture has left the list."
            try await page.wait(until: "\(Self.news) === '\(left)'")
            let status = "document.querySelector('#status').textContent"
            try await page.wait(until: "\(status).includes('only one in the list')")
            #expect(try await page.evaluate(Self.cards) == "3,2")

            // The daemon's events come before its answer.
            try await page.click(card(2, " .toggle"))
            try await page.click(card(2, " \(Self.opening)"))
            #expect(try await page.evaluate(Self.cards) == "3")
            try await page.evaluate(
                """
                answer(async (send) => {
                  const said = await send();
                  await new Promise((done) => window.release = done);
                  return said;
                })
                """
            )
            try await page.wait(until: "window.release")
            try await add("third", to: daemon)
            try await page.wait(until: "\(Self.cards) === '4,3'")
            try await page.evaluate("release()")
            try await page.wait(until: "\(Self.news) === '“Open fixture” was sent to fixture.'")
            #expect(try await page.evaluate(Self.cards) == "4,3")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `a reply that the device was locked before is kept until it is unlocked`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        try await setCategories(
            #"""
            [{"identifier":"c","actions":[{"identifier":"comment","title":"Comment",
            "options":["authenticationRequired"],"textInput":{}}]}]
            """#,
            of: daemon
        )
        try await push(#"{"alert":{"title":"First"},"category":"c"}"#, to: daemon)
        try await presents(1, by: daemon)
        let field = "document.querySelector('\(card(1, " textarea"))')"
        let submit = "\(field).form.elements[1]"
        let settings = "/v1/apps/\(Self.app)/settings"
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(Self.cards) === '1'")
            try await page.evaluate(Self.holdResponses)
            try await reply("secret", to: 1, on: page)
            #expect(try await page.evaluate(Self.cards) == "")
            // The only card has gone, and the focus with it.
            #expect(try await page.evaluate("document.activeElement.id") == "tab-list")
            _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
            try await page.wait(until: "document.querySelector('#lock').textContent === 'Unlock'")
            try await page.evaluate("answer((send) => send())")
            try await page.wait(until: "\(Self.cards) === '1'")
            let reason = try await page.text(of: card(1, " [data-action=comment] .fault"))
            #expect(reason.contains("for an unlocked device"), "\(reason)")
            #expect(try await page.evaluate("\(field).value") == "secret")
            #expect(try await page.evaluate("\(submit).disabled") == true)
            // Where the device hides the notification it hides what was written for it.
            let hides = #"{"showPreviews":"whenAuthenticated"}"#
            _ = try await daemon.request("PATCH", settings, hides)
            try await page.wait(until: "\(field).value === ''")
            _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"unlocked"}"#)
            try await page.wait(until: "\(field).value === 'secret' && !\(submit).disabled")
            try await sendAgain(1, on: page)
            #expect(try await page.evaluate("JSON.parse(asked.at(-1)).text") == "secret")
            try await page.evaluate("answer((send) => send())")
            try await page.wait(until: "\(Self.news) === '“Comment” was sent to fixture.'")
        }
        let response = try await daemon.request("GET", "/v1/notifications/1/explanation")
        #expect(response.object["response"]?.object?["action"] == "comment", "\(response.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `a notification that its extension draws stays until the daemon has answered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        for _ in 1...2 { try await WebViewTests.push(to: daemon) }
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(2))')")
            try await page.evaluate(Self.holdResponses)
            for (number, button) in [(2, "[data-action=forward] > button"), (1, Self.opening)] {
                try await page.click(card(number, " .toggle"))
                try await page.wait(
                    until:
                        "document.querySelector('\(card(number, " .live"))')?.dataset.phase === 'open'"
                )
                try await page.evaluate("window.answer = null; true")
                try await page.click(card(number, " \(button)"))
                try await page.wait(until: "window.answer")
                let isThere = "document.querySelector('\(card(number, ".expanded"))') !== null"
                #expect(try await page.evaluate(isThere) == true)
                try await page.evaluate("answer((send) => send())")
                try await page.wait(until: "!document.querySelector('\(card(number))')")
            }
        }
        let response = try await daemon.request("GET", "/v1/notifications/2/explanation")
        #expect(response.object["response"]?.object?["action"] == "forward", "\(response.text)")
        #expect(daemon.stop() == 0)
    }
}
