// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What an extension sees of the pictures that programs send, and makes of them.
extension InterceptTests {
    /// A picture of 48 pixels to a side.
    private static let globe = Workshop.root
        .appendingPathComponent("Plugins/DesktopTidy/globe.png")

    @Test func `shows the extension a program's pixels, and leaves them byte by byte`()
        async throws
    {
        let stage = try await InterceptStage.start()
        try stage.client.notify("glimpse of pixels", ["picture": 300])
        let shown = try #require(try await stage.server.notifications(1).first)
        #expect(shown["summary"] == "glimpse of pixels, seen with 64")
        let picture = try #require(shown["hints"]?.object?["image-data"]?.object)
        #expect(picture["numbers"] == [300, 300, 1200, 1, 8, 4] && picture["count"] == 360_000)
        try stage.client.notify("glimpse of nothing")
        let bare = try await stage.server.notifications(2)[1]
        #expect(bare["summary"] == "glimpse of nothing, seen without")
    }

    @Test func `shows the extension a file that a program names, if it is a picture`() async throws
    {
        let stage = try await InterceptStage.start()
        let link = stage.folder.appendingPathComponent("link.png")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Self.globe)
        let text = stage.folder.appendingPathComponent("text.png")
        try Data("no picture".utf8).write(to: text)
        for (title, hints, icon, words) in [
            ("path", ["image-path": ["s", .string(Self.globe.path)]], "", "with 48"),
            ("icon", [:], "file://\(Self.globe.path)", "with 48"),
            ("theme", [:], "face-smile", "without"),
            ("text", [:], text.path, "without"), ("link", [:], link.path, "without"),
            ("none", ["image-path": ["s", "/nothing/here.png"]], "", "without"),
        ] as [(String, JSONObject, String, String)] {
            let title = "glimpse of \(title)"
            try stage.client.notify(title, ["hints": .object(hints), "icon": .string(icon)])
            _ = try await stage.client.number(title)
            let shown = try #require(try await stage.server.notifications(1).last)
            #expect(shown["summary"]?.string == "\(title), seen \(words)")
            #expect(shown["icon"]?.string == icon)
            guard case .array(let given)? = hints["image-path"] else { continue }
            #expect(shown["hints"]?.object?["image-path"]?.object?["value"] == given[1])
        }
    }

    @Test func `leaves a program's picture out that the extension takes away`() async throws {
        let stage = try await InterceptStage.start()
        let path = Self.globe.path
        try stage.client.notify(
            "unpicture",
            [
                "picture": 3, "icon": .string(path),
                "hints": ["image-path": ["s", .string(path)], "x-odd": ["s", "stays"]],
            ]
        )
        let shown = try #require(try await stage.server.notifications(1).first)
        let hints = try #require(shown["hints"]?.object)
        #expect(hints["image-data"] == nil && hints["image-path"] == nil && shown["icon"] == "")
        #expect(hints["x-odd"]?.object == ["type": "s", "value": "stays"])
        // A picture of the extension's own goes before one that it has left.
        try stage.client.notify("picture", ["picture": 3])
        let other = try await stage.server.notifications(2)[1]
        #expect(
            other["hints"]?.object?["image-data"]?.object?["numbers"] == [1, 1, 4, 1, 8, 4]
        )
    }
}
