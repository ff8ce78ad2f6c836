// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

/// What the centre asks a host through `bf.center/1`, and what it makes of the answers.
@Suite(.serialized) struct HostedCenterTests {
    private let center: HostedCenter

    init() throws {
        let host = try #require(unsafe Host(FakeHost.table))
        center = try #require(unsafe HostedCenter(host: host, table: FakeCenter.table))
    }

    private var calls: [String] { FakeCenter.state.withLock { $0.calls } }

    private func add(_ request: UNNotificationRequest) async -> NSError? {
        await withCheckedContinuation { continuation in
            center.add(request) { continuation.resume(returning: $0 as NSError?) }
        }
    }

    private func request(userInfo: [AnyHashable: Any] = [:]) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.userInfo = userInfo
        content.sound = .default
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        return UNNotificationRequest(identifier: "r", content: content, trigger: trigger)
    }

    @Test func `a table that is too small is no centre`() throws {
        var small = unsafe FakeCenter.table.pointee
        small.size = 16
        let host = try #require(unsafe Host(FakeHost.table))
        unsafe withUnsafePointer(to: small) {
            let table = unsafe UnsafeRawPointer($0)
            #expect(unsafe HostedCenter(host: host, table: table) == nil)
        }
    }

    @Test func `a request is sent as its document`() async throws {
        FakeCenter.answer("")
        #expect(await add(request(userInfo: ["k": [1, true] as [Any]])) == nil)
        let call = try #require(calls.first)
        #expect(call.hasPrefix("add {"))
        let document = try #require(Document(json: Data(call.dropFirst(4).utf8)))
        #expect(document.text("identifier") == "r")
        #expect(document.object("trigger")?.text("kind") == "timeInterval")
        #expect(document.object("trigger")?.flag("repeats") == true)
        let content = try #require(document.object("content"))
        #expect(content.text("title") == "T" && content.object("sound")?.text("kind") == "default")
        #expect((content.object("userInfo")?.members["k"] as? [NSNumber])?.count == 2)
        let read = try #require(UNNotificationRequest(document: document))
        #expect(read.trigger == request().trigger && read.content.sound == .default)
    }

    @Test func `what went wrong is Apple's error where it has one`() async {
        FakeCenter.answer("{\"message\": \"no\", \"code\": 1400}", status: -9)
        let error = await add(request())
        #expect(error?.domain == UNErrorDomain && error?.code == 1400)
        #expect(error?.localizedFailureReason == "no")
        FakeCenter.answer("{\"message\": \"full\"}", status: -4)
        let full = await add(request())
        #expect(full?.domain == "BelfryErrorDomain" && full?.localizedFailureReason == "full")
        FakeCenter.answer("", refusal: -3)
        #expect(await add(request())?.code == -3)
    }

    @Test func `a userInfo that cannot travel is an error and no question`() async {
        FakeCenter.answer("")
        let error = await add(request(userInfo: ["o": NSObject()]))
        #expect(error?.domain == UNErrorDomain)
        #expect(error?.localizedFailureReason?.contains("userInfo at \"o\"") == true)
        #expect(calls.isEmpty)
    }

    @Test func `answers that are lists are read`() async throws {
        FakeCenter.answer("[{\"identifier\": \"a\", \"content\": {\"body\": \"b\"}}, 7, {}]")
        let pending = await withCheckedContinuation { continuation in
            center.pending { continuation.resume(returning: $0) }
        }
        #expect(pending.map(\.identifier) == ["a"] && pending.first?.content.body == "b")
        FakeCenter.answer(
            "[{\"date\": 5.5, \"request\": {\"identifier\": \"a\", \"content\": {}}}]"
        )
        let delivered = await withCheckedContinuation { continuation in
            center.delivered { continuation.resume(returning: $0) }
        }
        #expect(delivered.first?.date == Date(timeIntervalSince1970: 5.5))
        FakeCenter.answer("[{\"identifier\": \"c\", \"options\": [\"customDismissAction\"]}]")
        let categories = await withCheckedContinuation { continuation in
            center.categories { continuation.resume(returning: $0) }
        }
        #expect(categories.first?.options == .customDismissAction)
        FakeCenter.answer("nonsense", status: -9)
        let none = await withCheckedContinuation { continuation in
            center.pending { continuation.resume(returning: $0) }
        }
        #expect(none.isEmpty)
    }

    @Test func `settings and the badge`() async {
        FakeCenter.answer("{\"authorizationStatus\": \"denied\", \"alertStyle\": \"none\"}")
        let settings = await withCheckedContinuation { continuation in
            center.settings { continuation.resume(returning: $0) }
        }
        #expect(settings.authorizationStatus == .denied && settings.alertStyle == .none)
        let error = await withCheckedContinuation { continuation in
            center.setBadge(7) { continuation.resume(returning: $0 as NSError?) }
        }
        #expect(error == nil && calls == ["settings", "set_badge 7"])
    }

    @Test func `what has no answer is told as a list`() {
        FakeCenter.answer("")
        let category = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
        center.removePending(["a", "b"])
        center.removeDelivered(nil)
        center.setCategories([])
        center.setCategories([category])
        #expect(
            calls.dropLast() == [
                "remove_pending [\"a\",\"b\"]", "remove_delivered", "set_categories []",
            ]
        )
        #expect(calls.last?.contains("\"identifier\":\"c\"") == true)
    }
}
