// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

/// What an app asks of the user, on a window as wide as a phone.
extension WebPageTests {
    @Test func `denies an app that the user does not allow`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let path = "/v1/apps/\(Self.app)"
        _ = try await daemon.request("PUT", path + "/authorization", #"{"status":"notDetermined"}"#)
        let token = try await daemon.request("GET", path + "/token").object["token"]?.string ?? ""
        let ask: @Sendable () async throws -> JSONObject = {
            try await daemon.request(
                "POST",
                "/v1/app/authorization",
                #"{"options":["alert","sound"]}"#,
                headers: ["Authorization: Bearer \(token)"]
            ).object
        }
        async let answer = ask()
        try await open(daemon, width: 360) { page async throws in
            try await page.wait(until: "document.querySelector('.prompt')")
            let buttons = "document.querySelectorAll('.prompt button')"
            #expect(try await texts(of: buttons, on: page) == ["Don’t Allow", "Allow"])
            try await expectFit(of: page)
            try await keep(page, as: "center-prompt-phone.png")
            try await page.click(".prompt .plain:not(.main)")
            try await page.wait(until: "!document.querySelector('.prompt')")
            let app = try await daemon.request("GET", path).object
            #expect(app["authorization"] == "denied", "\(app)")
            // On a slow machine the first call gave up before the user answered.
            #expect(try await ask()["granted"] == false)

            // Its settings say so, and have the rest once it may notify.
            let list = "form.settings [data-key=authorization]"
            try await page.click("[data-key=\"\(Self.app)\"]")
            try await page.wait(until: "document.querySelector('\(list)')?.value === 'denied'")
            try await expectFit(of: page)
            try await choose("authorized", in: list, on: page)
            try await page.wait(until: "document.querySelector('.settings [data-key=sound]')")
            try await expectFit(of: page)
            try await keep(page, as: "center-settings-phone.png")
        }
        _ = try await answer
        #expect(daemon.stop() == 0)
    }
}
