// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct NotificationContentTests {
    @Test func `has Apple's defaults`() {
        let content = NotificationContent()
        #expect(content.badge == nil)
        #expect(content.sound == nil)
        #expect(content.interruptionLevel == .active)
        #expect(content.summaryArgumentCount == 1)
        #expect(!content.hasAlert)
    }

    @Test(arguments: [
        NotificationContent(title: "t"), NotificationContent(subtitle: "s"),
        NotificationContent(body: "b"),
    ])
    func `alerts with any one text`(content: NotificationContent) {
        #expect(content.hasAlert)
    }

    @Test(arguments: [
        ("%@ sent %@", ["Anna", "a photo"], "Anna sent a photo"),
        ("%2$@ from %1$@", ["Anna", "a photo"], "a photo from Anna"),
        ("100%% of %@", ["it"], "100% of it"),
        ("%@ and %@", ["one"], "one and %@"),
        ("%3$@ %0$@ %99999999999999999999$@", ["one"], "%3$@ %0$@ %99999999999999999999$@"),
        ("%d %s %n %", ["one"], "%d %s %n %"),
        ("%@", ["%@ %n"], "%@ %n"),
        ("PHOTO_FMT", ["Anna"], "PHOTO_FMT"),
        ("", ["Anna"], ""),
    ])
    func `formats a key with its arguments`(key: String, arguments: [String], expected: String) {
        #expect(LocalizedText(key: key, arguments: arguments).formatted == expected)
    }
}
