// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    @Test func `puts back what was dismissed, with its picture, and nothing that was answered`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let file = fixture.folder.appendingPathComponent("a.png")
        try #require(Data(base64Encoded: WebCenterTests.picture)).write(to: file)
        for name in ["dismissed", "opened"] {
            let attachment = #"{"identifier":"picture","path":"\#(file.path)"}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(name)","content":{"title":"\#(name)","attachments":[\#(attachment)]}}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        _ = try await daemon.events(after: 0) { $0.filter { $0.kind == "presented" }.count == 2 }
        for (number, action) in [(1, "dismiss"), (2, "default")] {
            let path = "/v1/notifications/\(number)/response"
            let answer = try await daemon.request("POST", path, #"{"action":"\#(action)"}"#)
            try #require(answer.status == 201, "\(answer.text)")
        }
        #expect(try await daemon.request("POST", "/v1/notifications/2/restore").status == 409)
        try await open(daemon) { page async throws in
            try await page.click("#tab-history")
            try await page.wait(until: "document.querySelectorAll('#ended .card').length === 2")
            for number in [2, 1] { try await page.click(card(number, " .toggle")) }
            #expect(try await page.evaluate("document.querySelectorAll('.restore').length") == 1)
            // By keyboard; the focus goes on where it was.
            try await page.evaluate("document.querySelector('\(card(1, " .restore"))').focus()")
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(until: "!document.querySelector('#ended \(card(1))')")
            #expect(try await page.evaluate("document.activeElement.id") == "tab-history")
            #expect(
                try await page.evaluate("document.querySelector('#status').textContent")
                    == "The notification is in the list again."
            )
            try await page.click("#tab-list")
            try await page.wait(
                until: "document.querySelector('#list \(card(1, " .picture"))')?.naturalWidth === 1"
            )
        }
        let back = try await daemon.request("GET", "/v1/notifications/1")
        #expect(back.object["state"] == "presented", "\(back.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `goes to the card above, and undoes a dismissal, by keyboard`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["First", "Second", "Third"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        let cards =
            "[...document.querySelectorAll('#groups .card')].map((each) => each.dataset.sequence).join()"
        let focused = "document.activeElement.closest('.card')?.dataset.sequence"
        try await open(daemon, holdsTime: true) { page async throws in
            try await page.wait(until: "\(cards) === '3,2,1'")
            try await page.evaluate("document.querySelector('\(card(1, " .toggle"))').focus()")
            try await page.press("ArrowUp", code: 38)
            #expect(try await page.evaluate(focused) == "2")
            try await page.press("Delete", code: 46)
            #expect(try await page.evaluate(cards) == "3,1")
            // With Ctrl.
            try await page.command(
                "Input.dispatchKeyEvent",
                [
                    "type": "keyDown", "key": "z", "code": "KeyZ", "windowsVirtualKeyCode": 90,
                    "modifiers": 2,
                ]
            )
            #expect(try await page.evaluate(cards) == "3,2,1")
            #expect(try await page.evaluate(focused) == "2")
            #expect(try await page.evaluate("document.querySelector('#undo').hidden") == true)
        }
        let entry = try await daemon.request("GET", "/v1/notifications/2")
        #expect(entry.object["state"] == "presented", "\(entry.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `asks whether to keep an app that notifies quietly`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let path = "/v1/apps/\(Self.app)"
        _ = try await daemon.request("PUT", path + "/authorization", #"{"status":"notDetermined"}"#)
        let token = try await daemon.request("GET", path + "/token").object["token"]?.string ?? ""
        let asked = try await daemon.request(
            "POST",
            "/v1/app/authorization",
            #"{"options":["alert","sound","provisional"]}"#,
            headers: ["Authorization: Bearer \(token)"]
        )
        #expect(asked.object["granted"] == true, "\(asked.text)")
        let payload = #"{"aps":{"alert":{"title":"quiet"}}}"#
        _ = try await daemon.request("POST", path + "/push", payload)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let shown = try await daemon.request("GET", "/v1/notifications/1")
        #expect(shown.object["asksToKeep"] == true, "\(shown.text)")
        let button = "[data-action=keep-scheduled] button"
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('.card .toggle')")
            try await page.click(".card .toggle")
            try await page.wait(until: "document.querySelector('\(button)')")
            try await page.click(button)
            try await page.wait(until: "!document.querySelector('\(button)')")
        }
        let app = try await daemon.request("GET", path).object
        #expect(app["authorization"] == "authorized")
        #expect(app["settings"]?.object?["scheduledDelivery"] == "enabled")
        let kept = try await daemon.request("GET", "/v1/notifications/1")
        #expect(kept.object["asksToKeep"] == nil, "\(kept.text)")
        let wrong = #"{"status":"denied","delivery":"immediate"}"#
        #expect(try await daemon.request("PUT", path + "/authorization", wrong).status == 400)
        #expect(daemon.stop() == 0)
    }

    @Test func `says until when an App Clip may notify, and has it turned off`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Clip")
        try fixture.makeClip(app)
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        let installed = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(app)"}"#)
        try #require(installed.status == 201, "\(installed.text)")
        let path = "/v1/apps/\(Self.app)"
        let token = try await daemon.request("GET", path + "/token").object["token"]?.string ?? ""
        let called = try await daemon.request(
            "GET",
            "/v1/app",
            headers: ["Authorization: Bearer \(token)"]
        )
        let until = try #require(called.object["ephemeralUntil"]?.string, "\(called.text)")
        try await open(daemon) { page async throws in
            try await page.click("[data-key=\"\(Self.app)\"]")
            let allowed = ".settings [data-key=authorization]"
            try await page.wait(
                until: "document.querySelector('\(allowed)')?.value === 'ephemeral'"
            )
            let text = "document.querySelector('.settings small').textContent"
            let end = "`may notify until ${new Date('\(until)').toLocaleString()}.`"
            #expect(try await page.evaluate("\(text).endsWith(\(end))") == true)
            try await choose("denied", in: allowed, on: page)
            try await page.wait(until: "!document.querySelector('.settings small')")
        }
        #expect(try await daemon.request("GET", path).object["authorization"] == "denied")
        #expect(daemon.stop() == 0)
    }
}
