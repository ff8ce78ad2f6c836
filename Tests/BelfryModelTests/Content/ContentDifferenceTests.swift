// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation
import Testing

@Suite struct ContentDifferenceTests {
    static let photo = NotificationAttachment(
        identifier: "photo",
        typeIdentifier: "public.png",
        url: "/a.png",
        byteCount: 2048
    )

    @Test func `is empty for the same content, whatever the order of userInfo`() {
        let before = NotificationContent(title: "a", userInfo: ["x": 1, "y": [2]])
        let after = NotificationContent(title: "a", userInfo: ["y": [2], "x": 1])
        #expect(ContentDifference(from: before, to: after).isEmpty)
    }

    @Test func `lists each changed field in order with both values`() {
        var after = NotificationContent(
            title: "new",
            userInfo: ["kept": 1, "changed": 2, "added": "x"]
        )
        after.badge = 3
        after.sound = Sound(kind: .criticalNamed, name: "ping.wav", volume: 0.5)
        after.interruptionLevel = .timeSensitive
        after.bodyLocalization = LocalizedText(key: "K", arguments: ["a"])
        let before = NotificationContent(
            title: "old",
            userInfo: ["kept": 1, "changed": 1, "gone": [true]]
        )
        let entries = ContentDifference(from: before, to: after).entries
        #expect(
            entries == [
                .init(field: "title", before: "old", after: "new"),
                .init(field: "badge", before: nil, after: "3"),
                .init(field: "sound", before: nil, after: "criticalNamed ping.wav at 0.5"),
                .init(field: "interruptionLevel", before: "active", after: "timeSensitive"),
                .init(field: "bodyLocalization", before: nil, after: "\"K\", \"a\""),
                .init(field: "userInfo.changed", before: "1", after: "2"),
                .init(field: "userInfo.gone", before: "[true]", after: nil),
                .init(field: "userInfo.added", before: nil, after: "\"x\""),
            ]
        )
    }

    @Test func `sees a text that only looks the same`() {
        let difference = ContentDifference(
            from: NotificationContent(body: "\u{E9}"),
            to: NotificationContent(body: "e\u{301}")
        )
        #expect(difference.entries.map(\.field) == ["body"])
    }

    @Test func `lists attachments that are added, changed and reordered`() {
        var larger = Self.photo
        larger.byteCount = 4096
        larger.options.isThumbnailHidden = true
        var unnamed = Self.photo
        unnamed.identifier = ""
        let before = NotificationContent(attachments: [Self.photo])
        let after = NotificationContent(attachments: [unnamed, larger])
        #expect(
            ContentDifference(from: before, to: after).entries == [
                .init(field: "attachments", before: "photo", after: "#0, photo"),
                .init(
                    field: "attachments.photo",
                    before: "public.png, 2KB, /a.png",
                    after: "public.png, 4KB, /a.png, thumbnail hidden"
                ),
                .init(field: "attachments.#0", before: nil, after: "public.png, 2KB, /a.png"),
            ]
        )
    }

    @Test func `goes through an encoder and back`() throws {
        let difference = ContentDifference(
            from: NotificationContent(title: "a"),
            to: NotificationContent(title: "b", badge: 0)
        )
        let data = try JSONEncoder().encode(difference)
        #expect(try JSONDecoder().decode(ContentDifference.self, from: data) == difference)
    }
}
