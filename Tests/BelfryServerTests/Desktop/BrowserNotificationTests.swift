// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// A page in Chromium that notifies, with an extension between the browser and the desktop's server.
@Suite(
    .timeLimit(.minutes(3)),
    .serialized,
    .enabled(if: MockServer.isNeeded, Comment(rawValue: MockServer.isMissing))
) struct BrowserNotificationTests {
    /// What Chromium wants of a server; one that has less it does not use.
    private static let abilities = ["--capabilities", "actions,body,body-markup,persistence"]

    /// Has a page of a local server notify, and a user click on what the desktop's server shows.
    private func notify(
        on bus: PrivateBus,
        in folder: URL,
        _ server: MockServer,
        _ isChanged: @escaping @Sendable () async throws -> Void
    ) async throws {
        let file = folder.appendingPathComponent("zoo.html")
        try Data("<!doctype html><title>Zoo</title>".utf8).write(to: file)
        let pages = try FileServer(serving: file)
        defer { pages.stop() }
        let (address, origin) = (pages.address, pages.origin)
        let environment = bus.environment
        try await Browser.run(try BrowserProgram.find(), environment: environment) { browser in
            try await browser.command(
                "Browser.grantPermissions",
                ["origin": .string(origin), "permissions": ["notifications"]]
            )
            let page = try await BrowserPage(address, in: browser, width: 400, height: 400)
            try await page.wait(until: "document.title === 'Zoo'")
            try await page.evaluate(
                """
                window.heard = [];
                window.notification = new Notification('Fresh bananas', {body: 'at nine'});
                for (const kind of ['show', 'click', 'close', 'error'])
                  notification.addEventListener(kind, () => heard.push(kind));
                true
                """
            )
            try await page.wait(until: "heard.includes('show')")
            try await isChanged()
            let shown = try await server.notifications(1)
            let number = try #require(shown.first?.number("id"))
            try await server.tell("invoke \(number) default")
            try await page.wait(until: "heard.includes('close')")
            #expect(try await page.evaluate("heard") == ["show", "click", "close"])
        }
    }

    @Test func `an extension changes what a page shows, and the page hears of the click`()
        async throws
    {
        let stage = try await InterceptStage.start(Self.abilities)
        let server = stage.server
        try await notify(on: stage.bus, in: stage.folder, server) {
            let shown = try #require(try await server.notifications(1).first)
            #expect(shown["summary"] == "Fresh bananas, seen")
            #expect(shown["body"]?.string?.hasSuffix("at nine") == true)
            #expect(shown["app"] == "Chromium")
        }
        let record = try await stage.interception.record("Fresh bananas")
        #expect(record["verdict"] == "delivered")
    }

    @Test func `a server that keeps its name shows a page's notification changed`() async throws {
        let stage = try await ResendStage(Self.abilities)
        let server = stage.server
        try await notify(on: stage.bus, in: stage.fixture.folder, server) {
            let shown = try await server.notifications(2)
            #expect(shown.map { $0["summary"] } == ["Fresh bananas", "Fresh bananas, seen"])
            #expect(shown[0]["id"] == shown[1]["id"])
        }
    }
}
