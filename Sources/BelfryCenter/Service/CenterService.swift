// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// A centre with a thread of its own, for callers on any thread.
///
/// What callers ask for while a commit is under way shares the next transaction, so that many
/// arrivals wait for the disk once. Between commits the thread does what the clock makes due, begins
/// runs and gives sinks their events. It goes on until ``stop()``.
package final class CenterService: Sendable {
    /// One thing that was asked for, and who is told what became of it.
    private struct Job: Sendable {
        let operation: @Sendable (inout Turn) throws -> Void
        let done: @Sendable (Result<Void, any Error>) -> Void
    }

    /// What an engine said, and how many jobs were asked for before: those are done first.
    private struct Mail: Sendable {
        let message: EngineMessage
        let earlierJobs: Int
    }

    private struct State {
        var jobs: [Job] = []
        var messages: [Mail] = []

        /// How many jobs were asked for, and how many of those the centre's thread has taken.
        var jobCount = 0
        var takenJobCount = 0
        var isDraining = false
        var drainers: [CheckedContinuation<Void, Never>] = []
        var isStopping = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Most jobs that share a transaction.
    private static let groupLimit = 256

    /// When what could not be stored is tried again, in nanoseconds.
    private static let retryDelay: UInt64 = 1_000_000_000

    private let state = Mutex(State())
    private let bell = Semaphore()
    private let timer: WallTimer
    private let clock: any CenterClock & Sendable

    /// Whether the machine's timer can say when something is due.
    private let followsMachine: Bool

    /// Starts a centre.
    ///
    /// - Parameters:
    ///   - clock: What it takes the time from; nil for the machine's clocks. Whoever moves another
    ///     clock tells the centre afterwards, with ``perform(_:)``.
    ///   - failed: Is told, on the centre's thread, of errors that no caller waits for; what failed is
    ///     tried again.
    ///   - make: Makes the centre's parts on its thread. An engine gives its outcomes to the service.
    /// - Throws: ``SystemError`` when there are too many threads or descriptors, or what `make` threw.
    package init(
        clock: (any CenterClock & Sendable)? = nil,
        failed: @escaping @Sendable (any Error) -> Void = { _ in },
        _ make: @escaping @Sendable (CenterService) throws -> Parts
    ) throws {
        self.clock = clock ?? SystemClock()
        followsMachine = clock == nil
        timer = try WallTimer()
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let ready = Semaphore()
        try SystemThread.start(named: "center") { [self] in
            do {
                try live(make, failed) { ready.signal() }
                // The store is closed by now: whoever waits may take or remove its files.
                end()
            } catch {
                outcome.withLock { $0 = .failure(error) }
                ready.signal()
            }
        }
        ready.wait()
        try outcome.withLock(\.self).get()
        try SystemThread.start(named: "center-timer") { [self] in watchClock() }
    }

    /// What a centre is made of.
    package struct Parts {
        let store: any CenterStore
        let engine: any ExtensionEngine
        let apps: (any AppAsking)?
        let sinks: [any CenterSink]
        let policy: CenterPolicy
        let settled: (Center) -> Void

        /// - Parameters:
        ///   - store: Where the centre keeps what it remembers.
        ///   - engine: What runs extensions.
        ///   - apps: What asks apps in front; nil where they cannot be asked.
        ///   - sinks: What the log is given to.
        ///   - policy: The limits and delays.
        ///   - settled: Is called on the centre's thread once callers and engines have what they asked
        ///     for, and again once all that there was to do is done; it reads, and asks for nothing.
        package init(
            store: any CenterStore,
            engine: any ExtensionEngine,
            apps: (any AppAsking)? = nil,
            sinks: [any CenterSink] = [],
            policy: CenterPolicy = CenterPolicy(),
            settled: @escaping (Center) -> Void = { _ in }
        ) {
            self.store = store
            self.engine = engine
            self.apps = apps
            self.sinks = sinks
            self.policy = policy
            self.settled = settled
        }
    }

    // MARK: Callers

    /// Does one thing, and returns once it is committed.
    ///
    /// - Parameter body: What to do, on the centre's thread.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or the store's error; nothing was done then.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (inout Turn) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            submit(body) { continuation.resume(with: $0) }
        }
    }

    /// Does one thing that has to be done some time: where the store cannot be read or written now, as
    /// on a full disk, it is tried again.
    ///
    /// - Parameter body: What to do, on the centre's thread.
    /// - Returns: What the body returns; nil for what fails by itself, and once the service is stopping.
    package func performUntilDone<Value: Sendable>(
        _ body: @escaping @Sendable (inout Turn) throws -> Value
    ) async -> Value? {
        while !state.withLock(\.isStopping) {
            do {
                return try await perform(body)
            } catch let error as CenterError where error.isPassing {
                try? await Task.sleep(for: .nanoseconds(Self.retryDelay))
            } catch {
                return nil
            }
        }
        return nil
    }

    /// Has one thing done after all that was asked for before, and returns without waiting.
    ///
    /// - Parameters:
    ///   - body: What to do, on the centre's thread.
    ///   - done: Takes what the body returned, once it is committed, or what kept it from being done.
    package func submit<Value: Sendable>(
        _ body: @escaping @Sendable (inout Turn) throws -> Value,
        done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let answer = Answer<Value>()
        let job = Job(
            operation: { turn in
                let value = try body(&turn)
                answer.value.withLock { $0 = value }
            },
            done: { result in
                done(
                    result.flatMap {
                        answer.value.withLock(\.self).map(Result.success)
                            ?? .failure(CenterError(.storage, "the centre did not answer"))
                    }
                )
            }
        )
        submit(job)
    }

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private func submit(_ job: Job) {
        let isTaken = state.withLock { state in
            if !state.isStopping {
                state.jobs.append(job)
                state.jobCount += 1
            }
            return !state.isStopping
        }
        if isTaken { bell.signal() } else { job.done(.failure(Self.stopped)) }
    }

    private static let stopped = CenterError(.storage, "the centre is stopping; nothing was done")

    /// Takes what became of a run, from an engine on any thread.
    package func finish(_ lease: ExtensionWork.Lease, _ outcome: ExtensionOutcome) {
        hear(.outcome(lease, outcome))
    }

    /// Takes what an engine says of a run, from any thread, after all that was asked for before.
    ///
    /// A report waits for ``reportDelay`` at most, so that what comes meanwhile is committed with it:
    /// no caller waits for a report, and a commit of its own would keep the next arrival from the disk.
    package func hear(_ message: EngineMessage) {
        state.withLock {
            $0.messages.append(Mail(message: message, earlierJobs: $0.jobCount))
        }
        guard case .report = message else { return bell.signal() }
        Task { [bell] in
            try? await Task.sleep(for: Self.reportDelay)
            bell.signal()
        }
    }

    /// How long a report waits for others.
    private static let reportDelay = Duration.milliseconds(20)

    /// Begins no further run, and returns once none goes on.
    ///
    /// What is accepted meanwhile waits in the store for the next process, and so does a run whose
    /// outcome cannot be stored. An engine that is shut down ends its runs, as
    /// ``ExtensionOutcome/Answer/unfinished`` where they are to be made again.
    package func drain() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isDraining = true
                if !state.hasEnded { state.drainers.append(continuation) }
                return state.hasEnded
            }
            bell.signal()
            if hasEnded { continuation.resume() }
        }
    }

    /// Finishes what was asked for, closes the store, and ends the threads.
    package func stop() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isStopping = true
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            bell.signal()
            if hasEnded { continuation.resume() }
        }
        // Wakes the timer's thread, which finds that the service is stopping.
        _ = timer.set(toNanoseconds: 0)
    }

    // MARK: The centre's thread

    /// Makes the centre, and has it work until the service is to stop; the centre is gone with it.
    private func live(
        _ make: (CenterService) throws -> Parts,
        _ failed: @Sendable (any Error) -> Void,
        _ hasBegun: () -> Void
    ) throws {
        let (center, settled) = try start(make)
        hasBegun()
        run(center, settled, failed)
    }

    private func start(
        _ make: (CenterService) throws -> Parts
    ) throws -> (Center, settled: (Center) -> Void) {
        let parts = try make(self)
        let center = Center(
            store: parts.store,
            clock: clock,
            engine: parts.engine,
            apps: parts.apps,
            policy: parts.policy
        )
        try center.recover()
        for sink in parts.sinks { try center.add(sink) }
        return (center, parts.settled)
    }

    private func run(
        _ center: Center,
        _ settled: (Center) -> Void,
        _ failed: @Sendable (any Error) -> Void
    ) {
        while true {
            do {
                if try take(into: center) { settled(center) }
                try goOn(center)
            } catch {
                failed(error)
                let now = UInt64(max(0, SystemClock().now.milliseconds)) * 1_000_000
                _ = timer.set(toNanoseconds: now + Self.retryDelay)
            }
            settled(center)
            // What cannot be stored now, as on a full disk, is not waited for: its run is made again by
            // the next process.
            if center.waitsForStoreAlone { endDrain() }
            if state.withLock({ $0.isStopping && $0.jobs.isEmpty && $0.messages.isEmpty }) { break }
            bell.wait()
        }
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            return state.waiters
        }
        endDrain()
        for waiter in waiters { waiter.resume() }
    }

    private func endDrain() {
        let drainers = state.withLock { state in
            defer { state.drainers = [] }
            return state.drainers
        }
        for drainer in drainers { drainer.resume() }
    }

    /// Does what callers and engines have asked for.
    ///
    /// - Returns: Whether there was anything.
    private func take(into center: Center) throws -> Bool {
        let (jobs, messages) = take()
        center.isDraining = state.withLock(\.isDraining)
        var failure: (any Error)?
        do { try center.noteClock() } catch { failure = error }
        commit(jobs, in: center)
        // The centre keeps what it could not store: all of them have to reach it. What it keeps from
        // before is the pump's, which comes after what is due.
        if !messages.isEmpty { do { try center.hear(messages) } catch { failure = error } }
        if let failure { throw failure }
        return !jobs.isEmpty || !messages.isEmpty
    }

    /// Does what is due, begins runs, and gives sinks their events.
    private func goOn(_ center: Center) throws {
        try center.tick()
        try center.pump()
        let failures = try center.publish()
        let wake = try center.nextWake().map { $0.nanoseconds }
        if timer.set(toNanoseconds: followsMachine ? wake : nil) { bell.signal() }
        if let failure = failures.first { throw failure.value }
    }

    private func take() -> ([Job], [EngineMessage]) {
        state.withLock { state in
            let jobs = Array(state.jobs.prefix(Self.groupLimit))
            state.jobs.removeFirst(jobs.count)
            if !state.jobs.isEmpty { bell.signal() }
            state.takenJobCount += jobs.count
            let heard = state.messages.prefix { $0.earlierJobs <= state.takenJobCount }
            state.messages.removeFirst(heard.count)
            return (jobs, heard.map(\.message))
        }
    }

    private func commit(_ jobs: [Job], in center: Center) {
        guard !jobs.isEmpty else { return }
        do {
            let results = try center.performTogether(jobs.map(\.operation))
            for (job, result) in zip(jobs, results) { job.done(result) }
        } catch {
            for job in jobs { job.done(.failure(error)) }
        }
    }

    private func watchClock() {
        while !state.withLock(\.isStopping), (try? timer.wait()) != nil { bell.signal() }
    }
}
