// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    @Test func `moves the device into a region and out of it`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let attack = "<img src=x onerror=alert(1)>"
        for (name, latitude) in [("home", 48), (attack, 10)] {
            let region =
                #"{"identifier":"\#(name)","latitude":\#(latitude),"longitude":11,"radius":100}"#
            let trigger = #"{"kind":"location","region":\#(region),"repeats":true}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(name)","content":{"title":"At \#(name)"},"trigger":\#(trigger)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        let said = "document.querySelector('#place').textContent"
        @Sendable func go(_ place: String) -> String { "[aria-label=\"Go to \(place)\"]" }
        try await open(daemon) { page async throws in
            try await page.click("#device-panel summary")
            try await page.wait(until: "document.querySelectorAll('#regions li').length === 3")
            #expect(try await page.evaluate("\(said).includes('not known')") == true)
            try await page.click(go("Elsewhere"))
            try await page.wait(until: "\(said).endsWith('in no region.')")
            // By keyboard: the row stays under the focus.
            try await page.evaluate("document.querySelector('\(go("home"))').focus()")
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(until: "\(said) === 'The device is at 48, 11, in home.'")
            #expect(
                try await page.evaluate("document.activeElement.ariaLabel") == "Go to home"
            )
            try await page.wait(until: "document.querySelector('#list \(card(1, " .title"))')")
            #expect(try await page.text(of: "#list \(card(1, " .title"))") == "At home")
            try await page.click(go(attack))
            try await page.wait(until: "\(said).endsWith('in \(attack).')")
            for width in [360, 900] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-regions-\(width).png")
            }
            #expect(try await page.evaluate("document.querySelectorAll('img').length") == 0)
        }
        let regions = try await daemon.request("GET", "/v1/device/regions")
        #expect(regions.object["position"] == ["latitude": 10, "longitude": 11])
        #expect(daemon.stop() == 0)
    }
}
