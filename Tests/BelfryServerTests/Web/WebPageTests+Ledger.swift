// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// What the page says of a notification's life, of its extension's runs, and of everything that happens.
extension WebPageTests {
    /// A daemon whose app has the extension that says a text wherever it can.
    func makeRevealing(
        _ text: String,
        in fixture: borrowing DaemonFixture
    ) async throws -> LiveDaemon {
        let app = try await fixture.makeApp(
            "Sample",
            extension: "Reveals",
            flags: [#"-DTEXT="\#(text)""#],
            options: ["Network": ["http://listed.example"]]
        )
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        return daemon
    }

    /// Opens a notification's explanation on the page, with the report of its run.
    func explain(_ number: Int, on page: BrowserPage) async throws {
        try await page.wait(until: "document.querySelector('\(card(number))')")
        try await page.evaluate("document.querySelector('\(card(number, " .toggle"))').click()")
        let why = "document.querySelector('\(card(number, " .why"))')"
        // The report follows the notification.
        for _ in 0..<200 {
            try await page.evaluate("\(why).open = false; true")
            try await page.evaluate("\(why).open = true; true")
            try await page.wait(until: "\(why).querySelector('.outcome')")
            if try await page.evaluate("Boolean(\(why).querySelector('.run .bar'))") == true {
                return
            }
        }
        Issue.record("notification \(number) never had the report of its run")
    }

    /// The texts of all elements in a notification's explanation that a selector finds.
    private func said(_ number: Int, _ part: String, on page: BrowserPage) async throws -> [String]
    {
        let elements = "document.querySelectorAll('\(card(number, " .why \(part)"))')"
        return try await texts(of: elements, on: page)
    }

    /// The texts of elements.
    func texts(of elements: String, on page: BrowserPage) async throws -> [String] {
        let found = try await page.evaluate("[...\(elements)].map((each) => each.textContent)")
        guard case .array(let texts) = found else { return [] }
        return texts.compactMap(\.string)
    }

    @Test func `tells the life of a notification, and what its run did`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing("revealed", in: fixture)
        try await push(
            #"{"alert":{"title":"sent","body":"gone"},"mutable-content":1}"#,
            to: daemon
        )
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        _ = try await daemon.request("POST", "/v1/notifications/1/seen")
        try await open(daemon) { page async throws in
            try await explain(1, on: page)
            #expect(
                try await said(1, ".life strong", on: page) == [
                    "Accepted", "Decided", "Shown", "Read",
                ]
            )
            #expect(
                try await page.evaluate(
                    "[...document.querySelectorAll('.life .when')].every((each) => /^\\d\\d:\\d\\d:\\d\\d\\D\\d{3}$/.test(each.textContent))"
                ) == true
            )
            #expect(
                try await said(1, ".difference tbody tr", on: page) == [
                    "titlechangedsentrevealed", "subtitlechangedemptyrevealed",
                    "bodychangedgoneempty",
                ]
            )
            #expect(try await said(1, ".run .ending", on: page) == ["delivered: completed"])
            #expect(try await said(1, ".run .bar", on: page).count == 3)
            #expect(
                // They come by two ways, each in its own time.
                Set(try await said(1, ".lines li", on: page)) == [
                    "warningrevealed", "outputrevealed",
                ]
            )
            let network = try await said(1, ".run .denied", on: page)
            #expect(network.count == 2, "\(network)")
            #expect(
                network.first?.hasPrefix("Denied GET http://unlisted.example") == true,
                "\(network)"
            )
            for width in [360, 900] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-run-\(width).png")
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `shows what a run says as texts, whatever is in it`() async throws {
        let attack = "<img src=x onerror=alert(1)><script>alert(2)</script>&amp;"
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing(attack, in: fixture)
        try await push(
            #"{"alert":{"title":"\#(attack)","body":"\#(attack)"},"mutable-content":1}"#,
            to: daemon
        )
        try await open(daemon) { page async throws in
            // The host writes the addresses of the network itself; the page trusts none of them.
            try await page.evaluate(
                """
                window.attack = \(String(decoding: JSONValue.string(attack).serialized(), as: UTF8.self));
                const ask = window.fetch;
                window.fetch = async (path, options) => {
                  const answer = await ask(path, options);
                  if (!String(path).endsWith('/explanation')) return answer;
                  const value = await answer.json();
                  for (const step of value.life) step.note = attack;
                  for (const { report } of value.runs) {
                    if (!report) continue;
                    report.explanation = report.reason = attack;
                    report.bundle.warnings = [attack];
                    for (const each of report.network.decisions) {
                      each.host = each.method = each.message = each.remedy = attack;
                    }
                    for (const line of report.log) line.source = attack;
                    for (const entry of report.difference.entries) entry.field = attack;
                  }
                  return new Response(JSON.stringify(value), answer);
                };
                true
                """
            )
            try await explain(1, on: page)
            for part in [
                ".life .note", ".lines .text", ".lines .source", ".run .warning",
                ".run .denied small",
                ".difference ins", ".difference del",
            ] {
                let texts = try await said(1, part, on: page)
                #expect(!texts.isEmpty, "\(part)")
                #expect(texts.contains(attack), "\(part): \(texts)")
            }
            #expect(
                try await page.evaluate(
                    "document.querySelectorAll('img[src=x], body script').length"
                )
                    == 0
            )
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `says nothing of what a run did with texts that the device hides`() async throws {
        let secret = "secret-of-the-run"
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing(secret, in: fixture)
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        try await push(#"{"alert":{"title":"\#(secret)"},"mutable-content":1}"#, to: daemon)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let says = "document.documentElement.outerHTML.includes('\(secret)')"
        try await open(daemon) { page async throws in
            try await explain(1, on: page)
            #expect(try await page.evaluate(says) == true)
            try await page.click("#lock")
            try await page.wait(until: "document.querySelector('#lock').textContent === 'Unlock'")
            try await page.wait(until: "!(\(says))")
            let why = "document.querySelector('\(card(1, " .why"))')"
            #expect(try await page.evaluate("\(why).open") == false)
            try await page.evaluate("\(why).open = true; true")
            try await page.wait(until: "\(why).querySelector('.run .none')")
            #expect(try await said(1, ".run .bar", on: page).count == 3)
            #expect(try await said(1, ".lines", on: page) == [])
            #expect(try await said(1, ".difference", on: page) == [])
            #expect(try await page.evaluate(says) == false)
        }
        #expect(daemon.stop() == 0)
    }
}
