// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// The samples for a desktop's notifications before a server, in Swift and in C alike.
extension InterceptTests {
    private static let samples = ["DesktopTidy", "DesktopTidyInC"]

    private func stage(_ sample: String) async throws -> InterceptStage {
        try await InterceptStage.start(["--capabilities", "actions,body,body-markup"]) { folder in
            let bundle = folder.appendingPathComponent("\(sample).appex").path
            let result = try await Command.run(
                Workshop.products.appendingPathComponent("belfry").path,
                [
                    "build", Workshop.root.appendingPathComponent("Plugins/\(sample)").path, "-o",
                    bundle,
                ]
            )
            try #require(result.status == 0, "\(result.errors)")
            return bundle
        }
    }

    @Test(arguments: samples)
    func `has a sample tidy a browser's notification, and leave others alone`(
        _ sample: String
    ) async throws {
        let stage = try await stage(sample)
        let text = "zoo.example.org\n\nThe monkeys have them at nine &amp; ten."
        let hints: JSONValue = [
            "desktop-entry": ["s", "org.chromium.Chromium"], "urgency": ["y", 0],
        ]
        let buttons: JSONValue = ["default", "Activate", "settings", "Settings"]
        try stage.client.notify(
            "Fresh bananas",
            [
                "app": "Chromium", "body": .string(text), "hints": hints, "actions": buttons,
                "picture": 3, "timeout": 700,
            ]
        )
        let shown = try #require(try await stage.server.notifications(1).first)
        #expect(shown["summary"] == "Fresh bananas" && shown["app"] == "Chromium")
        #expect(
            shown["body"] == "<b>zoo.example.org</b>\nThe monkeys have them at nine &amp; ten."
        )
        #expect(shown["actions"] == buttons && shown["timeout"] == 700)
        let told = try #require(shown["hints"]?.object)
        #expect(told["urgency"]?.object == ["type": "y", "value": 0])
        // The sample's globe has taken the place of the program's picture of three pixels.
        let globe = try #require(told["image-data"]?.object)
        #expect(globe["numbers"] == [48, 48, 192, 1, 8, 4] && globe["count"] == 9216)
        let number = try await stage.client.number("Fresh bananas")
        #expect(number == shown.number("id"))

        try stage.client.notify(
            "Mail",
            ["app": "Mail", "body": .string(text), "picture": 3]
        )
        let other = try #require(try await stage.server.notifications(2).last)
        #expect(other["body"] == .string(text))
        #expect(other["hints"]?.object?["image-data"]?.object?["count"] == 36)
        #expect(stage.interception.stop() == 0)
    }

    @Test(arguments: samples)
    func `has a sample drop by words, with the reason in the audit`(
        _ sample: String
    ) async throws {
        let stage = try await stage(sample)
        try stage.client.notify("Today only: WIN A PRIZE")
        let number = try await stage.client.number("Today only: WIN A PRIZE")
        #expect(try await stage.client.signals("NotificationClosed", 1) == [[.of(number), 4]])
        try stage.client.notify("Zoo", ["body": "Please rate this <b>app</b>, will you?"])
        _ = try await stage.client.number("Zoo")
        for (title, reason) in [("Today only: WIN A PRIZE", "advertisement"), ("Zoo", "nagging")] {
            let record = try await stage.interception.record(title)
            #expect(record["verdict"] == "dropped" && record["reason"]?.string == reason)
        }
        try stage.client.notify("Kept")
        _ = try await stage.client.number("Kept")
        #expect(try await stage.server.notifications(1).map { $0["summary"] } == ["Kept"])
        #expect(stage.interception.stop() == 0)
    }
}
