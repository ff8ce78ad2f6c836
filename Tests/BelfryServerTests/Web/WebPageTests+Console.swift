// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// The form for pushes: headers, devices, what becomes of a push, and the command for a shell.
extension WebPageTests {
    /// Sets a field as a user does.
    private static func fill(_ element: String, _ text: String) -> String {
        let literal = String(decoding: JSONValue.string(text).serialized(), as: UTF8.self)
        return """
            (() => {
              const field = document.querySelector('\(element)');
              field.value = \(literal);
              field.dispatchEvent(new Event('input', { bubbles: true }));
              return field.value === \(literal);
            })()
            """
    }

    private static let said = "document.querySelector('#push-check').textContent"

    /// Opens the form, and waits until the daemon has looked at what is in it.
    private func showForm(on page: BrowserPage) async throws {
        try await page.click("#tab-push")
        try await page.wait(until: "\(Self.said) === 'It would be taken.'")
        try await page.wait(until: "document.querySelector('#push-device').value === 'main'")
    }

    @Test func `says of each header what the daemon says, and of all that hold together`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let wrong: [(field: String, name: String, value: String)] = [
            ("type", "apns-push-type", "<b>alert"), ("priority", "apns-priority", "7"),
            ("expiration", "apns-expiration", "tomorrow"), ("id", "apns-id", "1"),
            ("collapse", "apns-collapse-id", String(repeating: "x", count: 65)),
        ]
        let headers = wrong.map { "\($0.name): \($0.value)" }
        let checked = try await daemon.request(
            "POST",
            "/v1/payload-check?app=\(Self.app)",
            #"{"aps":{"alert":"a"}}"#,
            headers: headers
        )
        #expect(checked.status == 200 && checked.object["isValid"] == false, "\(checked.text)")
        guard case .array(let found)? = checked.object["headers"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        let messages = Dictionary(
            uniqueKeysWithValues: found.compactMap(\.object).map { fault in
                (fault["name"]?.string ?? "", fault["message"]?.string ?? "")
            }
        )
        #expect(messages.count == wrong.count, "\(checked.text)")
        // Each is what a push with that header alone is told.
        for row in wrong {
            let push = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/push?device=main",
                #"{"aps":{"alert":"a"}}"#,
                headers: ["\(row.name): \(row.value)"]
            )
            let error = push.object["error"]?.object
            let code = error?["code"]?.string ?? ""
            #expect(push.status == 400 && code.hasPrefix("apns_"), "\(push.text)")
            #expect(error?["message"]?.string == messages[row.name], "\(push.text)")
        }
        try await open(daemon) { page async throws in
            try await showForm(on: page)
            for row in wrong {
                #expect(try await page.evaluate(Self.fill("#push-\(row.field)", row.value)) == true)
                let place = "#push-\(row.field)-fault"
                try await page.wait(until: "document.querySelector('\(place)').textContent")
                #expect(try await page.text(of: place) == messages[row.name])
                #expect(
                    try await page.evaluate(
                        "document.querySelector('#push-\(row.field)').ariaInvalid"
                    ) == "true"
                )
            }
            try await page.wait(until: "\(Self.said).startsWith('A header would be refused')")
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-push-headers-\(name).png")
            }
            for row in wrong {
                #expect(try await page.evaluate(Self.fill("#push-\(row.field)", "")) == true)
            }
            try await page.wait(until: "\(Self.said) === 'It would be taken.'")
            #expect(
                try await page.evaluate(
                    "[...document.querySelectorAll('#push-headers .fault')].map((each) => each.textContent).join('')"
                ) == ""
            )
            // The topic is the daemon's, by the type; what holds of two fields is said at one of them.
            try await page.evaluate(Self.fill("#push-type", "voip"))
            try await page.wait(
                until: "document.querySelector('#push-topic').textContent === '\(Self.app).voip'"
            )
            try await page.evaluate(Self.fill("#push-type", ""))
            try await page.evaluate(Self.fill("#push-priority", "10"))
            try await page.evaluate(
                Self.fill("#push-payload", #"{"aps":{"content-available":1}}"#)
            )
            try await page.wait(
                until:
                    "document.querySelector('#push-priority-fault').textContent.includes('have 5')"
            )
        }
        let list = try await daemon.request("GET", "/v1/notifications")
        #expect(list.object["notifications"] == [])
        #expect(daemon.stop() == 0)
    }

    @Test func `sends to a device with headers, and follows the push until it is shown`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let made = try await daemon.request("POST", "/v1/devices", #"{"name":"tablet"}"#)
        try #require(made.status == 201, "\(made.text)")
        _ = try await daemon.request("PATCH", "/v1/devices/tablet", #"{"isOnline":false}"#)
        let sent = [
            ("type", "alert"), ("priority", "5"), ("expiration", "4102444800"),
            ("collapse", "größe"), ("id", "123E4567-E89B-12D3-A456-426655440000"),
        ]
        let steps =
            "[...document.querySelectorAll('#push-steps li')].map((each) => each.dataset.step).join()"
        let origin = try WebVisitor(daemon).origin
        try await open(daemon) { page async throws in
            // As an earlier page has saved it, and what is not one at all.
            try await page.evaluate(
                """
                localStorage.setItem('belfry.payloads', JSON.stringify([
                  { name: 'of an earlier page', app: '\(Self.app)', payload: '{}', collapse: 'c' }, { name: 7 },
                ]))
                """
            )
            try await showForm(on: page)
            try await page.click("[aria-label=\"Load of an earlier page\"]")
            #expect(
                try await page.evaluate("document.querySelector('#push-collapse').value") == "c"
            )
            let payload = #"{"aps":{"alert":{"title":"t"},"mutable-content":1}}"#
            try await page.evaluate(Self.fill("#push-payload", payload))
            for (field, value) in sent {
                try await page.evaluate(Self.fill("#push-\(field)", value))
            }
            try await page.evaluate(Self.fill("#push-device", "tablet"))
            try await page.evaluate(Self.fill("#push-name", "all of them"))
            try await page.click("#push-save")
            // What is saved is all there again once the page was loaded anew.
            try await page.command("Page.navigate", ["url": .string("\(origin)/?again")])
            try await page.wait(until: "document.documentElement.dataset.cursor")
            try await showForm(on: page)
            try await page.click("[aria-label=\"Load all of them\"]")
            let values = sent.map { "document.querySelector('#push-\($0.0)').value" }
            #expect(
                try await page.evaluate("[\(values.joined(separator: ","))].join('|')")
                    == .string(sent.map(\.1).joined(separator: "|"))
            )
            #expect(
                try await page.evaluate("document.querySelector('#push-device').value") == "tablet"
            )
            try await page.wait(until: "\(Self.said) === 'It would be taken.'")
            try await page.click("#push-send")
            try await page.wait(
                until:
                    "document.querySelector('#push-answer').textContent === 'Notification 1: stored for its device (offline).'"
            )
            try await page.wait(until: "\(steps) === 'accepted,stored'")
            // Nothing but an event tells the page that it goes on.
            _ = try await daemon.request("PATCH", "/v1/devices/tablet", #"{"isOnline":true}"#)
            try await page.wait(until: "\(steps) === 'accepted,running,decided,presented,outcome'")
            try await page.wait(
                until:
                    "document.querySelector('[data-step=running] small').textContent.startsWith('for ')"
            )
            #expect(
                try await page.text(of: "[data-step=decided] small") == "delivered: completed"
            )
            let times = "[...document.querySelectorAll('#push-steps time')].length"
            #expect(try await page.evaluate(times) == 4)
            try await keep(page, as: "center-push-watch.png")
            try await page.click("#push-send")
            try await page.wait(
                until:
                    "document.querySelector('#push-answer').textContent.includes('was there already')"
            )
            try await page.click("#sign-out")
            try await page.wait(until: "!document.querySelector('#signed-out').hidden")
            #expect(
                try await page.evaluate("document.querySelectorAll('#push-steps li').length") == 0
            )
        }
        let log = try await daemon.request("GET", "/v1/push-log")
        guard case .array(let pushes)? = log.object["pushes"] else {
            throw CocoaError(.coderReadCorrupt)
        }
        let known = try #require(pushes.first?.object?["uniqueID"]?.string)
        let push = try await daemon.request("GET", "/v1/push-log/\(known)").object
        #expect(push["device"] == "tablet" && push["priority"] == 5, "\(push)")
        #expect(push["collapseID"] == "größe" && push["expiration"] == 4_102_444_800)
        #expect(push["apnsID"] == "123e4567-e89b-12d3-a456-426655440000")
        #expect(push["duplicates"] == 1)
        #expect(daemon.stop() == 0)
    }

    /// A payload in which a shell would find much to do, and what it says.
    private static let title =
        #"it's "5" $HOME ${PATH} $(id) `id` \ \n % ! ~ * ? @ # & | ; < > '\''"#

    @Test(arguments: [[], ["--apns-port", "0", "--any-provider"]])
    func `exports a command that a shell pushes the same with`(_ arguments: [String]) async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, arguments)
        let title = String(decoding: JSONValue.string(Self.title).serialized(), as: UTF8.self)
        // Of several lines, and in a form that no writer of JSON would choose.
        let payload = "{\n\t\"aps\":   {\"alert\":\n{\"title\": \(title)}},\n\n \"n\": 1e2\n}\n"
        let collapse = #"a'b "c" $HOME `id` \ größe"#
        try await open(daemon) { page async throws in
            try await showForm(on: page)
            try await page.evaluate(Self.fill("#push-payload", payload))
            try await page.evaluate(Self.fill("#push-collapse", collapse))
            try await page.evaluate(Self.fill("#push-priority", "5"))
            try await page.wait(until: "\(Self.said) === 'It would be taken.'")
            try await page.click("#push-curl")
            try await page.wait(until: "document.querySelector('#push-command').value")
            let command = try await page.evaluate(
                "document.querySelector('#push-command').value"
            ).string
            try await keep(page, as: "center-push-command.png")
            let pushed = try await Command.run("/bin/sh", ["-c", try #require(command)])
            #expect(pushed.status == 0, "\(pushed.errors)\n\(command ?? "")")
            let isTaken =
                arguments.isEmpty
                ? pushed.output.contains(#""sequence":1"#) : pushed.output.hasPrefix("HTTP/2 200")
            #expect(isTaken, "\(pushed.output)")
        }
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let entry = try await daemon.request("GET", "/v1/notifications/1")
        let content = entry.object["content"]?.object
        #expect(content?["title"]?.string == Self.title, "\(entry.text)")
        let known = try #require(entry.object["apnsUniqueID"]?.string)
        let push = try await daemon.request("GET", "/v1/push-log/\(known)").object
        #expect(push["payload"]?.string == payload)
        #expect(push["collapseID"]?.string == collapse && push["priority"] == 5)
        #expect(daemon.stop() == 0)
    }

    @Test func `names the variable that a sender's token goes into, and shows none`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, ["--apns-port", "0"])
        var visitor = try WebVisitor(daemon)
        try await visitor.signIn(to: daemon)
        let path = "/v1/apps/\(Self.app)/push-command"
        let file = fixture.folder.appendingPathComponent("payload")
        try Data("@/etc/passwd".utf8).write(to: file)
        let answer = try await visitor.ask("POST", path, "@\(file.path)")
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer.body.contains(#""needsToken":true"#))
        #expect(answer.body.contains(#"\"authorization: bearer $TOKEN\""#))
        // A text that begins with @ is not read from a file.
        #expect(answer.body.contains("--data-raw '@/etc/passwd'"))
        #expect(try await visitor.ask("POST", path + "?device=none", "{}").status == 404)
        #expect(
            try await visitor.ask("POST", "/v1/apps/none/push-command", "{}").status == 404
        )
        #expect(daemon.stop() == 0)
    }
}
