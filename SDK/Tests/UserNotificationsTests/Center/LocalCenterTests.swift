// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

@Suite struct LocalCenterTests {
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_000_000))

        var now: Date { time.withLock { $0 } }

        func advance(_ seconds: TimeInterval) {
            time.withLock { $0 += seconds }
        }
    }

    private let clock = Clock()
    private let local: LocalCenter
    private let center: UNUserNotificationCenter

    init() {
        local = LocalCenter { [clock] in clock.now }
        center = UNUserNotificationCenter(local)
    }

    private func request(
        _ identifier: String,
        _ trigger: UNNotificationTrigger? = nil,
        badge: NSNumber? = nil
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = identifier
        content.badge = badge
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    @Test func `a request without a trigger is delivered at once`() async throws {
        try await center.add(request("a", badge: 4))
        let delivered = await center.deliveredNotifications()
        #expect(delivered.map(\.request.identifier) == ["a"])
        #expect(delivered.first?.date == clock.now)
        #expect(local.badge == 4)
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func `identifiers of the same characters name two requests`() async throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let wait = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        for name in names {
            try await center.add(request(name))
            try await center.add(request(name, wait))
        }
        #expect(await center.deliveredNotifications().count == 2)
        #expect(await center.pendingNotificationRequests().count == 2)
        center.removeDeliveredNotifications(withIdentifiers: [names[0]])
        center.removePendingNotificationRequests(withIdentifiers: [names[1]])
        let delivered = await center.deliveredNotifications().map(\.request.identifier)
        #expect(delivered.map { Array($0.utf8) } == [Array(names[1].utf8)])
        let pending = await center.pendingNotificationRequests().map(\.identifier)
        #expect(pending.map { Array($0.utf8) } == [Array(names[0].utf8)])
    }

    @Test func `a request waits until it is due, and again where it repeats`() async throws {
        let once = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        let often = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        try await center.add(request("often", often))
        try await center.add(request("once", once))
        #expect(await center.pendingNotificationRequests().count == 2)
        clock.advance(61)
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["often"])
        let delivered = await center.deliveredNotifications()
        #expect(delivered.map(\.request.identifier) == ["once", "often"])
    }

    @Test func `an identifier stands for one pending and one delivered`() async throws {
        let later = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        try await center.add(request("a", later))
        try await center.add(request("a", later))
        #expect(await center.pendingNotificationRequests().count == 1)
        try await center.add(request("a"))
        try await center.add(request("b"))
        try await center.add(request("a"))
        #expect(await center.pendingNotificationRequests().isEmpty)
        let delivered = await center.deliveredNotifications()
        #expect(delivered.map(\.request.identifier) == ["b", "a"])
    }

    @Test func `what is removed is gone`() async throws {
        let later = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        for name in ["a", "b", "c"] { try await center.add(request(name)) }
        for name in ["x", "y", "z"] { try await center.add(request(name, later)) }
        center.removeDeliveredNotifications(withIdentifiers: ["b", "none"])
        center.removePendingNotificationRequests(withIdentifiers: ["x"])
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["a", "c"])
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["y", "z"])
        center.removeAllDeliveredNotifications()
        center.removeAllPendingNotificationRequests()
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func `categories are replaced whole`() async {
        let first = UNNotificationCategory(identifier: "1", actions: [], intentIdentifiers: [])
        let second = UNNotificationCategory(identifier: "2", actions: [], intentIdentifiers: [])
        center.setNotificationCategories([first])
        center.setNotificationCategories([second])
        #expect(await center.notificationCategories() == [second])
    }

    @Test func `what cannot be shown or never comes is refused`() async throws {
        await #expect(throws: UNError.self) {
            try await center.add(
                UNNotificationRequest(
                    identifier: "a",
                    content: UNNotificationContent(),
                    trigger: nil
                )
            )
        }
        var past = DateComponents()
        past.year = 2001
        let never = UNCalendarNotificationTrigger(dateMatching: past, repeats: false)
        do {
            try await center.add(request("a", never))
            Issue.record("a date that never comes was taken")
        } catch let error as NSError {
            #expect(error.domain == UNErrorDomain && error.code == 1400)
        }
        do {
            try await center.setBadgeCount(-1)
            Issue.record("a badge below zero was taken")
        } catch let error as NSError {
            #expect(error.domain == UNErrorDomain && error.code == 1600)
        }
    }

    @Test func `leave to notify is granted`() async throws {
        #expect(try await center.requestAuthorization(options: [.alert]))
        #expect(await center.notificationSettings().authorizationStatus == .authorized)
        #expect(center.supportsContentExtensions)
        try await center.setBadgeCount(3)
        #expect(local.badge == 3)
    }

    @Test func `the delegate is kept weakly`() {
        final class Delegate: NSObject, UNUserNotificationCenterDelegate {}
        do {
            let delegate = Delegate()
            center.delegate = delegate
            #expect(center.delegate === delegate)
        }
        #expect(center.delegate == nil)
        #expect(UNUserNotificationCenter.current() === UNUserNotificationCenter.current())
    }
}
