// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

/// How the list puts notifications together, and in which order.
extension WebPageTests {
    /// The groups of the list from its beginning: the app, the thread, and the cards that are shown.
    private static let groups = """
        [...document.querySelectorAll('#groups .group')].map((group) => [
          group.querySelector('h2 .icon + span').textContent,
          group.querySelector('h2 small')?.textContent,
          [...group.querySelectorAll('.card')].map((card) => card.dataset.sequence).join(' '),
        ].filter(Boolean).join(' ')).join(', ')
        """

    private static let other = "org.example.other"

    /// Has a daemon install a second app that may notify: it comes behind the first in the order of their
    /// identifiers.
    private func installOther(
        of fixture: borrowing DaemonFixture,
        in daemon: LiveDaemon
    ) async throws {
        let path = try await fixture.makeApp("Other", identifier: Self.other)
        let installed = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(path)"}"#)
        try #require(installed.status == 201, "\(installed.text)")
        let answer = "/v1/apps/\(Self.other)/authorization"
        _ = try await daemon.request("PUT", answer, #"{"status":"authorized"}"#)
    }

    /// Pushes to the second app.
    private func pushToOther(_ aps: String, of daemon: LiveDaemon) async throws {
        let path = "/v1/apps/\(Self.other)/push"
        let pushed = try await daemon.request("POST", path, #"{"aps":\#(aps)}"#)
        try #require(pushed.status == 200, "\(pushed.text)")
    }

    private func push(_ title: String, thread: String, of daemon: LiveDaemon) async throws {
        try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(thread)"}"#, to: daemon)
    }

    @Test func `has the group with the newest first, shows all of a group, and less again`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        try await installOther(of: fixture, in: daemon)
        let groups = Self.groups
        try await open(daemon) { page async throws in
            try await push("1", thread: "a", of: daemon)
            try await push("2", thread: "b", of: daemon)
            try await push("3", thread: "a", of: daemon)
            try await page.wait(until: "\(groups) === 'fixture a 3, fixture b 2'")
            // Of two apps too.
            try await pushToOther(#"{"alert":{"title":"4"},"thread-id":"c"}"#, of: daemon)
            try await page.wait(until: "\(groups) === 'other c 4, fixture a 3, fixture b 2'")
            try await push("5", thread: "b", of: daemon)
            try await page.wait(until: "\(groups) === 'fixture b 5, other c 4, fixture a 3'")

            let rest = ".group:has(\(card(3))) .rest"
            let button = "document.querySelector('\(rest)')"
            #expect(try await page.text(of: rest) == "1 more notifications")
            #expect(try await page.evaluate("\(button).ariaExpanded") == "false")
            try await page.click(rest)
            #expect(
                try await page.evaluate(groups) == "fixture b 5, other c 4, fixture a 3 1"
            )
            #expect(try await page.text(of: rest) == "Show less")
            #expect(try await page.evaluate("\(button).ariaExpanded") == "true")
            try await page.click(rest)
            #expect(try await page.evaluate(groups) == "fixture b 5, other c 4, fixture a 3")
            #expect(try await page.text(of: rest) == "1 more notifications")
            #expect(try await page.evaluate("\(button).ariaExpanded") == "false")
        }
        #expect(daemon.stop() == 0)
    }

    /// Expects what a place shows of all apps, of the second app once it is chosen, and of all again.
    private func expect(
        _ all: String,
        _ others: String,
        in place: String,
        on page: BrowserPage
    ) async throws {
        let cards = "[...document.querySelectorAll('\(place) .card')]"
        let shown = "\(cards).map((each) => each.dataset.sequence).join()"
        try await page.wait(until: "\(shown) === '\(all)'")
        try await page.click("#apps [data-key=\"\(Self.other)\"]")
        try await page.wait(until: "\(shown) === '\(others)'")
        try await page.click("#apps [data-key=all]")
        try await page.wait(until: "\(shown) === '\(all)'")
    }

    @Test func `shows one app's alone in the list, the history and a search, and all again`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        try await installOther(of: fixture, in: daemon)
        for _ in 1...2 {
            try await push(#"{"alert":{"title":"Tea"}}"#, to: daemon)
            try await pushToOther(#"{"alert":{"title":"Tea"}}"#, of: daemon)
        }
        _ = try await daemon.events(after: 0) { $0.filter { $0.kind == "presented" }.count == 4 }
        for number in 3...4 {
            _ = try await daemon.request("DELETE", "/v1/notifications/\(number)")
        }
        try await open(daemon, width: 1200) { page async throws in
            try await expect("2,1", "2", in: "#groups", on: page)
            try await page.click("#tab-history")
            try await expect("4,3", "4", in: "#ended", on: page)
            try await page.click("#search-field")
            try await page.type("tea")
            try await expect("4,3,2,1", "4,2", in: "#found", on: page)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `groups by thread, by app or not at all, as the app's setting says`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for (title, thread) in [("1", "a"), ("2", "b"), ("3", "a"), ("4", "")] {
            try await push(title, thread: thread, of: daemon)
        }
        let grouping = "form.settings [data-key=grouping]"
        try await open(daemon, width: 1200) { page async throws in
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: "document.querySelector('\(grouping)')")
            for (word, groups, rest) in [
                ("byApp", "fixture 4", ["3 more notifications"]),
                ("off", "fixture 4, fixture a 3, fixture b 2, fixture a 1", []),
                ("automatic", "fixture 4, fixture a 3, fixture b 2", ["1 more notifications"]),
            ] {
                try await choose(word, in: grouping, on: page)
                try await page.wait(until: "\(Self.groups) === '\(groups)'")
                let buttons = "document.querySelectorAll('#groups .rest')"
                #expect(try await texts(of: buttons, on: page) == rest, "\(word)")
            }
        }
        #expect(daemon.stop() == 0)
    }
}
