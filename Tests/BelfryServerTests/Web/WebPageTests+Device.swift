// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    /// Has answers about the push devices wait until the test calls `release(METHOD)`; `taken` counts
    /// those that the page has dealt with.
    private static let holdAnswers = """
        window.held = { GET: [], PATCH: [] };
        window.taken = 0;
        const ask = window.fetch;
        window.fetch = async (path, options) => {
          const answer = await ask(path, options);
          if (!path.startsWith('/v1/devices')) return answer;
          const text = await answer.text();
          await new Promise((resolve) => held[options.method].push(resolve));
          return { ok: answer.ok, status: answer.status, text: async () => {
            setTimeout(() => taken += 1);
            return text;
          } };
        };
        window.release = (method) => {
          const answers = held[method].splice(0);
          window.due = taken + answers.length;
          answers.forEach((resolve) => resolve());
        };
        """

    @Test func `keeps what the user chose until the daemon has answered`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let box = "document.querySelector('#push-devices input')"
        try await open(daemon) { page async throws in
            try await page.click("#device-panel summary")
            try await page.wait(until: box)
            // Nobody moves the machine's own clock.
            let clock = "document.querySelectorAll('#device-controls .clock').length"
            #expect(try await page.evaluate(clock) == 0)
            try await page.evaluate(Self.holdAnswers)
            try await page.evaluate(
                "document.querySelector('#device-panel').dispatchEvent(new Event('toggle'))"
            )
            // A reading from before the change comes after the click.
            try await page.wait(until: "held.GET.length > 0")
            try await page.click("#push-devices input")
            try await page.wait(until: "held.PATCH.length === 1")
            try await page.evaluate("release('GET')")
            try await page.wait(until: "taken >= due")
            #expect(try await page.evaluate("\(box).checked") == false)
            // One from after the change comes after the next click.
            try await page.evaluate("release('PATCH')")
            try await page.wait(until: "taken >= due && held.GET.length > 0")
            try await page.click("#push-devices input")
            try await page.wait(until: "held.PATCH.length === 1")
            try await page.evaluate("release('GET')")
            try await page.wait(until: "taken >= due")
            #expect(try await page.evaluate("\(box).checked") == true)
            try await page.evaluate("window.fetch = ask; release('PATCH'); release('GET')")
            try await page.wait(until: "\(box).checked")
        }
        let devices = try await daemon.request("GET", "/v1/devices").text
        #expect(devices.contains(#""isOnline":true"#), "\(devices)")
        #expect(daemon.stop() == 0)
    }

    @Test func `moves the device and its clock, and sends pushes`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, ["--virtual-clock"])
        let content = #"{"title":"Later"}"#
        let trigger = #"{"kind":"timeInterval","seconds":3600}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"later","content":\#(content),"trigger":\#(trigger)}"#
        )
        #expect(added.status == 201, "\(added.text)")
        try await open(daemon) { page async throws in
            try await page.click("#device-panel summary")
            let clock = "document.querySelectorAll('#device-controls .clock button').length"
            #expect(try await page.evaluate(clock) == 4)
            try await page.click("#device-controls [data-key=mute]")
            try await page.wait(
                until: "document.querySelector('#device').textContent.includes('muted')"
            )
            let choose = """
                (() => {
                  const list = document.querySelector('#device-controls [data-key=front]');
                  list.value = '\(Self.app)';
                  list.dispatchEvent(new Event('change'));
                })()
                """
            try await page.evaluate(choose)
            try await page.wait(
                until:
                    "document.querySelector('#device').textContent.includes('fixture is in front')"
            )
            try await page.evaluate(choose.replacing(Self.app, with: ""))
            try await page.wait(
                until: "!document.querySelector('#device').textContent.includes('in front')"
            )
            let box = "document.querySelector('#push-devices input')"
            try await page.wait(until: box)
            try await page.click("#push-devices input")
            try await page.wait(until: "!\(box).checked")
            #expect(
                try await daemon.request("GET", "/v1/devices").text.contains(#""isOnline":false"#)
            )
            try await page.click("#push-devices input")
            try await page.wait(until: "\(box).checked")
            try await page.evaluate(
                choose.replacing(Self.app, with: "low").replacing(
                    "#device-controls",
                    with: "#push-devices"
                )
                .replacing("front", with: "\"power main\"")
            )
            try await page.evaluate(
                choose.replacing(Self.app, with: "Do Not Disturb").replacing("front", with: "focus")
            )
            let through = "[data-key=\"through \(Self.app)\"]"
            try await page.wait(until: "document.querySelector('\(through)')")
            try await page.click(through)
            try await page.wait(until: "document.querySelector('\(through)').checked")
            #expect(
                try await page.evaluate("document.querySelector('#device').textContent")
                    .string?.contains("Focus: Do Not Disturb") == true
            )
            try await page.click("[data-key=\"To what is due next\"]")
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await keep(page, as: "center-device.png")

            try await page.click("#tab-push")
            try await page.click("#push-send")
            try await page.wait(
                until:
                    "document.querySelector('#push-answer').textContent === 'Notification 2: accepted.'"
            )
            try await page.resize(width: 360, height: 900)
            try await expectFit(of: page)
            try await keep(page, as: "center-push.png")
            try await page.evaluate(
                "document.querySelector('#push-payload').value = '{\"aps\": <b>}'"
            )
            try await page.click("#push-send")
            try await page.wait(until: "document.querySelector('#push-answer.fault')")
            #expect(
                try await page.evaluate("document.querySelectorAll('#push-answer *').length") == 0
            )
            try await page.click("#tab-list")
            try await page.wait(until: "document.querySelector('#list \(card(2))')")
        }
        let device = try await daemon.request("GET", "/v1/device")
        #expect(device.object["isMuted"] == true)
        #expect(device.object["foregroundApp"] == nil)
        #expect(device.object["focus"]?.object?["name"] == "Do Not Disturb", "\(device.text)")
        #expect(device.object["focus"]?.object?["allowedApps"] == [.string(Self.app)])
        let main = try await daemon.request("GET", "/v1/devices").text
        #expect(main.contains(#""isOnline":true"#) && main.contains(#""power":"low""#), "\(main)")
        #expect(daemon.stop() == 0)
    }

    @Test func `an app comes through a Focus that was not on so far, and through it again`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, ["--virtual-clock"])
        // At noon the hours that the page proposes are not on.
        let noon = #"{"set":"2026-03-20T12:00:00Z"}"#
        #expect(try await daemon.request("POST", "/v1/clock", noon).status == 200)
        let setting = "[data-key=\"through Do Not Disturb\"]"
        let through = "#device-controls [data-key=\"through \(Self.app)\"]"
        let focus = "#device-controls [data-key=focus]"
        @Sendable func isChecked(_ box: String, _ isOn: Bool) -> String {
            "document.querySelector('\(box)')?.checked === \(isOn)"
        }
        @Sendable func allowed() async throws -> JSONValue? {
            let device = try await daemon.request("GET", "/v1/device").object
            guard case .array(let focuses)? = device["focuses"] else { return nil }
            return focuses.first?.object?["allowedApps"]
        }
        try await open(daemon, width: 1200) { page async throws in
            try await page.click("#device-panel summary")
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: isChecked(".settings \(setting)", false))
            #expect(try await page.evaluate("document.querySelector('\(through)')") == .null)
            try await page.click(".settings \(setting)")
            try await page.wait(until: isChecked(".settings \(setting)", true))
            while try await allowed() != [.string(Self.app)] { try #require(!Task.isCancelled) }
            // Its hours are set, and it is not on: the device's switch is there, and says the same.
            try await page.click("[data-key=schedule]")
            try await page.wait(until: isChecked(through, true))
            try await page.click("[data-key=schedule]")
            try await page.wait(until: "!document.querySelector('\(through)')")
            for word in ["Do Not Disturb", "", "Do Not Disturb"] {
                try await choose(word, in: focus, on: page)
                try await page.wait(
                    until: word.isEmpty
                        ? "!document.querySelector('\(through)')" : isChecked(through, true)
                )
            }
            try await keep(page, as: "center-focus.png")
            try await page.click(through)
            try await page.wait(until: isChecked(".settings \(setting)", false))
            while try await allowed() != [] { try #require(!Task.isCancelled) }
            for width in [360, 900] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `has Do Not Disturb go on and off by a schedule`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture, ["--virtual-clock"])
        let clock = #"{"zone":"UTC","set":"2026-03-20T12:00:00Z"}"#
        #expect(try await daemon.request("POST", "/v1/clock", clock).status == 200)
        let said = "document.querySelector('#device').textContent"
        @Sendable func control(_ key: String) -> String {
            "document.querySelector('#device-controls [data-key=\"\(key)\"]')"
        }
        @Sendable func write(_ key: String, _ text: String) -> String {
            """
            (() => {
              \(control(key)).value = '\(text)';
              \(control(key)).dispatchEvent(new Event('change'));
            })()
            """
        }
        try await open(daemon) { page async throws in
            try await page.click("#device-panel summary")
            try await page.click("[data-key=schedule]")
            try await page.wait(until: "\(control("schedule-from"))?.value === '22:00'")
            // The next change is slow to leave the browser, and the one behind it is not.
            try await page.evaluate(
                """
                (() => {
                  const send = window.fetch;
                  window.begun = window.answered = 0;
                  window.fetch = async (path, options) => {
                    if (options?.method !== 'PATCH') return send(path, options);
                    if (++window.begun === 1) await new Promise((go) => setTimeout(go, 500));
                    const answer = await send(path, options);
                    window.answered += 1;
                    return answer;
                  };
                })()
                """
            )
            try await page.evaluate(write("schedule-from", "23:15"))
            try await page.wait(until: "\(control("schedule-from")).value === '23:15'")
            try await page.click("[data-key=\"schedule saturday\"]")
            try await page.wait(until: "window.answered === 2")
            #expect(try await page.evaluate(control("schedule-from") + ".value") == "23:15")
            #expect(try await page.evaluate(control("schedule saturday") + ".checked") == false)
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-schedule-\(name).png")
            }
            // An event alone tells the page that it has gone on.
            #expect(try await daemon.request("POST", "/v1/clock", #"{"next":true}"#).status == 200)
            try await page.wait(until: "\(said).includes('Focus: Do Not Disturb')")
            try await page.click("[data-key=\"To what is due next\"]")
            try await page.wait(until: "!\(said).includes('Focus')")
            let device = try await daemon.request("GET", "/v1/device").object
            let schedule = device["focusSchedule"]?.object
            #expect(schedule?["from"] == "23:15" && schedule?["to"] == "07:00", "\(device)")
            #expect(schedule?["next"] == "2026-03-22T23:15:00.000Z", "\(device)")
            // The days that are left are those that were not taken away.
            #expect(
                schedule?["weekdays"] == [
                    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday",
                ]
            )
            try await page.click("[data-key=schedule]")
            try await page.wait(until: "!\(control("schedule-from"))")
        }
        let device = try await daemon.request("GET", "/v1/device").object
        #expect(device["focusSchedule"] == nil, "\(device)")
        #expect(daemon.stop() == 0)
    }
}
