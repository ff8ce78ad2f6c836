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

    private func push(_ title: String, thread: String, of daemon: LiveDaemon) async throws {
        try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(thread)"}"#, to: daemon)
    }

    @Test func `has the group with the newest first, shows all of a group, and less again`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let other = "org.example.other"
        let path = try await fixture.makeApp("Other", identifier: other)
        let installed = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(path)"}"#)
        try #require(installed.status == 201, "\(installed.text)")
        let answer = "/v1/apps/\(other)/authorization"
        _ = try await daemon.request("PUT", answer, #"{"status":"authorized"}"#)
        let groups = Self.groups
        try await open(daemon) { page async throws in
            try await push("1", thread: "a", of: daemon)
            try await push("2", thread: "b", of: daemon)
            try await push("3", thread: "a", of: daemon)
            try await page.wait(until: "\(groups) === 'fixture a 3, fixture b 2'")
            // Of two apps too: the other one comes behind in the order of their identifiers.
            let payload = #"{"aps":{"alert":{"title":"4"},"thread-id":"c"}}"#
            let pushed = try await daemon.request("POST", "/v1/apps/\(other)/push", payload)
            try #require(pushed.status == 200, "\(pushed.text)")
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
