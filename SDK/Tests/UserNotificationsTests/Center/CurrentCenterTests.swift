// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization
internal import Testing
internal import UserNotifications

/// The centre of the app, which every thread of a process shares.
@Suite(.timeLimit(.minutes(1))) struct CurrentCenterTests {
    @Test func `threads that ask at once get one centre, which serves them all`() async {
        // In a process of its own, where no other test has asked for the centre before.
        await #expect(processExitsWith: .success) {
            let threadCount = 16
            let arrived = Atomic(0)
            let (centers, answer) = AsyncStream.makeStream(of: UNUserNotificationCenter.self)
            for number in 0..<threadCount {
                Thread.detachNewThread {
                    let content = UNMutableNotificationContent()
                    content.title = "title"
                    let request = UNNotificationRequest(
                        identifier: "\(number)",
                        content: content,
                        trigger: nil
                    )
                    // Each thread waits here for all others.
                    arrived.wrappingAdd(1, ordering: .relaxed)
                    while arrived.load(ordering: .relaxed) < threadCount { sched_yield() }
                    let center = UNUserNotificationCenter.current()
                    center.add(request) { _ in answer.yield(center) }
                }
            }
            for await center in centers.prefix(threadCount) {
                #expect(center === UNUserNotificationCenter.current())
            }
            let current = UNUserNotificationCenter.current()
            let delivered = await current.deliveredNotifications().map(\.request.identifier)
            #expect(Set(delivered) == Set((0..<threadCount).map(String.init)))
            #expect(delivered.count == threadCount)
        }
    }
}
