// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import CBelfryContent
internal import Foundation
internal import FoundationSupplement
internal import Synchronization
internal import Testing
internal import UserNotifications

@testable internal import UserNotificationsUI

@Suite("What a content extension is made of")
struct ContentExtensionTests {
    @Test func `the module's table is found by UserNotifications`() {
        let found = unsafe belfry_content_extension_if_any()
        let table = unsafe found?.assumingMemoryBound(to: bf_content_extension.self)
        #expect(unsafe table?.pointee.size == UInt32(MemoryLayout<bf_content_extension>.size))
        let answers = unsafe table?.pointee.did_receive_response != nil
        #expect(answers)
    }

    @Test func `a file is there from the first start to the last stop`() {
        let log = Log()
        let url = URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)")
        #expect(!url.startAccessingSecurityScopedResource())
        SecurityScope.register(
            SecurityScope.File(
                begin: {
                    log.add("begin")
                    return true
                },
                end: { log.add("end") }
            ),
            at: url.path
        )
        #expect(url.startAccessingSecurityScopedResource())
        #expect(url.startAccessingSecurityScopedResource())
        url.stopAccessingSecurityScopedResource()
        #expect(log.lines == ["begin"])
        url.stopAccessingSecurityScopedResource()
        url.stopAccessingSecurityScopedResource()
        #expect(log.lines == ["begin", "end"])
    }

    @Test func `actions travel as their documents`() {
        let actions = [
            UNNotificationAction(identifier: "rotate", title: "Rotate 20°"),
            UNTextInputNotificationAction(
                identifier: "comment",
                title: "Comment",
                textInputButtonTitle: "Send",
                textInputPlaceholder: "Enter comment here..."
            ),
        ]
        #expect(UNNotificationAction.list(json: UNNotificationAction.json(actions)) == actions)
    }

    @Test @MainActor func `keeps actions where there is no host`() {
        let context = NSExtensionContext()
        #expect(context.notificationActions.isEmpty)
        let action = UNNotificationAction(identifier: "like", title: "Like")
        context.notificationActions = [action]
        #expect(context.notificationActions == [action])
    }

    private final class Log: Sendable {
        private let all = Mutex<[String]>([])

        var lines: [String] { all.withLock { $0 } }

        func add(_ line: String) {
            all.withLock { $0.append(line) }
        }
    }
}
