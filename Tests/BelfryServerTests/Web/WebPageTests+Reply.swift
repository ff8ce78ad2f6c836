// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    /// Whether the page has said that the daemon has an action.
    private func isSent(_ title: String) -> String {
        "document.querySelector('#news').textContent.includes('“\(title)” was sent')"
    }

    @Test func `a reply reaches the app's delegate as it was written`() async throws {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Listens")
        let app = try await fixture.makeApp("Listener", program: program)
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        try await setCategories(
            #"[{"identifier":"c","actions":[{"identifier":"reply","title":"Reply","textInput":{}}]}]"#,
            of: daemon
        )
        let content = #"{"title":"Dinner?","categoryIdentifier":"c"}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"dinner","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
        // Beyond the Basic Multilingual Plane, of several scalars, from right to left, composed and not.
        let lines = ["J’arrive à 8 h 👩‍👩‍👧 𝄞", " <b>\u{5E9}\u{5DC}\u{5D5}\u{5DD}</b> & \"e\u{301}\" "]
        let field = "document.querySelector('\(card(1, " textarea"))')"
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await page.click(card(1, " [data-action=reply] > button"))
            try await page.command("Input.insertText", ["text": .string(lines[0])])
            // With Shift the key begins another line.
            try await page.command(
                "Input.dispatchKeyEvent",
                [
                    "type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r",
                    "windowsVirtualKeyCode": 13, "modifiers": 8,
                ]
            )
            try await page.command("Input.insertText", ["text": .string(lines[1])])
            #expect(
                try await page.evaluate("\(field).value") == .string(lines.joined(separator: "\n"))
            )
            #expect(try await page.evaluate("\(field).clientHeight > 44") == true)
            try await expectFit(of: page)
            try await keep(page, as: "center-reply.png")
            try await page.press("Enter", code: 13, text: "\r")
            // The card leaves at once; the browser may go once the daemon has the reply.
            try await page.wait(until: "!document.querySelector('\(card(1))')")
            try await page.wait(until: isSent("Reply"))
        }
        let log = fixture.folder.appendingPathComponent("app.log")
        let wanted = "response dinner reply \(lines.joined(separator: "\n"))\n"
        var text = ""
        while !text.contains("response dinner") || text.last != "\n" {
            text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            try #require(!Task.isCancelled, "\(text)")
        }
        #expect(text.utf8.reversed().starts(with: wanted.utf8.reversed()), "\(text)")
        #expect(daemon.stop() == 0)
        daemon.killApps()
    }

    @Test func `an action without text and the default one reach the app's delegate`() async throws
    {
        let fixture = try DaemonFixture()
        let program = try await fixture.workshop.appProgram("Listens")
        let app = try await fixture.makeApp("Listener", program: program)
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        defer { daemon.killApps() }
        try await fixture.install(app, in: daemon)
        try await setCategories(
            #"[{"identifier":"c","actions":[{"identifier":"accept","title":"Accept"}]}]"#,
            of: daemon
        )
        for name in ["lunch", "dinner"] {
            let content =
                #"{"title":"\#(name)","threadIdentifier":"\#(name)","categoryIdentifier":"c"}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(name)","content":\#(content)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        let opening = "com.apple.UNNotificationDefaultActionIdentifier"
        try await open(daemon) { page async throws in
            for (number, action, title) in [(1, "accept", "Accept"), (2, opening, "Open fixture")] {
                let button = card(number, " [data-action=\"\(action)\"] > button")
                try await page.wait(until: "document.querySelector('\(card(number))')")
                try await page.click(card(number, " .toggle"))
                #expect(try await page.text(of: button) == title)
                try await page.click(button)
                try await page.wait(until: "!document.querySelector('\(card(number))')")
                try await page.wait(until: isSent(title))
            }
        }
        let isResponse = { (line: String) in line.hasPrefix("response ") }
        let lines = try await fixture.appLog { $0.count(where: isResponse) == 2 }
        #expect(
            lines.filter(isResponse) == ["response lunch accept ", "response dinner \(opening) "]
        )
        #expect(daemon.stop() == 0)
    }
}
