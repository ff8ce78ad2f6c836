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
/// It is the executor of ``ExtensionHost``: what it calls is isolated to that actor without a hop. And it is
/// the one that a run's task prefers while it waits, so that it goes on here and nowhere else. It lives
/// as long as the host, which also makes it the thread that zygotes are started from, since
/// PR_SET_PDEATHSIG follows the starting thread.
final class Reactor: SerialExecutor, TaskExecutor {
    private let poller: Descriptor
    private let waker: Descriptor
    private let clock: Descriptor
    private let alarms: Descriptor
    private let state = Mutex(State())
    private let thread = Atomic<UInt>(0)
    private let priority = Atomic(false)

    /// What to do when a descriptor is readable or a time has come; runs on the reactor's thread.
    typealias Handler = @Sendable () -> Void

    private struct State {
        var jobs: [UnownedJob] = []
        var handlers: [UInt64: Handler] = [:]
        var timers: [Timer] = []
        var nextToken: UInt64 = 3
        var isStopping = false

        /// Holds what the thread releases when it ends.
        var keeper: Handler?

        /// How much work was started that has not ended.
        var startedCount = 0

        /// Whether the thread sleeps, or is about to, so that a job has to wake it.
        var isAsleep = false
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

    /// Ends the thread once its present work is done, and all that was started.
    ///
    /// Work that was started may wait for another thread, as for one that counts files. It goes on here
    /// when that is done: without this thread it would never end, and keep what it holds.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    /// Keeps what handlers refer to and do not keep, until the thread ends, which releases it.
    ///
    /// Whoever stops the thread may release its own things while a handler runs.
    func keep(_ object: AnyObject) {
        // Released by the thread, as it was made for it.
        nonisolated(unsafe) let object = object
        let keeper: Handler = { unsafe withExtendedLifetime(object) {} }
        state.withLock { $0.keeper = keeper }
    }

    /// Notes work that comes back to this thread, which is there for it until it has ended.
    func willStart() {
        state.withLock { $0.startedCount += 1 }
    }

    /// Notes that such work has ended; to be called on this thread.
    func didEnd() {
        state.withLock { $0.startedCount -= 1 }
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
    ) throws(SystemError) -> EventToken {
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
        return EventToken(number: token)
    }

    /// Stops watching a descriptor, which may be closed afterwards.
    func cancel(_ token: EventToken, watching descriptor: Int32) {
        state.withLock { $0.handlers[token.number] = nil }
        belfry_epoll_remove(poller.raw, descriptor)
    }

    /// Calls a handler once at a point in time, at once when that has passed.
    func schedule(at time: MonotonicTime, _ handler: @escaping Handler) -> EventToken {
        state.withLock { state in
            let token = state.nextToken
            state.nextToken += 1
            let index = state.timers.firstIndex { $0.time > time } ?? state.timers.count
            state.timers.insert(Timer(token: token, time: time, handler: handler), at: index)
            if index == 0 { arm(time) }
            return EventToken(number: token)
        }
    }

    /// Forgets a timer that has not run yet.
    func cancel(_ token: EventToken) {
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
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { wake() }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "called off the host's thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    // MARK: The thread

    private func run() {
        thread.store(pthread_self(), ordering: .relaxed)
        priority.store(belfry_ask_real_time() == 0, ordering: .relaxed)
        belfry_alarm_block()
        var tokens = [UInt64](repeating: 0, count: 64)
        var spin = AdaptiveSpin()
        while true {
            runJobs()
            if state.withLock({ $0.isStopping && $0.startedCount == 0 && $0.jobs.isEmpty }) {
                // Outside the lock: what is released cancels its registrations.
                _ = state.withLock { $0.keeper.take() }
                return
            }
            let count = wait(for: &tokens, &spin)
            for token in tokens[..<count] { dispatch(token) }
        }
    }

    /// Waits for something to do: awake for a moment where that pays, and then asleep.
    ///
    /// - Parameters:
    ///   - tokens: Where to put what is ready.
    ///   - spin: What is known of waits.
    /// - Returns: How many are ready.
    private func wait(for tokens: inout [UInt64], _ spin: inout AdaptiveSpin) -> Int {
        let begin = MonotonicTime.now
        defer { spin.note(.now - begin) }
        if spin.isWorthwhile(at: begin) {
            repeat {
                let count = poll(&tokens, waits: false)
                if count > 0 || state.withLock({ !$0.jobs.isEmpty }) { return count }
            } while .now - begin < AdaptiveSpin.length
        }
        let isAsleep = state.withLock { state in
            state.isAsleep = state.jobs.isEmpty
            return state.isAsleep
        }
        // With jobs there already it only looks, so that these cannot keep it from the descriptors.
        let count = poll(&tokens, waits: isAsleep)
        state.withLock { $0.isAsleep = false }
        return count
    }

    private func poll(_ tokens: inout [UInt64], waits: Bool) -> Int {
        let capacity = Int32(tokens.count)
        return Int(max(unsafe belfry_epoll_wait(poller.raw, &tokens, capacity, waits ? 1 : 0), 0))
    }

    private func dispatch(_ token: UInt64) {
        switch token {
        case Self.wakerToken:
            belfry_drain_counter(waker.raw)
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
            for job in jobs {
                // As the actor's alone: if it said that it is a task's preference too, every call of an
                // asynchronous function would queue behind all else, for most tasks have none.
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
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
