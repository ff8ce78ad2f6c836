// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UserNotifications

@Suite struct UNNotificationContentTests {
    @Test func `has the defaults of Apple's class`() {
        let content = UNNotificationContent()
        #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
        #expect(content.badge == nil && content.sound == nil)
        #expect(content.userInfo.isEmpty && content.attachments.isEmpty)
        #expect(content.summaryArgumentCount == 1)
        #expect(content.interruptionLevel == .active)
        #expect(content.relevanceScore == 0)
        #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
    }

    @Test func `keeps what is set`() throws {
        let content = UNMutableNotificationContent()
        content.title = "t"
        content.subtitle = "s"
        content.body = "b"
        content.badge = 7
        content.sound = .default
        content.launchImageName = "l"
        content.userInfo = ["k": 1]
        content.categoryIdentifier = "c"
        content.threadIdentifier = "th"
        content.targetContentIdentifier = "ta"
        content.summaryArgument = "sa"
        content.summaryArgumentCount = 3
        content.interruptionLevel = .critical
        content.relevanceScore = 0.25
        content.filterCriteria = "f"
        let copy = try #require(content.copy() as? UNNotificationContent)
        #expect(copy.title == "t" && copy.subtitle == "s" && copy.body == "b")
        #expect(copy.badge == 7 && copy.sound == .default && copy.launchImageName == "l")
        #expect(copy.userInfo["k"] as? Int == 1)
        #expect(copy.categoryIdentifier == "c" && copy.threadIdentifier == "th")
        #expect(copy.targetContentIdentifier == "ta" && copy.filterCriteria == "f")
        #expect(copy.summaryArgument == "sa" && copy.summaryArgumentCount == 3)
        #expect(copy.interruptionLevel == .critical && copy.relevanceScore == 0.25)
    }

    @Test func `a copy of mutable content is immutable and independent`() throws {
        let content = UNMutableNotificationContent()
        content.title = "before"
        let copy = try #require(content.copy() as? UNNotificationContent)
        content.title = "after"
        #expect(!(copy is UNMutableNotificationContent))
        #expect(copy.title == "before")
        #expect(copy.copy() as? UNNotificationContent === copy)
    }

    @Test func `a mutable copy leaves its origin alone`() throws {
        let origin = UNMutableNotificationContent()
        origin.userInfo = ["list": ["a"]]
        let copy = try #require(origin.mutableCopy() as? UNMutableNotificationContent)
        copy.userInfo["list"] = ["a", "b"]
        copy.body = "changed"
        #expect(origin.userInfo["list"] as? [String] == ["a"])
        #expect(origin.body.isEmpty)
    }

    @Test func `contents with equal values are equal, mutable or not`() throws {
        let first = UNMutableNotificationContent()
        first.title = "t"
        first.userInfo = ["a": ["b": 1]]
        let second = try #require(first.copy() as? UNNotificationContent)
        #expect(first == second)
        #expect(first.hash == second.hash)
        first.userInfo = ["a": ["b": 2]]
        #expect(first != second)
        #expect(first != NSObject())
    }

    @Test func `describes itself by its class and title`() {
        let content = UNMutableNotificationContent()
        content.title = "Hello"
        #expect(content.description.contains("UNMutableNotificationContent: title: Hello"))
    }

    @Test func `a key that is an NSString is found under the equal string`() {
        let content = UNMutableNotificationContent()
        content.userInfo = [NSString("key") as AnyHashable: "value"]
        #expect(content.userInfo["key"] as? String == "value")
    }
}
