// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfryPlatform
import Glibc
import Synchronization
import Testing

@testable import BelfryRuntime

@Suite(.timeLimit(.minutes(5))) struct CPUAlarmTests {
    /// An actor on a reactor's thread, the one that alarms are told to.
    private actor Watch {
        nonisolated let reactor: Reactor
        private var alarms: [CPUAlarm] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe reactor.asUnownedSerialExecutor()
        }

        init(_ reactor: Reactor) {
            self.reactor = reactor
        }

        func watch(
            _ clock: clockid_t,
            at time: UInt64,
            _ handler: @escaping @Sendable () -> Void
        ) throws {
            let alarm = try reactor.makeAlarm(on: clock, handler)
            alarm.set(to: time)
            alarms.append(alarm)
        }

        func stop() {
            for alarm in alarms { alarm.stop() }
        }

        func forget() {
            alarms = []
        }
    }

    /// A thread that uses CPU time from when it is told to until it is told to stop.
    ///
    /// The kernel looks at its timers at its ticks alone, and on a busy machine another thread can have
    /// the core at many of them: so it must not end before it was seen.
    private final class Spinner: Sendable {
        private let gate = Semaphore()
        private let isDone = Atomic(false)
        private let clocks: AsyncStream<clockid_t>

        /// Begins the thread, which waits.
        init() throws {
            let (clocks, clock) = AsyncStream.makeStream(of: clockid_t.self)
            self.clocks = clocks
            try SystemThread.start(named: "spinner") { [self] in
                var own: clockid_t = 0
                unsafe pthread_getcpuclockid(pthread_self(), &own)
                clock.yield(own)
                gate.wait()
                while !isDone.load(ordering: .relaxed) {}
            }
        }

        /// The thread's own CPU clock.
        func clock() async throws -> clockid_t {
            for await clock in clocks { return clock }
            throw CancellationError()
        }

        func start() { gate.signal() }

        func stop() { isDone.store(true, ordering: .relaxed) }
    }

    @Test func `rings when the time is used, each alarm for itself`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let watch = Watch(reactor)
        let (rings, ring) = AsyncStream.makeStream(of: Int.self)
        let spinner = try Spinner()
        defer { spinner.stop() }
        let clock = try await spinner.clock()
        for number in [2, 3, 1] {
            try await watch.watch(clock, at: UInt64(number) * 40_000_000) { ring.yield(number) }
        }
        spinner.start()
        var heard: [Int] = []
        var next = rings.makeAsyncIterator()
        // Who is told may get a core later than who spins: the last one is waited for.
        while heard.last != 3, let number = await next.next() { heard.append(number) }
        #expect(heard == [1, 2, 3])
        await watch.forget()
    }

    @Test func `does not ring once it is stopped or forgotten`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let (stopped, forgotten, kept) = (Watch(reactor), Watch(reactor), Watch(reactor))
        let (rings, ring) = AsyncStream.makeStream(of: String.self)
        let spinner = try Spinner()
        defer { spinner.stop() }
        let clock = try await spinner.clock()
        try await stopped.watch(clock, at: 40_000_000) { ring.yield("stopped") }
        try await forgotten.watch(clock, at: 40_000_000) { ring.yield("forgotten") }
        try await kept.watch(clock, at: 80_000_000) { ring.yield("kept") }
        await stopped.stop()
        await forgotten.forget()
        spinner.start()
        var heard: [String] = []
        var next = rings.makeAsyncIterator()
        // One that rang too would have done so before.
        while heard.last != "kept", let name = await next.next() { heard.append(name) }
        #expect(heard == ["kept"])
        await kept.forget()
    }

    @Test func `cannot be made for a process that is not`() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let watch = Watch(reactor)
        // The clock of process 0x0fffffff, which is beyond the largest number there is.
        await #expect(throws: SystemError.self) {
            try await watch.watch(clockid_t(bitPattern: 0x8000_0002), at: 1) {}
        }
    }
}
