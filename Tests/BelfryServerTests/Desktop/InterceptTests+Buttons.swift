// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

/// Buttons that an extension adds to programs' notifications.
extension InterceptTests {
    @Test func `shows an extension's buttons, and says when one is pressed`() async throws {
        let stage = try await InterceptStage.start()
        let buttons: JSONValue = ["default", "Open", "no", "No"]
        try stage.client.notify("button", ["actions": buttons, "app": "Bank"])
        let shown = try #require(try await stage.server.notifications(1).first)
        #expect(shown["actions"] == ["default", "Show", "belfry:copy", "Copy code"])
        let number = try await stage.client.number("button")
        // The program has not offered it, and hears of its own alone.
        try await stage.server.tell("raw ActionInvoked (us) [\(number), \"belfry:copy\"]")
        let pressed = try await stage.interception.log.line { $0["event"] == "pressed" }
        #expect(
            pressed["key"] == "copy" && pressed["app"] == "Bank" && pressed["title"] == "button"
        )
        #expect(pressed["sender"]?.string == stage.client.name)
        #expect(pressed.number("number") == number)
        try await stage.server.tell("invoke \(number) default")
        #expect(try await stage.client.signals("ActionInvoked", 1) == [[.of(number), "default"]])
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[.of(number), 2]])
        // The number belongs to another notification by now, which has no such button.
        try stage.client.notify("plain", ["actions": buttons, "replaces": .of(number)])
        #expect(try await stage.client.number("plain") == number)
        #expect(try await stage.server.notifications(2).last?["actions"] == buttons)
        try await stage.server.tell("invoke \(number) belfry:copy")
        #expect(
            try await stage.client.signals("ActionInvoked", 2).last
                == [.of(number), "belfry:copy"]
        )
        #expect(stage.interception.log.lines.count { $0["event"] == "pressed" } == 1)
        #expect(stage.interception.stop() == 0)
    }
}
