// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    /// Waits until the extension's label says something.
    private func says(_ text: String, _ number: Int, on page: BrowserPage) async throws {
        let label = "document.querySelector('\(card(number, " .live [data-view=\"2\"]"))')"
        try await page.wait(until: "\(label)?.textContent === '\(text)'")
    }

    @Test func `has the content extension draw in place, and takes what the user does there`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        try await WebViewTests.push("media", to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await says("received", 1, on: page)
            try await page.wait(
                until: "document.querySelector('.live').dataset.phase === 'open'"
            )
            // Header, view, texts, actions.
            #expect(
                try await page.evaluate(
                    "[...document.querySelector('.live').children].filter((part) => !part.hidden && part.textContent).map((part) => part.className).join()"
                ) == "stage,texts,actions"
            )
            try await page.click(card(1, " .push"))
            try await says("tapped 1", 1, on: page)
            try await page.drag(card(1, " .range"), from: 0.2, to: 0.8)
            try await page.wait(
                until:
                    "document.querySelector('\(card(1, " .live [data-view=\"2\"]"))').textContent.startsWith('at 0.')"
            )
            try await page.click(card(1, " .field"))
            try await page.type("<b>Ada</b>")
            try await says("<b>Ada</b>", 1, on: page)
            #expect(try await page.evaluate("document.querySelectorAll('b').length") == 0)
            try await page.wait(until: "document.querySelector('\(card(1, " .media"))')")
            try await page.click(card(1, " .media"))
            try await page.wait(
                until:
                    "document.querySelector('\(card(1, " .media"))').getAttribute('aria-label') === 'Pause'"
            )
            for (width, name) in [(360, "phone"), (900, "tablet"), (1600, "desk")] {
                try await page.resize(width: width, height: 900)
                try await page.wait(until: "\(Self.overflow) === ''")
                try await keep(page, as: "center-live-\(name).png")
            }
            // Actions that the extension has made up, and one that leaves it open.
            try await page.click(card(1, " [data-action=swap] > button"))
            try await page.wait(until: "document.querySelector('\(card(1, " [data-action=new]"))')")
            try await page.click(card(1, " [data-action=stay] > button"))
            try await says("stay", 1, on: page)
            #expect(try await page.evaluate("document.querySelectorAll('.card').length") == 1)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `a response that the extension lets through is the app's`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        try await WebViewTests.push(to: daemon)
        try await WebViewTests.push(to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(2))')")
            try await page.click(card(2, " .toggle"))
            try await says("received", 2, on: page)
            try await page.click(card(2, " [data-action=\"reply-forward\"] > button"))
            try await page.type("I come")
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(until: "!document.querySelector('\(card(2))')")
            // One that the extension answers with its dismissal leaves the list without a word.
            try await page.click(card(1, " .toggle"))
            try await says("received", 1, on: page)
            try await page.click(card(1, " [data-action=close] > button"))
            try await page.wait(until: "!document.querySelector('\(card(1))')")
        }
        let first = try await daemon.request("GET", "/v1/notifications/2/explanation")
        #expect(first.object["response"]?.object?["action"] == "reply-forward", "\(first.text)")
        let second = try await daemon.request("GET", "/v1/notifications/1/explanation")
        #expect(second.object["response"] == nil, "\(second.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `an extension that fails leaves the notification as without it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        let picture = fixture.folder.appendingPathComponent("cake.png")
        try #require(Data(base64Encoded: WebCenterTests.picture)).write(to: picture)
        let content =
            #"{"title":"Party","body":"Will you come?","categoryIdentifier":"invite","#
            + #""userInfo":{"does":"crash"},"#
            + #""attachments":[{"identifier":"cake","path":"\#(picture.path)"}]}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await page.wait(
                until:
                    "document.querySelector('\(card(1, " .live"))')?.dataset.phase === 'fallback'"
            )
            #expect(
                try await page.evaluate("document.querySelector('.live .banner').hidden") == false
            )
            #expect(try await page.text(of: card(1, " .live .texts .body")) == "Will you come?")
            // Its files, which the extension would have drawn as it likes.
            try await page.wait(
                until:
                    "document.querySelector('\(card(1, " .without .picture"))')?.naturalWidth === 1"
            )
            try await keep(page, as: "center-live-failed.png")
            try await page.click(card(1, " [data-action=forward] > button"))
            try await page.wait(until: "!document.querySelector('\(card(1))')")
        }
        let entry = try await daemon.request("GET", "/v1/notifications/1/explanation")
        #expect(entry.object["response"]?.object?["action"] == "forward", "\(entry.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `draws two at a time, and stops where nobody looks`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        for _ in 1...3 { try await WebViewTests.push(to: daemon) }
        let drawn =
            "[...document.querySelectorAll('.live')].filter((each) => each.checkVisibility()).length"
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('.rest')")
            try await page.click(".rest")
            for number in 1...3 {
                try await page.click(card(number, " .toggle"))
                try await says("received", number, on: page)
            }
            #expect(try await page.evaluate(drawn) == 2)
            #expect(
                try await page.evaluate("document.querySelector('\(card(1))').matches('.expanded')")
                    == false
            )
            // In another tab of the page, in a group that was closed, and once it was put away.
            try await page.click("#tab-history")
            #expect(try await page.evaluate(drawn) == 0)
            try await page.click("#tab-list")
            #expect(try await page.evaluate("document.querySelectorAll('.expanded').length") == 0)
            try await page.click(card(3, " .toggle"))
            try await says("received", 3, on: page)
            try await page.click(card(3, " .close"))
            #expect(try await page.evaluate(drawn) == 0)
            try await page.click("#undo-button")
            try await page.wait(until: "document.querySelector('\(card(3))')")
        }
        #expect(daemon.stop() == 0)
    }
}
