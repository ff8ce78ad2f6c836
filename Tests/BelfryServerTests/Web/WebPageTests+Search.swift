// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    @Test func `finds by words what is listed and what has ended`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["Crème brûlée", "Tea <b>party</b>", "Tea time"] {
            try await push(#"{"alert":{"title":"\#(title)"}}"#, to: daemon)
        }
        _ = try await daemon.events(after: 0) {
            $0.filter { $0.kind == "presented" }.count == 3
        }
        _ = try await daemon.request("DELETE", "/v1/notifications/2")
        let found =
            "[...document.querySelectorAll('#found .card')].map((each) => each.dataset.sequence).join()"
        let said = "document.querySelector('#search-status').textContent"
        try await open(daemon) { page async throws in
            // By keyboard: the field, what is typed, the first that is found.
            try await page.press("/", code: 191, text: "/")
            #expect(try await page.evaluate("document.activeElement.id") == "search-field")
            try await page.type("te")
            // After the first letter the same ones are found.
            try await page.wait(until: "\(said) === '2 notifications with “te”.'")
            #expect(try await page.evaluate(found) == "3,2")
            #expect(
                try await page.evaluate("document.querySelector('#list').offsetParent") == .null
            )
            #expect(try await page.text(of: "#found \(card(2, " .title"))") == "Tea <b>party</b>")
            #expect(try await page.text(of: "#found \(card(3, " .from"))") == "fixture")
            try await push(#"{"alert":{"title":"No coffee"}}"#, to: daemon)
            try await push(#"{"alert":{"subtitle":"Teapot"}}"#, to: daemon)
            try await page.wait(until: "\(found) === '5,3,2'")
            #expect(try await page.evaluate("document.activeElement.value") == "te")
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-search-\(name).png")
            }
            try await page.press("ArrowDown", code: 40)
            let focused = "document.activeElement.closest('.card')?.dataset.sequence"
            #expect(try await page.evaluate(focused) == "5")
            // It is seen once it is expanded, and is dismissed as in the list.
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(until: "document.querySelector('#found \(card(5, ".expanded"))')")
            try await page.wait(
                until: "!document.querySelector('#found \(card(5))').matches('.unseen')"
            )
            _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "seen" } }
            try await page.press("Delete", code: 46)
            try await page.wait(until: "\(found) === '3,2'")

            // What is typed is text, whatever it is, and what has no word is said to have none.
            try await page.evaluate("document.querySelector('#search-field').select()")
            try await page.type("<img src=x onerror=alert(1)>")
            try await page.wait(
                until: "\(said) === 'No notification has “<img src=x onerror=alert(1)>”.'"
            )
            try await page.evaluate("document.querySelector('#search-field').select()")
            try await page.type("\"*")
            try await page.wait(until: "\(said).startsWith('Nothing can be looked for')")
            try await page.press("Escape", code: 27)
            try await page.wait(until: "document.querySelector('#found').hidden")
            #expect(try await page.evaluate(said) == "")
            try await page.wait(until: "document.querySelector('#list .card')?.offsetParent")
            #expect(try await page.evaluate("document.querySelectorAll('img').length") == 0)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `looks through no text that the locked device hides`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        try await push(#"{"alert":{"title":"secret"}}"#, to: daemon)
        let path = "/v1/center/search?q=secret"
        let open = try await daemon.request("GET", path)
        #expect(open.text.contains(#""title":"secret""#), "\(open.text)")
        #expect(open.object["hidden"] == [])
        _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
        let locked = try await daemon.request("GET", path)
        #expect(locked.object["notifications"] == [], "\(locked.text)")
        #expect(locked.object["hidden"] == [.string(Self.app)])
        let said = "document.querySelector('#search-status').textContent"
        try await self.open(daemon) { page async throws in
            try await page.evaluate("document.querySelector('#search-field').focus()")
            try await page.type("secret")
            try await page.wait(
                until:
                    "\(said) === 'No notification has “secret”. What the locked device hides is left out: fixture.'"
            )
            // Whoever signs out leaves nothing behind.
            try await page.click("#sign-out")
            try await page.wait(until: "!document.querySelector('#signed-out').hidden")
            #expect(
                try await page.evaluate("document.querySelector('#search-field').value") == ""
            )
            #expect(try await page.evaluate(said) == "")
        }
        #expect(daemon.stop() == 0)
    }
}
