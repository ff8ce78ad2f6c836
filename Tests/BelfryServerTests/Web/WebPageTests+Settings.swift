// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    private static let path = "/v1/apps/\(app)"

    /// What an app asks for that asks for everything but quiet delivery.
    private static let options =
        #"["alert","sound","badge","carPlay","criticalAlert","announcement","timeSensitive"]"#

    /// The controls of a place, in order: a switch by its key, a choice by its key and its words.
    private static func controls(in place: String) -> String {
        """
        [...document.querySelectorAll('\(place) :is(input, select)')].map(({ dataset, options }) =>
          [dataset.key, ...[...options ?? []].map(({ value }) => value)].join(' '))
        """
    }

    /// Chooses a word as the user does: the page is told that the choice has changed.
    func choose(_ word: String, in list: String, on page: BrowserPage) async throws {
        try await page.evaluate(
            """
            (() => {
              const list = document.querySelector('\(list)');
              list.value = '\(word)';
              list.dispatchEvent(new Event('change'));
            })()
            """
        )
    }

    /// Waits until the daemon answers with something.
    private func wait(
        for path: String,
        of daemon: LiveDaemon,
        _ key: String,
        _ value: JSONValue?,
        in read: (JSONObject) -> JSONObject?
    ) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let answer = try await daemon.request("GET", path)
            if read(answer.object)?[key] == value { return }
            try #require(ContinuousClock.now < end, "\(key) is not \(value): \(answer.text)")
        }
    }

    /// A daemon with an app that has every setting there is.
    private func makeSettledDaemon(in fixture: borrowing DaemonFixture) async throws -> LiveDaemon {
        let app = try await fixture.makeApp("Sample", extension: "Completes")
        let rights = ["critical-alerts", "time-sensitive", "communication"]
        try fixture.entitle(app, rights, activities: ["INSendMessageIntent"])
        try fixture.entitle(app + "/PlugIns/Completes.appex", ["filtering"])
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let answer = Self.path + "/authorization"
        _ = try await daemon.request("PUT", answer, #"{"status":"notDetermined"}"#)
        let token = try await daemon.request("GET", Self.path + "/token").object["token"]?.string
        let headers = ["Authorization: Bearer \(token ?? "")"]
        // What is asked for is kept with the question, which waits for the user.
        async let asked = daemon.request(
            "POST",
            "/v1/app/authorization",
            #"{"options":\#(Self.options)}"#,
            headers: headers
        )
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "authorizationAsked" } }
        _ = try await daemon.request("PUT", answer, #"{"status":"authorized"}"#)
        #expect(try await asked.object["granted"] == true)
        return daemon
    }

    @Test func `each setting of an app is what its switch or choice says`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeSettledDaemon(in: fixture)
        let known = try await daemon.request("GET", Self.path).object["settings"]?.object ?? [:]
        let switches = known.members.filter { ["enabled", "disabled"].contains($0.value) }.map(
            \.key
        )
        #expect(switches.count == 12, "\(known)")
        try await open(daemon, width: 1200) { page async throws in
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: "document.querySelector('.settings [data-key=sound]')")
            guard
                case .array(let found) = try await page.evaluate(Self.controls(in: "form.settings"))
            else { throw ToolFailure("the page has no settings", .software) }
            let texts = found.compactMap(\.string)
            // Whether a Focus lets it through is kept with the device.
            #expect(texts.filter { $0.hasPrefix("through") } == ["through Do Not Disturb"])
            let controls = texts.map { $0.split(separator: " ") }
                .filter { !["authorization", "through"].contains($0.first) }
            // The page has a switch for everything that can be on or off, and its choices beside.
            #expect(
                Set(controls.compactMap(\.first).map(String.init))
                    == Set(switches + ["alertStyle", "showPreviews", "grouping"])
            )
            for control in controls {
                let key = String(control[0])
                let place = "form.settings [data-key=\(key)]"
                let first = try #require(known[key])
                if control.count == 1 {
                    let other: JSONValue = first == "enabled" ? "disabled" : "enabled"
                    for value in [other, first] {
                        try await page.click(place)
                        try await wait(for: Self.path, of: daemon, key, value) {
                            $0["settings"]?.object
                        }
                        try await page.wait(
                            until:
                                "document.querySelector('\(place)').checked === \(value == "enabled")"
                        )
                    }
                } else {
                    for word in control.dropFirst() + [Substring(first.string ?? "")] {
                        try await choose(String(word), in: place, on: page)
                        try await wait(for: Self.path, of: daemon, key, .string(String(word))) {
                            $0["settings"]?.object
                        }
                    }
                }
            }
        }
        // Each was put back, and none has changed another one.
        let last = try await daemon.request("GET", Self.path).object["settings"]?.object
        #expect(last == known)
        #expect(daemon.stop() == 0)
    }

    @Test func `puts a switch back where the daemon refuses, and says why`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        // The daemon's answer waits until the test calls `refuse()`.
        let hold = """
            const ask = window.fetch;
            window.fetch = async (path, options) => {
              if (!path.endsWith('/settings')) return ask(path, options);
              await new Promise((resolve) => window.refuse = resolve);
              return new Response('', { status: 500 });
            };
            true
            """
        let sound = "form.settings [data-key=sound]"
        let isOn = "document.querySelector('\(sound)').checked"
        let status = "document.querySelector('#status').textContent"
        try await open(daemon, width: 1200) { page async throws in
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: isOn)
            try await page.evaluate(hold)
            try await page.click(sound)
            try await page.wait(until: "window.refuse")
            #expect(try await page.evaluate(isOn) == false)
            try await page.evaluate("refuse()")
            try await page.wait(until: "\(status) === 'The daemon answered 500.'")
            #expect(try await page.evaluate(isOn) == true)
        }
        let app = try await daemon.request("GET", Self.path).object
        #expect(app["settings"]?.object?["sound"] == "enabled", "\(app)")
        #expect(daemon.stop() == 0)
    }

    @Test func `an app is allowed, kept quiet, denied and asked again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let list = "form.settings [data-key=authorization]"
        try await open(daemon, width: 1200) { page async throws in
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: "document.querySelector('\(list)')?.value === 'authorized'")
            #expect(
                try await page.evaluate(Self.controls(in: "form.settings") + "[0]")
                    == "authorization authorized provisional denied notDetermined"
            )
            for word in ["provisional", "denied", "notDetermined", "authorized", "provisional"] {
                try await choose(word, in: list, on: page)
                try await wait(for: Self.path, of: daemon, "authorization", .string(word)) { $0 }
                try await page.wait(until: "document.querySelector('\(list)').value === '\(word)'")
                // What it may do is set where it may notify.
                let mayNotify = ["provisional", "authorized"].contains(word)
                let alert = "document.querySelector('form.settings [data-key=alert]')"
                try await page.wait(until: "Boolean(\(alert)) === \(mayNotify)")
            }
            try await keep(page, as: "center-provisional.png")
            // It comes to the list alone, and asks whether to keep the app.
            try await push(#"{"alert":{"title":"Quiet"},"sound":"default"}"#, to: daemon)
            try await page.wait(until: "document.querySelector('#groups \(card(1))')")
            #expect(try await page.evaluate("document.querySelector('#banner').hidden") == true)
            try await page.click("#groups \(card(1, " .toggle"))")
            try await page.wait(until: "document.querySelector('[data-action=keep]')")
        }
        let entry = try await daemon.request("GET", "/v1/notifications/1").object
        #expect(entry["asksToKeep"] == true, "\(entry)")
        #expect(entry["presentation"]?.object?["surfaces"] == ["list"], "\(entry)")
        #expect(daemon.stop() == 0)
    }

    @Test func `each control of the device changes the device`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, ["--virtual-clock"])
        let panel = "#device-controls"
        @Sendable func isSet(_ key: String, _ value: JSONValue?) async throws {
            try await wait(for: "/v1/device", of: daemon, key, value) { $0 }
        }
        try await open(daemon) { page async throws in
            try await page.click("#device-panel summary")
            try await page.wait(until: "document.querySelector('\(panel) [data-key=lock]')")
            let found = try await page.evaluate(Self.controls(in: panel))
            #expect(
                found == [
                    "lock unlocked locked beforeFirstUnlock", .string("front  \(Self.app)"),
                    "mute", "carPlay", "headphones", "focus  Do Not Disturb", "schedule",
                ],
                "\(found)"
            )
            for word in ["locked", "beforeFirstUnlock", "unlocked"] {
                try await choose(word, in: "\(panel) [data-key=lock]", on: page)
                try await isSet("lock", .string(word))
            }
            for word in [Self.app, ""] {
                try await choose(word, in: "\(panel) [data-key=front]", on: page)
                try await isSet("foregroundApp", word.isEmpty ? nil : .string(word))
            }
            for isMuted in [true, false] {
                try await press("mute", isOn: isMuted, on: page)
                try await isSet("isMuted", .bool(isMuted))
            }
            try await press("headphones", isOn: true, on: page)
            try await isSet("accessories", ["headphones"])
            try await press("carPlay", isOn: true, on: page)
            try await isSet("accessories", ["carPlay", "headphones"])
            try await press("headphones", isOn: false, on: page)
            try await isSet("accessories", ["carPlay"])
            try await press("carPlay", isOn: false, on: page)
            try await isSet("accessories", [])
            try await choose("Do Not Disturb", in: "\(panel) [data-key=focus]", on: page)
            let through = "through \(Self.app)"
            for isLetThrough in [true, false] {
                try await press(through, isOn: isLetThrough, on: page)
                try await wait(
                    for: "/v1/device",
                    of: daemon,
                    "allowedApps",
                    isLetThrough ? [.string(Self.app)] : []
                ) { $0["focus"]?.object }
            }
            try await choose("", in: "\(panel) [data-key=focus]", on: page)
            try await isSet("focus", nil)

            for word in ["charging", "low", "battery"] {
                let list = "#push-devices [data-key=\"power main\"]"
                try await page.wait(until: "document.querySelector('\(list)')")
                try await choose(word, in: list, on: page)
                try await wait(for: "/v1/devices", of: daemon, "power", .string(word)) {
                    $0.list("devices").first
                }
            }
            for isOnline in [false, true] {
                let box = "#push-devices [data-key=\"online main\"]"
                try await page.click(box)
                try await wait(for: "/v1/devices", of: daemon, "isOnline", .bool(isOnline)) {
                    $0.list("devices").first
                }
                try await page.wait(
                    until: "document.querySelector('\(box)').checked === \(isOnline)"
                )
            }
            let clock = #"{"zone":"UTC","set":"2026-03-20T12:00:00Z"}"#
            #expect(try await daemon.request("POST", "/v1/clock", clock).status == 200)
            for (title, now) in [
                ("1 minute on", "2026-03-20T12:01:00.000Z"),
                ("1 hour on", "2026-03-20T13:01:00.000Z"),
                ("1 day on", "2026-03-21T13:01:00.000Z"),
            ] {
                try await page.click("[data-key=\"\(title)\"]")
                try await wait(for: "/v1/clock", of: daemon, "now", .string(now)) { $0 }
            }
        }
        #expect(daemon.stop() == 0)
    }

    /// Presses a switch of the device, and waits until the page has it so: it draws its controls anew
    /// once the daemon has answered.
    private func press(_ key: String, isOn: Bool, on page: BrowserPage) async throws {
        let box = "#device-controls [data-key=\"\(key)\"]"
        try await page.wait(until: "document.querySelector('\(box)')?.checked === \(!isOn)")
        try await page.click(box)
        try await page.wait(until: "document.querySelector('\(box)')?.checked === \(isOn)")
    }
}

extension JSONObject {
    /// The objects of a list.
    fileprivate func list(_ key: String) -> [JSONObject] {
        guard case .array(let values)? = self[key] else { return [] }
        return values.compactMap(\.object)
    }
}
