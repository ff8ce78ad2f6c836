// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    /// One state of the device, and where a notification comes then: in each it is in the list too.
    private struct Place {
        let device: String
        let surface: String?

        /// The three of an iPhone: over what the user does, on the lock screen, and in the list of what
        /// was missed.
        static let all = [
            Place(device: #"{"lock":"unlocked","focus":null}"#, surface: "banner"),
            Place(device: #"{"lock":"locked","focus":null}"#, surface: "lockScreen"),
            Place(
                device: #"{"lock":"unlocked","focus":{"name":"Work","allowedApps":[]}}"#,
                surface: nil
            ),
        ]
    }

    /// What the user sees of the expanded notification, and what can be done with it.
    private static let golden = """
        title: Party
        subtitle: Tonight
        body: Will you come?
        thumbnail
        picture: cake
        action com.apple.UNNotificationDefaultActionIdentifier: Open fixture
        action accept: Accept
        action destructive decline: Decline
        action comment: Comment, then "Enter comment here..." and Send
        Dismiss Party
        """

    /// Reads that off the page.
    private static func drawn(_ card: String) -> String {
        """
        (() => {
          const card = document.querySelector('\(card)');
          const all = (part) => [...card.querySelectorAll(part)];
          const reply = (form) =>
            form ? `, then "${form.elements[0].placeholder}" and ${form.elements[1].textContent}` : '';
          return [
            ...all('.texts > *').map((text) => `${text.className}: ${text.textContent}`),
            ...all('.thumbnail').map(() => 'thumbnail'),
            ...all('.picture').map((picture) => `picture: ${picture.alt}`),
            ...all('.action').map((action) =>
              `${action.className} ${action.dataset.action}: ${action.querySelector('button').textContent}`
              + reply(action.querySelector('form'))),
            ...all('.action > button:disabled').map(() => 'an action that is disabled'),
            ...all('.close').map((close) => close.getAttribute('aria-label')),
          ].join('\\n');
        })()
        """
    }

    @Test func `shows one notification alike as a banner, on the lock screen and in the list`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let picture = fixture.folder.appendingPathComponent("cake.png")
        try #require(Data(base64Encoded: Self.cake)).write(to: picture)
        let content =
            #"{"title":"Party","subtitle":"Tonight","body":"Will you come?","badge":1,"#
            + #""sound":{"kind":"default"},"categoryIdentifier":"event-invite","#
            + #""attachments":[{"identifier":"cake","path":"\#(picture.path)"}]}"#
        try await open(daemon) { page async throws in
            var told: [JSONObject] = []
            for (place, number) in zip(Place.all, 1...) {
                let device = try await daemon.request("PATCH", "/v1/device", place.device)
                try #require(device.status == 200, "\(device.text)")
                let added = try await daemon.request(
                    "POST",
                    "/v1/apps/\(Self.app)/requests",
                    #"{"identifier":"party","content":\#(content)}"#
                )
                try #require(added.status == 201, "\(added.text)")
                // Each takes the place of the one before.
                let only =
                    "document.querySelectorAll('#groups .card').length === 1"
                    + " && document.querySelector('\(card(number))')"
                try await page.wait(until: only)
                let entry = try await daemon.request("GET", "/v1/notifications/\(number)").object
                let surfaces = try #require(entry["presentation"]?.object?["surfaces"])
                let places = ["banner", "lockScreen", "list"].filter {
                    "\(surfaces)".contains("\"\($0)\"")
                }
                #expect(places == [place.surface, "list"].compactMap(\.self), "\(surfaces)")
                try await page.click(card(number, " .toggle"))
                try await page.wait(until: "document.querySelector('\(card(number, ".expanded"))')")
                #expect(try await page.evaluate(Self.drawn(card(number))) == .string(Self.golden))
                if let surface = place.surface {
                    try await expectLikeness(of: number, on: surface, on: page)
                }
                if place.surface != "lockScreen" {
                    // What has not come to the lock screen is not there.
                    try await page.click("#tab-lock-screen")
                    try await page.wait(until: "document.querySelector('#lock-cards .none')")
                    #expect(
                        try await page.evaluate(
                            "document.querySelectorAll('#lock-cards .card').length"
                        ) == 0
                    )
                    try await page.click("#tab-list")
                }
                try await keep(page, as: "surface-\(place.surface ?? "list").png")
                told.append(try #require(entry["content"]?.object))
            }
            // Those who ask over the API are told the same, but for where the picture's copy is.
            let texts = told.map { content in
                var content = content
                content["attachments"] = nil
                return content
            }
            #expect(texts == [texts[0], texts[0], texts[0]])
            #expect(texts[0]["categoryIdentifier"] == "event-invite")
        }
        #expect(daemon.stop() == 0)
    }

    /// Expects that the banner or the lock screen has the same card, which does the same.
    private func expectLikeness(
        of number: Int,
        on surface: String,
        on page: BrowserPage
    ) async throws {
        let place = surface == "banner" ? "#banner" : "#lock-cards"
        if surface == "lockScreen" { try await page.click("#tab-lock-screen") }
        let shown = "\(place) \(card(number))"
        try await page.wait(until: "document.querySelector('\(shown)')")
        if try await page.evaluate("document.querySelector('\(shown)').matches('.expanded')")
            != true
        {
            try await page.click("\(shown) .toggle")
        }
        #expect(try await page.evaluate(Self.drawn(shown)) == .string(Self.golden))
        // Unlike the list it has no heading that names the app.
        #expect(try await page.text(of: "\(shown) .from") == "fixture")
        try await keep(page, as: "place-\(surface).png")
        if surface == "lockScreen" {
            try await page.click("#tab-list")
        } else {
            try await page.click("#banner .hide")
        }
        #expect(
            try await page.evaluate(
                "document.querySelector('\(shown)')?.checkVisibility() ?? false"
            ) == false
        )
    }

    @Test func `a banner leaves, unless the user is at it or it is persistent`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let isShown = "!document.querySelector('#banner').hidden"
        try await open(daemon, holdsTime: true) { page async throws in
            try await push(#"{"alert":{"title":"First"}}"#, to: daemon)
            try await page.wait(until: isShown)
            #expect(try await page.text(of: "#banner .title") == "First")
            try await page.evaluate("pass()")
            #expect(try await page.evaluate(isShown) == false)
            #expect(
                try await page.evaluate("document.querySelectorAll('#groups .card').length") == 1
            )

            try await push(#"{"alert":{"title":"Second"}}"#, to: daemon)
            try await page.wait(until: isShown)
            try await page.evaluate("document.querySelector('#banner .toggle').focus(); pass()")
            #expect(try await page.evaluate(isShown) == true)
            try await page.press("Escape", code: 27)
            #expect(try await page.evaluate(isShown) == false)

            let persistent = #"{"alertStyle":"alert"}"#
            _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", persistent)
            try await push(#"{"alert":{"title":"Third"}}"#, to: daemon)
            try await page.wait(until: isShown)
            try await page.evaluate("pass()")
            #expect(try await page.evaluate(isShown) == true)
            // A locked device shows none.
            try await page.click("#lock")
            try await page.wait(until: "!(\(isShown))")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `what is shown later than newer ones comes as a banner too`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        @Sendable func change(isOnline: Bool) async throws {
            let body = #"{"isOnline":\#(isOnline)}"#
            let answer = try await daemon.request("PATCH", "/v1/devices/main", body)
            try #require(answer.status == 200, "\(answer.text)")
        }
        try await change(isOnline: false)
        let path = "/v1/apps/\(Self.app)/push?device=main"
        let stored = try await daemon.request("POST", path, #"{"aps":{"alert":{"title":"Late"}}}"#)
        try #require(stored.status == 200, "\(stored.text)")
        try await open(daemon, holdsTime: true) { page async throws in
            try await push(#"{"alert":{"title":"Newer"}}"#, to: daemon)
            try await page.wait(until: "document.querySelector('#banner \(card(2))')")
            try await change(isOnline: true)
            try await page.wait(until: "document.querySelector('#banner \(card(1))')")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `a device that is locked elsewhere hides its texts on the page, at once`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let previews = #"{"showPreviews":"whenAuthenticated"}"#
        // Time stands still: the page learns of nothing by looking again after a while.
        try await open(daemon, holdsTime: true) { page async throws in
            try await push(#"{"alert":{"title":"Secret"}}"#, to: daemon)
            let text = "document.body.textContent.includes('Secret')"
            try await page.wait(until: text)
            let settings = "/v1/apps/\(Self.app)/settings"
            #expect(try await daemon.request("PATCH", settings, previews).status == 200)
            let lock = try await daemon.request("PATCH", "/v1/device", #"{"lock":"locked"}"#)
            #expect(lock.status == 200)
            try await page.wait(until: "!(\(text))")
            _ = try await daemon.request("PATCH", "/v1/device", #"{"lock":"unlocked"}"#)
            try await page.wait(until: text)
            // What is set for the app counts at once as well.
            let never = #"{"showPreviews":"never"}"#
            #expect(try await daemon.request("PATCH", settings, never).status == 200)
            try await page.wait(until: "!(\(text))")
            #expect(try await daemon.request("DELETE", "/v1/apps/\(Self.app)").status == 204)
            let apps = "document.querySelector('#apps').textContent"
            try await page.wait(until: "!\(apps).includes('fixture')")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `what was expanded in the banner is seen, and what it only showed is not`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        @Sendable func banner(_ part: String) -> String {
            "document.querySelector('#banner \(part)')"
        }
        try await open(daemon, holdsTime: true) { page async throws in
            try await push(#"{"alert":{"title":"First"}}"#, to: daemon)
            try await page.wait(until: banner(card(1, ".unseen")))
            try await page.evaluate("pass()")
            try await page.wait(until: "document.querySelector('#banner').hidden")
            #expect(
                try await page.evaluate(
                    "document.querySelector('#groups \(card(1))').matches('.unseen')"
                ) == true
            )

            try await push(#"{"alert":{"title":"Second"}}"#, to: daemon)
            try await page.wait(until: banner(card(2, ".unseen")))
            try await page.click("#banner .toggle")
            try await page.wait(until: banner(card(2, ".expanded")))
            try await page.wait(until: "!document.querySelector('\(card(2, ".unseen"))')")
            let second = try await daemon.request("GET", "/v1/notifications/2")
            #expect(second.object["state"] == "seen", "\(second.text)")

            // What is seen elsewhere is so in the banner too.
            try await page.click("#banner .hide")
            try await push(#"{"alert":{"title":"Third"}}"#, to: daemon)
            try await page.wait(until: banner(card(3, ".unseen")))
            _ = try await daemon.request("POST", "/v1/notifications/3/seen")
            try await page.wait(until: "\(banner(card(3))) && !\(banner(card(3, ".unseen")))")
        }
        let first = try await daemon.request("GET", "/v1/notifications/1")
        #expect(first.object["state"] == "presented", "\(first.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `shows what stands as is asked for, in the list and in the history`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        for title in ["One", "Two", "Three"] {
            try await push(#"{"alert":{"title":"\#(title)"},"thread-id":"\#(title)"}"#, to: daemon)
        }
        _ = try await daemon.events(after: 0) {
            $0.filter { $0.kind == "presented" }.count == 3
        }
        _ = try await daemon.request("POST", "/v1/notifications/1/seen")
        _ = try await daemon.request("DELETE", "/v1/notifications/2")
        @Sendable func cards(in place: String) -> String {
            "[...document.querySelectorAll('\(place) .card')].map((each) => each.dataset.sequence).join()"
        }
        @Sendable func ask(_ state: String, on page: BrowserPage) async throws {
            try await page.evaluate(
                """
                (() => {
                  const field = document.querySelector('#filter-state');
                  field.value = '\(state)';
                  field.dispatchEvent(new Event('change'));
                })()
                """
            )
        }
        try await open(daemon) { page async throws in
            try await page.wait(until: "\(cards(in: "#groups")) === '3,1'")
            try await ask("presented", on: page)
            try await page.wait(until: "\(cards(in: "#groups")) === '3'")
            try await ask("seen", on: page)
            try await page.wait(until: "\(cards(in: "#groups")) === '1'")
            #expect(try await page.evaluate("document.querySelector('#list').hidden") == false)
            try await ask("dropped", on: page)
            try await page.wait(until: "document.querySelector('#ended .none')")
            #expect(
                try await page.evaluate("document.querySelector('#tab-history').ariaSelected")
                    == "true"
            )
            try await ask("removed", on: page)
            try await page.wait(until: "\(cards(in: "#ended")) === '2'")
            // The search keeps to it too.
            try await page.evaluate("document.querySelector('#search-field').focus()")
            try await page.type("t")
            try await page.wait(until: "\(cards(in: "#found-cards")) === '2'")
            try await ask("", on: page)
            try await page.wait(until: "\(cards(in: "#found-cards")) === '3,2'")
        }
        #expect(daemon.stop() == 0)
    }

    /// A picture of one pixel.
    private static let cake = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E\
        rkJggg==
        """
}
