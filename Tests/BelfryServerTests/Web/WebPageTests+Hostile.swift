// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    /// Serves an empty page on a port of its own, and prints the port.
    private static let otherSite = #"""
        import http.server
        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>Other</title><body></body>")
            def log_message(self, *words):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        print(server.server_port, flush=True)
        server.serve_forever()
        """#

    /// What another site's page tries on the daemon with the user's cookie, and what comes of each.
    private static func attacks(on origin: String) -> String {
        """
        (async () => {
          const origin = '\(origin)';
          const made = {};
          const put = (name, values) => new Promise((done) => {
            const element = Object.assign(document.createElement(name), values);
            element.onload = () => done('loaded');
            element.onerror = () => done('refused');
            document.body.append(element);
          });
          made.picture = await put('img', { src: origin + '/v1/notifications/1/attachments/f' });
          made.script = await put('script', { src: origin + '/v1/center' });
          made.polyglot = await put('script', { src: origin + '/v1/notifications/2/attachments/f' });
          made.style = await put('link', { rel: 'stylesheet', href: origin + '/v1/center' });
          made.read = await fetch(origin + '/v1/center', { credentials: 'include' })
            .then(() => 'read', () => 'refused');
          made.events = await new Promise((done) => {
            const events = new EventSource(origin + '/v1/events', { withCredentials: true });
            events.onopen = () => done('opened');
            events.onerror = () => { events.close(); done('refused'); };
          });
          const body = '{"action":"dismiss"}';
          await fetch(origin + '/v1/notifications/1/response',
            { method: 'POST', mode: 'no-cors', credentials: 'include', body })
            .catch(() => {});
          await put('iframe', { name: 'target', src: 'about:blank' });
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', enctype: 'text/plain', target: 'target' });
          form.action = origin + '/v1/notifications/1/response';
          const field = Object.assign(document.createElement('input'), { name: '{"action":"dismiss","x":"' });
          field.value = '"}';
          form.append(field);
          document.body.append(form);
          const sent = new Promise((done) => document.querySelector('iframe').onload = done);
          form.submit();
          await sent;
          // One of its own page, which the browser is not to show there.
          await put('iframe', { src: origin + '/' });
          return [made.picture, made.script, made.polyglot, made.style, made.read, made.events,
            String(window.isRun)].join();
        })()
        """
    }

    /// How often files of the page were asked for.
    private func askedFiles(of daemon: LiveDaemon) async throws -> [Substring] {
        try await daemon.request("GET", "/metrics").text.split(separator: "\n")
            .filter { $0.hasPrefix("belfry_api_requests_total") && $0.contains(#"path="/page"#) }
    }

    @Test func `another site's page neither reads, nor changes, nor frames anything`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        // A picture, and one whose bytes are a script as well.
        let script =
            Data("GIF89a/*".utf8) + SampleFiles.movingPicture.dropFirst(8)
            + Data("*/=1;window.isRun=true;".utf8)
        for (name, data) in [("a.gif", SampleFiles.movingPicture), ("b.gif", script)] {
            let file = fixture.folder.appendingPathComponent(name)
            try data.write(to: file)
            let attachment = #"{"identifier":"f","path":"\#(file.path)"}"#
            let content = #"{"title":"t","attachments":[\#(attachment)]}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(name)","content":\#(content)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        let other = try PythonScript(Self.otherSite, [])
        let port = String(decoding: try await other.line().dropLast(), as: UTF8.self)
        let origin = try WebVisitor(daemon).origin
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(2))')")
            // A port more of the same address: browsers send the cookie along, whatever its SameSite.
            try await page.command("Page.navigate", ["url": .string("http://127.0.0.1:\(port)/")])
            try await page.wait(until: "document.title === 'Other'")
            let before = try await askedFiles(of: daemon)
            #expect(
                try await page.evaluate(Self.attacks(on: origin))
                    == "refused,refused,refused,refused,refused,refused,undefined"
            )
            #expect(try await askedFiles(of: daemon) == before)
            try await page.evaluate("window.faults = []")
        }
        for number in 1...2 {
            let entry = try await daemon.request("GET", "/v1/notifications/\(number)")
            #expect(entry.object["state"] == "presented", "\(entry.text)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `shows as text whatever an app and its sender call things`() async throws {
        let attack = "<img src=x onerror=alert(1)>"
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let input = #"{"buttonTitle":"\#(attack)","placeholder":"\#(attack)"}"#
        try await setCategories(
            #"""
            [{"identifier":"c","actions":[{"identifier":"reply","title":"Reply","textInput":\#(input)}],
            "categorySummaryFormat":"\#(attack)","hiddenPreviewsBodyPlaceholder":"\#(attack)"}]
            """#,
            of: daemon
        )
        let focus = #"{"focus":{"name":"\#(attack)"}}"#
        #expect(try await daemon.request("PATCH", "/v1/device", focus).status == 200)
        for number in 1...2 {
            try await push(
                #"{"alert":{"title":"\#(number)"},"category":"c","thread-id":"t"}"#,
                to: daemon
            )
        }
        let refused = #"{"aps":{"alert":"a","sound":"\#(attack)"},"\#(attack)":1}"#
        _ = try await daemon.request("POST", "/v1/apps/\(Self.app)/push", refused)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(2))')")
            #expect(
                try await page.evaluate("document.querySelector('#device').textContent")
                    == .string("Unlocked · Focus: \(attack)")
            )
            #expect(try await page.text(of: ".rest") == attack)
            try await page.click("#device-panel summary")
            try await page.wait(until: "document.querySelector('[data-key=focus]')")
            #expect(
                try await page.evaluate(
                    "document.querySelector('[data-key=focus]').selectedOptions[0].text"
                ) == .string(attack)
            )
            try await page.click(card(2, " .toggle"))
            try await page.click(card(2, " [data-action=reply] > button"))
            #expect(
                try await page.evaluate(
                    "document.querySelector('\(card(2, " form textarea"))').placeholder"
                ) == .string(attack)
            )
            #expect(try await page.text(of: card(2, " form button")) == attack)
            let hides = #"{"showPreviews":"never"}"#
            _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
            try await page.evaluate("document.querySelector('#lock').click()")
            try await page.wait(
                until: "document.querySelector('\(card(2, " .body"))')?.textContent === '\(attack)'"
            )
            try await page.click("#tab-history")
            #expect(try await page.evaluate("document.querySelectorAll('img').length") == 0)
        }
        #expect(daemon.stop() == 0)
    }
    /// Has the daemon call its devices, an extension and the causes of its fallbacks something.
    private static func spoil(with attack: String) -> String {
        """
        window.attack = '\(attack)';
        const ask = window.fetch;
        window.fetch = async (path, options) => {
          const answer = await ask(path, options);
          const tally = { runs: 1, content: 0, dropped: 0, notCalled: 0,
            fallbacks: [{ verdict: attack, reason: attack, count: 1 }] };
          const extensions = [{ app: '\(app)', extension: attack, all: tally, parts: [tally] }];
          const values = {
            '/v1/devices': () =>
              ({ devices: [{ name: attack, isOnline: true, power: 'charging', stored: 2 }] }),
            '/v1/extensions/statistics': () =>
              ({ span: 'day', now: '2026-03-20T12:00:00Z', parts: [{ from: '2026-03-20T11:00:00Z' }],
                extensions }),
          };
          const value = values[String(path).split('?')[0]];
          return value ? new Response(JSON.stringify(value()), answer) : answer;
        };
        true
        """
    }

    @Test func `shows as text what a sound, a device and the causes of fallbacks are called`()
        async throws
    {
        let attack = "<img src=x onerror=alert(1)>"
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let file = fixture.folder.appendingPathComponent("chime.wav")
        try SampleFiles.sound.write(to: file)
        let attachment = #"{"identifier":"\#(attack)","path":"\#(file.path)"}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":{"title":"t","attachments":[\#(attachment)]}}"#
        )
        try #require(added.status == 201, "\(added.text)")
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            #expect(try await page.text(of: card(1, " figcaption")) == attack)

            try await page.evaluate(Self.spoil(with: attack))
            try await page.click("#device-panel summary")
            let labels = "document.querySelectorAll('#push-devices .setting')"
            try await page.wait(until: "[...\(labels)].at(-1)?.textContent.endsWith(attack)")
            let said = try await texts(of: labels, on: page).joined()
            for text in [
                "Device \(attack) is online", "Power of \(attack)", "2 wait for \(attack)",
            ] {
                #expect(said.contains(text), "\(text): \(said)")
            }
            try await page.click("#device-panel summary")
            try await page.click("#tab-push")
            let choice = "document.querySelector('#push-device').selectedOptions[0]?.text"
            try await page.wait(until: "\(choice) === attack")

            try await page.click("#tab-extensions")
            try await page.wait(until: "document.querySelector('.statistic')")
            #expect(try await page.text(of: ".statistic h2 small") == attack)
            #expect(
                try await page.text(of: ".numbers tbody tr td:nth-child(5)")
                    == "\(attack): \(attack) 1 (100.0 %)"
            )
            #expect(try await page.evaluate("document.querySelectorAll('img[src=x]').length") == 0)
        }
        #expect(daemon.stop() == 0)
    }
}
