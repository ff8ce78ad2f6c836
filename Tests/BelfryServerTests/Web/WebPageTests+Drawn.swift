// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// What the manifest of a content extension changes on the daemon's page, the view with the keyboard, and
/// a daemon that is killed while one draws.
extension WebPageTests {
    /// Waits until the extension has drawn the notification, and takes what the user does.
    private func draws(on page: BrowserPage) async throws {
        try await says("received", on: page)
        try await page.wait(until: "document.querySelector('.live').dataset.phase === 'open'")
    }

    /// Waits until the extension's label says something.
    private func says(_ text: String, on page: BrowserPage) async throws {
        let label = "document.querySelector('\(card(1, " .live [data-view=\"2\"]"))')"
        try await page.wait(until: "\(label)?.textContent === '\(text)'")
    }

    /// A daemon with an app whose extension has such a manifest.
    private func makeDrawingDaemon(
        in fixture: borrowing DaemonFixture,
        _ attributes: [String: Any],
        flags: [String] = []
    ) async throws -> LiveDaemon {
        let app = try await fixture.makeApp("Sample")
        try await fixture.addDrawing("Draws", to: app, attributes: attributes, flags: flags)
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        try await WebViewTests.setActions(of: daemon)
        return daemon
    }

    @Test func `gives a view its place before the extension has drawn it`() async throws {
        let fixture = try DaemonFixture()
        let ratio = ["UNNotificationExtensionInitialContentSizeRatio": 0.25]
        let daemon = try await makeDrawingDaemon(in: fixture, ratio, flags: ["-DHANGS_IN_LOAD"])
        try await WebViewTests.push(to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await page.wait(
                until: "document.querySelector('.live').dataset.phase === 'loading'"
            )
            let box = "document.querySelector('.live .stage').getBoundingClientRect()"
            // The line above and below it is the page's.
            try await page.wait(
                until: "\(box).width > 200 && Math.abs(\(box).height - \(box).width / 4) <= 3"
            )
            #expect(
                try await page.evaluate("document.querySelector('.live .stage').ariaBusy") == "true"
            )
            #expect(
                try await page.text(of: ".live .waiting") == "The extension is being loaded."
            )
            try await keep(page, as: "center-live-loading.png")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `opens the app by a click on a view that takes none, and hides texts`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDrawingDaemon(
            in: fixture,
            [
                "UNNotificationExtensionUserInteractionEnabled": false,
                "UNNotificationExtensionDefaultContentHidden": true,
            ]
        )
        try await WebViewTests.push(to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await draws(on: page)
            #expect(
                try await page.evaluate("document.querySelector('.live .texts').hidden") == true
            )
            // Nothing in it has the focus by the keyboard, or does what it would do.
            #expect(
                try await page.evaluate(
                    "[...document.querySelectorAll('.stage :is(button, input)')].filter(({ tabIndex, disabled }) => tabIndex >= 0 && !disabled).length"
                ) == 0
            )
            try await keep(page, as: "center-live-passive.png")
            try await page.click(card(1, " .stage"))
            try await page.wait(until: "!document.querySelector('\(card(1))')")
        }
        let entry = try await daemon.request("GET", "/v1/notifications/1/explanation")
        #expect(
            entry.object["response"]?.object?["action"]
                == "com.apple.UNNotificationDefaultActionIdentifier",
            "\(entry.text)"
        )
        #expect(daemon.stop() == 0)
    }

    @Test func `shows a view with the keyboard, whose field has the focus`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        try await WebViewTests.push("docks", to: daemon)
        let docked = card(1, " .live > .accessory")
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await draws(on: page)
            #expect(try await page.evaluate("document.querySelector('\(docked)').hidden") == true)
            try await page.click(card(1, " [data-action=stay] > button"))
            try await says("stay", on: page)
            let field = "document.querySelector('\(docked) .field')"
            try await page.wait(until: "\(field) && document.activeElement === \(field)")
            try await page.type("I come")
            try await says("I come", on: page)
            try await page.click("\(docked) .push")
            try await says("tapped 1", on: page)
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await page.wait(until: "\(Self.overflow) === ''")
                try await keep(page, as: "center-live-docked-\(name).png")
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `draws anew after the daemon was killed, and says what has happened`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        try await fixture.addDrawing("Draws", to: app)
        let folder = fixture.folder
        let (daemon, port) = try start(in: folder)
        try await fixture.install(app, in: daemon)
        try await WebViewTests.setActions(of: daemon)
        try await WebViewTests.push(to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await draws(on: page)
            try await page.click(card(1, " .push"))
            try await says("tapped 1", on: page)
            daemon.kill()
            try await page.wait(
                until:
                    "document.querySelector('.live .waiting').textContent.includes('connection is lost')"
            )
            try await page.wait(
                until: "document.querySelector('#status').textContent.includes('tries again')"
            )
            // What it had drawn is there, and does nothing.
            try await says("tapped 1", on: page)
            let second = try LiveDaemon(in: folder, ["--port", "\(port)"])
            try await draws(on: page)
            try await page.wait(
                until: "document.querySelector('.live .waiting').textContent === ''"
            )
            try await page.click(card(1, " .push"))
            try await says("tapped 1", on: page)
            try await page.click(card(1, " [data-action=forward] > button"))
            try await page.wait(until: "!document.querySelector('\(card(1))')")
            let entry = try await second.request("GET", "/v1/notifications/1/explanation")
            #expect(entry.object["response"]?.object?["action"] == "forward", "\(entry.text)")
            #expect(second.stop() == 0)
        }
    }
}
