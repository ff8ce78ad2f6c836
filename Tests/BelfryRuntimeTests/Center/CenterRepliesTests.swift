// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfrySystem
import Testing

@testable import BelfryRuntime

struct CenterRepliesTests {
    /// A centre that answers each call on a thread of its own.
    private final class ThreadedCenter: ExtensionCenter {
        var categories: [NotificationCategory] { [] }

        func answer(
            _ call: CenterCall,
            _ reply: @escaping @Sendable (Result<CenterReply, CenterRefusal>) -> Void
        ) {
            let answer = Result<CenterReply, CenterRefusal>.failure(
                CenterRefusal(.badgeInputInvalid, "no badge")
            )
            do {
                try SystemThread.start(named: "threaded-center") { reply(answer) }
            } catch {
                reply(answer)
            }
        }

        func setCategories(_ categories: [NotificationCategory]) {}
        func ownedFiles() async -> Set<String>? { nil }
    }

    /// What the reactor's thread alone uses.
    private final class Course {
        let replies: CenterReplies
        var count = 0
        var onThread = 0

        init(_ clock: any HostClock) {
            replies = CenterReplies(clock)
        }
    }

    @Test func `an answer from another thread is taken on the host's thread`() async throws {
        let reactor = try Reactor()
        let (results, result) = AsyncStream.makeStream(of: (count: Int, onThread: Int).self)
        _ = reactor.schedule(at: .now) {
            let course = Course(reactor)
            for _ in 0..<200 {
                course.replies.ask(ThreadedCenter(), .setBadge(-1)) { _ in
                    course.count += 1
                    if reactor.isIsolatingCurrentContext() == true { course.onThread += 1 }
                }
            }
            reactor.start {
                await course.replies.settled()
                result.yield((course.count, course.onThread))
                result.finish()
            }
        }
        for await found in results {
            #expect(found.count == 200)
            #expect(found.onThread == 200)
        }
        reactor.stop()
    }
}
