// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

extension ServiceTests {
    /// What an extension can do under Belfry alone.
    @Suite(.serialized) struct BelfryTests {
        private func run(
            _ status: bf_status = 0,
            onOlderHost isOlder: Bool = false,
            _ body: @escaping PublishingService.Body
        ) throws -> Extension {
            PublishingService.body.withLock { $0 = body }
            PublishingService.heard.withLock { $0 = [] }
            FakeHost.reset(
                principalClass: "PublishingService",
                original: FakeHost.Content(texts: [1: "title", 3: "body"])
            )
            let started = try #require(Extension())
            try #require(started.start(onOlderHost: isOlder) == 0)
            FakeHost.state.withLock { $0.belfryStatus = status }
            started.didReceive()
            return started
        }

        @Test func `a checkpoint is what the content is then, and its copy is given back`() throws {
            _ = try run { service, content in
                for title in ["first", "second"] {
                    content.title = title
                    #expect(throws: Never.self) { try service.belfryCheckpoint(content) }
                }
                content.title = "third"
            }
            FakeHost.state.withLock {
                #expect($0.published.map { $0.texts[1] } == ["first", "second"])
                #expect($0.published.allSatisfy { $0.texts[3] == "body" })
                #expect($0.copies.isEmpty && $0.decisions.isEmpty)
            }
        }

        @Test func `a drop reaches the host and ends the wait for an answer`() throws {
            let started = try run { service, _ in
                #expect(throws: Never.self) { try service.belfryDrop(reason: "duplicate") }
            }
            #expect(FakeHost.state.withLock { $0.drops } == ["duplicate"])
            started.pressure(used: 1, limit: 2)
            #expect(PublishingService.heard.withLock { $0 }.isEmpty)
        }

        @Test(
            arguments: [
                (-7, .decided), (-5, .denied), (-4, .limit), (-1, .badReason), (-6, .unsupported),
                (-2, .refused), (-99, .refused),
            ] as [(bf_status, BelfryError.Code)]
        )
        func `what the host refuses is an error with a code`(
            _ status: bf_status,
            _ code: BelfryError.Code
        ) throws {
            let caught = Mutex<[BelfryError?]>([])
            _ = try run(status) { service, content in
                let errors = [
                    #expect(throws: BelfryError.self) { try service.belfryCheckpoint(content) },
                    #expect(throws: BelfryError.self) { try service.belfryDrop(reason: "spam") },
                ]
                caught.withLock { $0 = errors }
            }
            #expect(caught.withLock { $0.map { $0?.code } } == [code, code])
        }

        @Test func `a host of ABI 1.0 has neither`() throws {
            _ = try run(onOlderHost: true) { service, content in
                let error = #expect(throws: BelfryError.self) {
                    try service.belfryCheckpoint(content)
                }
                #expect(error?.code == .unsupported)
                let other = #expect(throws: BelfryError.self) {
                    try service.belfryDrop(reason: "spam")
                }
                #expect(other?.code == .unsupported)
            }
            FakeHost.state.withLock { #expect($0.published.isEmpty && $0.drops.isEmpty) }
        }

        @Test func `outside a host there is nothing to act on`() {
            let service = PublishingService()
            let error = #expect(throws: BelfryError.self) { try service.belfryDrop(reason: "spam") }
            #expect(error?.code == .notHosted)
        }

        @Test func `pressure reaches those that ask for it, while they are at work`() throws {
            let started = try run { _, _ in }
            started.pressure(used: 20, limit: 24)
            started.cpuPressure(used: 8_000_000_000, limit: 10_000_000_000)
            #expect(
                PublishingService.heard.withLock { $0 }
                    == ["memory 20 of 24", "cpu \(Duration.seconds(8)) of \(Duration.seconds(10))"]
            )
            let waiting = try Extension.started("WaitingService")
            waiting.didReceive()
            waiting.cpuPressure(used: 1, limit: 2)
            #expect(PublishingService.heard.withLock { $0.count } == 2)
        }
    }
}
