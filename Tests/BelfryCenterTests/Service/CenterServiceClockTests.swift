// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Synchronization
import Testing

/// A centre on a clock that its caller moves.
@Suite(.timeLimit(.minutes(1))) struct CenterServiceClockTests {
    private static let app = CenterFixture.app

    /// A clock for any thread, at noon until it is moved.
    private final class MovedClock: CenterClock, Sendable {
        private let passed = Mutex<Int64>(0)
        private let jumped = Mutex<Int64>(0)
        var now: UnixTime { CenterFixture.noon + uptime + jumped.withLock(\.self) }
        var uptime: Int64 { passed.withLock(\.self) }
        var timeZone: String { "UTC" }

        func jump(milliseconds: Int64) {
            jumped.withLock { $0 += milliseconds }
        }

        func advance(milliseconds: Int64) {
            passed.withLock { $0 += milliseconds }
        }
    }

    /// Moves the clock when a badge is set: the centre has looked at the clock then, and does so again
    /// with the next thing that it is asked for.
    private final class JumpingSink: CenterSink {
        let name = "jumping"
        private let jump: @Sendable () -> Void

        init(_ jump: @escaping @Sendable () -> Void) {
            self.jump = jump
        }

        func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) {
            if event.kind == .badge { jump() }
        }
    }

    private static func install(_ service: CenterService) async throws {
        try await service.perform { turn in
            try turn.install(CenterApp(identifier: app, serviceExtension: "service.appex"))
            _ = try turn.requestAuthorization([.alert], for: app)
            try turn.answerAuthorization(true, for: app)
        }
    }

    @Test func `fires by a clock that is moved`() async throws {
        let clock = MovedClock()
        let service = try CenterService(clock: clock) { _ in
            CenterService.Parts(store: MemoryStore(), engine: ScriptedEngine())
        }
        try await Self.install(service)
        try await service.perform { turn in
            let trigger = NotificationTrigger.timeInterval(seconds: 3600, repeats: false)
            try turn.add([.titled("later", trigger)], for: Self.app)
        }
        clock.advance(milliseconds: 3_600_000)
        try await service.perform { _ in }
        let entries = try await service.perform {
            try $0.transaction.entries(of: nil, in: [.presented], limit: .max)
        }
        #expect(entries.map(\.identifier) == ["later"])
        await service.stop()
    }

    @Test func `reckons what is added after a jump of the clock by the new time alone`()
        async throws
    {
        let clock = MovedClock()
        let (jumps, jumped) = AsyncStream<Void>.makeStream()
        let service = try CenterService(clock: clock) { _ in
            let sink = JumpingSink {
                clock.jump(milliseconds: 365 * 86_400_000)
                jumped.yield()
            }
            return CenterService.Parts(
                store: MemoryStore(),
                engine: ScriptedEngine(),
                sinks: [sink]
            )
        }
        try await Self.install(service)
        try await service.perform { try $0.setBadge(1, of: Self.app) }
        for await _ in jumps { break }
        let due = try await service.perform { turn in
            let trigger = NotificationTrigger.timeInterval(seconds: 60, repeats: false)
            try turn.add([.titled("soon", trigger)], for: Self.app)
            return try turn.transaction.nextDue()
        }
        #expect(due == clock.now + 60_000)
        #expect(try await service.perform { try $0.transaction.nextDue() } == due)
        await service.stop()
    }

    @Test(arguments: [20_000_000_000, 1e300])
    func `goes on beside a request that is due after the end of the kernel's time`(
        seconds: Double
    ) async throws {
        let service = try CenterService(clock: MovedClock()) { _ in
            CenterService.Parts(store: MemoryStore(), engine: ScriptedEngine())
        }
        try await Self.install(service)
        try await service.perform { turn in
            let trigger = NotificationTrigger.timeInterval(seconds: seconds, repeats: false)
            try turn.add([.titled("far", trigger)], for: Self.app)
        }
        // The thread has set its timer for it before it does the next job.
        #expect(try await service.perform { try $0.transaction.requestCount(of: Self.app) } == 1)
        await service.stop()
    }
}
