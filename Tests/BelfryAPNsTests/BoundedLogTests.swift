// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Logging
import NIOCore
import Synchronization
import Testing

@testable import BelfryAPNs

/// How many lines a client can have the log take.
struct BoundedLogTests {
    /// Keeps the lines, with how many were left out before each.
    private final class Lines: Sendable {
        let taken = Mutex<[(line: String, omitted: String?)]>([])
    }

    private struct Keeping: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let omitted = event.metadata?["omitted"].map { "\($0)" }
            lines.taken.withLock { $0.append(("\(event.message)", omitted)) }
        }
    }

    private final class Clock: Sendable {
        let now = Mutex(NIODeadline.uptimeNanoseconds(5_000_000_000))
    }

    private let lines = Lines()
    private let clock = Clock()
    private let log: BoundedLog

    init() {
        let (lines, clock) = (lines, clock)
        log = BoundedLog(Logger(label: "test") { _ in Keeping(lines: lines) }) {
            clock.now.withLock(\.self)
        }
    }

    private var count: Int { lines.taken.withLock(\.count) }

    @Test func `takes some lines a second, and says how many it left out`() {
        for _ in 0..<25 { log.write(.stream, "reset", [:]) }
        #expect(count == BoundedLog.limit)
        clock.now.withLock { $0 = $0 + .seconds(1) }
        log.write(.stream, "again", [:])
        let last = lines.taken.withLock(\.last)
        #expect(last?.line == "again")
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
