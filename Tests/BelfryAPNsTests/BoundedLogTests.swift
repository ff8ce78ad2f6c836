// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import Synchronization
import Testing

@testable import BelfryAPNs

/// How many lines a client can have the log take.
struct BoundedLogTests {
    private final class Clock: Sendable {
        let now = Mutex(NIODeadline.uptimeNanoseconds(5_000_000_000))
    }

    private let kept = KeptLog()
    private let clock = Clock()
    private let log: BoundedLog

    init() {
        let clock = clock
        log = BoundedLog(kept.logger) { clock.now.withLock(\.self) }
    }

    private var count: Int { kept.lines.count }

    @Test func `takes some lines a second, and says how many it left out`() {
        for _ in 0..<25 { log.write(.stream, "reset", [:]) }
        #expect(count == BoundedLog.limit)
        clock.now.withLock { $0 = $0 + .seconds(1) }
        log.write(.stream, "again", [:])
        let last = kept.lines.last
        #expect(last?.text == "again")
        #expect(last?.omitted == "\(25 - BoundedLog.limit)")
    }

    @Test func `has lines of each cause left while another one floods it`() {
        for _ in 0..<1000 { log.write(.stream, "reset", [:]) }
        for _ in 0..<1000 { log.write(.refusal(.badTopic), "refused", [:]) }
        let before = count
        log.write(.refusal(.unregistered), "gone", [:])
        log.write(.connection, "ended", [:])
        #expect(count == before + 2)
        #expect(before == 2 * BoundedLog.limit)
    }
}
