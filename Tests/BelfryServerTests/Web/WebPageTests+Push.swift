// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    @Test func `checks, saves and exports a payload, and sends it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let said = "document.querySelector('#push-check').textContent"
        let payload = "document.querySelector('#push-payload')"
        @Sendable func write(_ text: String) -> String {
            let literal = String(decoding: JSONValue.string(text).serialized(), as: UTF8.self)
            return """
                \(payload).value = \(literal); \(payload).dispatchEvent(new Event('input')); true
                """
        }
        try await open(daemon) { page async throws in
            try await page.click("#tab-push")
            try await page.wait(until: "\(said) === 'It would be taken.'")
            try await page.evaluate(write(#"{"aps":{"alert":7}}"#))
            try await page.wait(until: "\(said).includes('aps.alert')")
            #expect(try await page.evaluate("\(payload).ariaInvalid") == "true")
            #expect(
                try await page.evaluate("document.querySelector('#push-size').textContent")
                    == "19 of 4096 bytes"
            )
            // A text of the payload in a message is a text.
            let attack = "<img src=x onerror=alert(1)>"
            try await page.evaluate(
                write(#"{"aps":{"alert":"a","\#(attack)":1,"sound":"\#(attack)"}}"#)
            )
            try await page.wait(until: "\(said).startsWith('It would be taken')")
            try await page.evaluate(write("{\"aps\":{\"alert\":\"a\"},\"\(attack)\" 1}"))
            try await page.wait(until: "\(said).startsWith('line 1')")
            #expect(try await page.evaluate("document.querySelectorAll('#push img').length") == 0)

            try await page.evaluate(write(#"{"aps":{"alert":"saved"},"big":12345678901234567890}"#))
            try await page.wait(until: "\(said) === 'It would be taken.'")
            try await page.evaluate("document.querySelector('#push-name').focus()")
            try await page.type("<b>one</b>")
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(until: "document.querySelector('#push-saved .plain')")
            #expect(try await page.text(of: "#push-saved .plain") == "<b>one</b>")
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-push-\(name).png")
            }
            try await page.evaluate(
                """
                HTMLAnchorElement.prototype.click = function () { window.file = this.download; };
                const make = URL.createObjectURL;
                URL.createObjectURL = (blob) => {
                  blob.text().then((text) => window.exported = text);
                  return make(blob);
                };
                true
                """
            )
            try await page.click("#push-export")
            try await page.wait(until: "window.exported")
            #expect(try await page.evaluate("file") == "_b_one__b_.apns")
            let exported = try await page.evaluate("exported").string ?? ""
            let parsed = try PushPayload.parse(Array(exported.utf8))
            #expect(parsed.simulatorTargetBundle == Self.app)
            #expect(exported.contains("12345678901234567890"))

            // What is saved is there after the page was loaded again, and is sent as it was.
            let origin = try WebVisitor(daemon).origin
            try await page.command("Page.navigate", ["url": .string("\(origin)/?again")])
            try await page.wait(until: "document.documentElement.dataset.cursor")
            try await page.click("#tab-push")
            try await page.wait(until: "\(said) === 'It would be taken.'")
            try await page.click("#push-saved .plain")
            try await page.wait(until: "\(payload).value.includes('saved')")
            try await page.click("#push-send")
            try await page.wait(
                until:
                    "document.querySelector('#push-answer').textContent === 'Notification 1: accepted.'"
            )
            try await page.click("#push-saved .close")
            #expect(
                try await page.evaluate("document.querySelectorAll('#push-saved li').length") == 0
            )
            #expect(try await page.evaluate("document.activeElement.id") == "push-name")
            #expect(try await page.evaluate("localStorage.getItem('belfry.payloads')") == "[]")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `checks a payload, and takes nothing`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        func check(_ text: String, _ headers: [String] = []) async throws -> LiveDaemon.Answer {
            try await daemon.request("POST", "/v1/payload-check", text, headers: headers)
        }
        let good = try await check(#"{"aps":{"alert":{"title":"t"},"mutable-content":true}}"#)
        #expect(good.object["isValid"] == true, "\(good.text)")
        #expect(good.object["content"]?.object?["title"] == "t")
        #expect(good.object["pushType"] == "alert")
        #expect(good.object["warnings"] != [], "\(good.text)")
        let large = #"{"aps":{"alert":"\#(String(repeating: "a", count: 4500))"}}"#
        let refused = try await check(large)
        #expect(refused.object["problem"]?.object?["code"] == "tooLarge", "\(refused.text)")
        let voip = try await check(large, ["apns-push-type: voip"])
        #expect(voip.object["isValid"] == true && voip.object["limit"] == 5120, "\(voip.text)")
        #expect(try await check("", []).object["isValid"] == false)
        #expect(try await check("{}", ["apns-push-type: none"]).status == 400)
        #expect(try await check(String(repeating: " ", count: 70_000)).status == 413)
        // It is what a push is told.
        for text in [#"{"aps":7}"#, #"{"aps":{},}"#, "[]", "{"] {
            let push = try await daemon.request("POST", "/v1/apps/\(Self.app)/push", text)
            let message = push.object["error"]?.object?["message"]
            #expect(push.status == 400)
            #expect(try await check(text).object["problem"]?.object?["message"] == message)
        }
        let list = try await daemon.request("GET", "/v1/notifications")
        #expect(list.object["notifications"] == [])
        #expect(daemon.stop() == 0)
    }
}
