// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform
internal import Glibc
internal import Synchronization

/// One thread that waits for descriptors, for points in time and for other processes' CPU clocks,
/// and runs an actor's work.
///
/// It asks for real-time priority, so that what watches budgets is not late because of what it
/// watches (``isRealTime``).
///
/// It is the executor of ``ExtensionHost``: what it calls is isolated to that actor without a hop. It lives
/// as long as the host, which also makes it the thread that nurseries are started from, since
/// PR_SET_PDEATHSIG follows the starting thread.
final class Reactor: SerialExecutor {
    private let poller: Descriptor
    private let waker: Descriptor
    private let clock: Descriptor
    private let alarms: Descriptor
    private let state = Mutex(State())
    private let thread = Atomic<Int32>(0)
    private let priority = Atomic(false)

    /// What to do when a descriptor is readable or a time has come; runs on the reactor's thread.
    typealias Handler = @Sendable () -> Void

    /// Names a registration, for cancelling it.
    struct Token: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var handlers: [UInt64: Handler] = [:]
        var timers: [Timer] = []
        var nextToken: UInt64 = 3
        var isStopping = false
    }

    private struct Timer {
        let token: UInt64
        let time: MonotonicTime
        let handler: Handler
    }

    private static let wakerToken: UInt64 = 0
    private static let clockToken: UInt64 = 1
    private static let alarmToken: UInt64 = 2

    /// Makes the descriptors and starts the thread.
    init() throws(SystemError) {
        poller = Descriptor(owning: try checked("epoll_create1") { belfry_epoll() })
        waker = Descriptor(owning: try checked("eventfd") { belfry_eventfd() })
        clock = Descriptor(owning: try checked("timerfd_create") { belfry_timerfd() })
        // It hears what is told to the thread that reads it.
        alarms = Descriptor(owning: try checked("signalfd") { belfry_alarm_reader() })
        try Self.add(poller, waker.raw, Self.wakerToken)
        try Self.add(poller, clock.raw, Self.clockToken)
        try Self.add(poller, alarms.raw, Self.alarmToken)
        try SystemThread.start(named: "belfry-host") { [self] in run() }
    }

    /// Whether its thread runs before ordinary ones (SCHED_FIFO, man 7 sched), which takes
    /// CAP_SYS_NICE or a RLIMIT_RTPRIO above 0; known once it has run something.
    var isRealTime: Bool { priority.load(ordering: .relaxed) }

    /// Ends the thread once its present work is done.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    // MARK: Registrations

    /// Calls a handler whenever a descriptor is readable or hung up, until it is cancelled.
    ///
    /// - Parameters:
    ///   - descriptor: The number, which stays open until the registration is cancelled.
    ///   - handler: What to call.
    /// - Returns: The registration.
    /// - Throws: ``SystemError`` from epoll_ctl(2).
    func watch(
        _ descriptor: Int32,
        _ handler: @escaping Handler
    ) throws(SystemError) -> Token {
        let token = state.withLock { state in
            defer { state.nextToken += 1 }
            state.handlers[state.nextToken] = handler
            return state.nextToken
        }
        do throws(SystemError) {
            try Self.add(poller, descriptor, token)
        } catch {
            state.withLock { $0.handlers[token] = nil }
            throw error
        }
        return Token(number: token)
    }

    /// Stops watching a descriptor, which may be closed afterwards.
    func cancel(_ token: Token, watching descriptor: Int32) {
        state.withLock { $0.handlers[token.number] = nil }
        belfry_epoll_remove(poller.raw, descriptor)
    }

    /// Calls a handler once at a point in time, at once when that has passed.
    func schedule(at time: MonotonicTime, _ handler: @escaping Handler) -> Token {
        state.withLock { state in
            let token = state.nextToken
            state.nextToken += 1
            let index = state.timers.firstIndex { $0.time > time } ?? state.timers.count
            state.timers.insert(Timer(token: token, time: time, handler: handler), at: index)
            if index == 0 { arm(time) }
            return Token(number: token)
        }
    }

    /// Forgets a timer that has not run yet.
    func cancel(_ token: Token) {
        state.withLock { state in state.timers.removeAll { $0.token == token.number } }
    }

    /// Calls a handler whenever an alarm on a CPU clock rings, until the alarm is forgotten.
    ///
    /// To be called on the reactor's thread, which the alarm tells.
    ///
    /// - Parameters:
    ///   - clock: The clock of a process, as of clock_getcpuclockid(3).
    ///   - handler: What to call.
    /// - Returns: The alarm, set to no time yet.
    /// - Throws: ``SystemError`` from timer_create(2), as when the process has ended.
    func makeAlarm(
        on clock: clockid_t,
        _ handler: @escaping Handler
    ) throws(SystemError) -> CPUAlarm {
        let token = state.withLock { state in
            defer { state.nextToken += 1 }
            state.handlers[state.nextToken] = handler
            return state.nextToken
        }
        do throws(SystemError) {
            return try CPUAlarm(clock: clock, thread: belfry_thread_id(), token: token) {
                [weak self] in
                self?.state.withLock { $0.handlers[token] = nil }
            }
        } catch {
            state.withLock { $0.handlers[token] = nil }
            throw error
        }
    }

    // MARK: The actor's work

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        wake()
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "called off the host's thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        thread.load(ordering: .relaxed) == belfry_thread_id()
    }

    // MARK: The thread

    private func run() {
        thread.store(belfry_thread_id(), ordering: .relaxed)
        priority.store(belfry_ask_real_time() == 0, ordering: .relaxed)
        belfry_alarm_block()
        while !state.withLock({ $0.isStopping }) {
            var tokens = [UInt64](repeating: 0, count: 64)
            let count = unsafe belfry_epoll_wait(poller.raw, &tokens, Int32(tokens.count))
            guard count > 0 else { continue }
            for token in tokens[..<Int(count)] { dispatch(token) }
        }
        runJobs()
    }

    private func dispatch(_ token: UInt64) {
        switch token {
        case Self.wakerToken:
            belfry_drain_counter(waker.raw)
            runJobs()
        case Self.clockToken:
            belfry_drain_counter(clock.raw)
            runTimers()
        case Self.alarmToken: ring()
        default:
            state.withLock { $0.handlers[token] }?()
        }
    }

    private func ring() {
        var tokens = [UInt64](repeating: 0, count: 16)
        let count = unsafe belfry_alarm_read(alarms.raw, &tokens, Int32(tokens.count))
        for token in tokens.prefix(Int(max(count, 0))) {
            // One that was forgotten meanwhile has no handler.
            state.withLock { $0.handlers[token] }?()
        }
    }

    private func runJobs() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    private func runTimers() {
        while true {
            let handler = state.withLock { state -> Handler? in
                guard let first = state.timers.first else { return nil }
                guard first.time <= .now else {
                    arm(first.time)
                    return nil
                }
                return state.timers.removeFirst().handler
            }
            guard let handler else { return }
            handler()
        }
    }

    private func arm(_ time: MonotonicTime) {
        belfry_timerfd_set(clock.raw, max(time.nanoseconds, 1))
    }

    private func wake() {
        belfry_raise_counter(waker.raw)
    }

    private static func add(
        _ poller: borrowing Descriptor,
        _ descriptor: Int32,
        _ token: UInt64
    ) throws(SystemError) {
        let raw = poller.raw
        try checked("epoll_ctl") { belfry_epoll_add(raw, descriptor, token) }
    }
}
