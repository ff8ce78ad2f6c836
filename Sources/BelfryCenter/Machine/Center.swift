// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The notification centre: what is remembered and what is due.
///
/// It is synchronous and belongs to one thread. Everything that it knows is in the store; what it
/// holds besides, the order of what waits, it finds there again. It is made and then recovers, with
/// ``recover()``, before anything else.
package final class Center {
    package let store: any CenterStore
    package let clock: any CenterClock
    package let policy: CenterPolicy

    private let engine: any ExtensionEngine
    private let apps: (any AppAsking)?
    private var sinks: [any CenterSink] = []
    private var lanes: LaneQueue

    /// What engines said and the store could not take yet, as on a full disk.
    private var unrecorded: [EngineMessage] = []

    /// Whether no further run begins; what is accepted waits for the next process.
    package var isDraining = false

    /// Both clocks as they were read last, from which a clock that was set is noticed.
    private var lastReading: (now: UnixTime, uptime: Int64)

    package init(
        store: any CenterStore,
        clock: any CenterClock,
        engine: any ExtensionEngine,
        apps: (any AppAsking)? = nil,
        policy: CenterPolicy = CenterPolicy()
    ) {
        self.store = store
        self.clock = clock
        self.engine = engine
        self.apps = apps
        self.policy = policy
        lanes = LaneQueue(width: policy.width, appWidth: policy.appWidth)
        lastReading = (clock.now, clock.uptime)
    }

    /// Takes up what an earlier process left, however it ended.
    ///
    /// - Returns: How many runs it had interrupted.
    @discardableResult
    package func recover() throws -> Int {
        lanes = LaneQueue(width: policy.width, appWidth: policy.appWidth)
        let (interrupted, waiting) = try perform { turn in
            (try turn.recover(), try turn.transaction.waiting())
        }
        for entry in waiting { lanes.append(entry) }
        return interrupted
    }

    // MARK: Turns

    /// Does one thing in one transaction.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns, once it is committed.
    /// - Throws: What the body throws, or the store's error; nothing was done then.
    package func perform<Value>(_ body: (inout Turn) throws -> Value) throws -> Value {
        let (value, effects) = try store.write { transaction in
            var turn = turn(on: transaction)
            let value = try body(&turn)
            return (value, try Self.settled(turn.effects, transaction))
        }
        apply(effects)
        return value
    }

    /// The effects of what is about to be committed: a file that one turn has freed may have got an
    /// owner again since.
    private static func settled(
        _ effects: [Turn.Effect],
        _ transaction: any CenterTransaction
    ) throws -> [Turn.Effect] {
        try effects.map { effect in
            guard case .freed(let files) = effect else { return effect }
            return .freed(try files.filter { try !transaction.isOwned($0) })
        }
    }

    /// Does several things in one transaction, so that they share one wait for the disk.
    ///
    /// Each can fail by itself; the others are done, or those before it alone.
    ///
    /// - Parameters:
    ///   - bodies: What to do.
    ///   - endsAtFailure: Whether what comes after one that fails is not done, and fails as that does.
    /// - Returns: What became of each, once all are committed.
    /// - Throws: The store's error, when nothing was committed.
    package func performTogether<Value>(
        _ bodies: [(inout Turn) throws -> Value],
        endsAtFailure: Bool = false
    ) throws -> [Result<Value, any Error>] {
        let (results, effects, begun) = try store.write { transaction in
            var effects: [Turn.Effect] = []
            var failure: (any Error)?
            let results = bodies.map { body in
                Result {
                    if endsAtFailure, let failure { throw failure }
                    do {
                        return try nested(on: transaction, &effects, body)
                    } catch {
                        failure = error
                        throw error
                    }
                }
            }
            let begun = begin(&effects, transaction)
            return (results, try Self.settled(effects, transaction), begun)
        }
        if let begun { lanes = begun.lanes }
        apply(effects)
        for work in begun?.work ?? [] { engine.begin(work) }
        return results
    }

    /// Does one thing within a transaction; where it fails, the rest of the transaction stays.
    private func nested<Value>(
        on transaction: any CenterTransaction,
        _ effects: inout [Turn.Effect],
        _ body: (inout Turn) throws -> Value
    ) throws -> Value {
        try store.nested {
            var turn = turn(on: transaction)
            let value = try body(&turn)
            effects += turn.effects
            return value
        }
    }

    /// More arrivals than these in one transaction are a burst.
    private static let burst = 4

    /// Begins what came in a transaction and need not wait, so that it is committed with its arrival.
    ///
    /// Where others wait already, it waits for its turn: ``pump()`` is fair between apps. Of a burst
    /// nothing begins: its senders are answered first.
    ///
    /// - Parameters:
    ///   - effects: What follows the commit; what has begun waits no more.
    ///   - transaction: The transaction.
    /// - Returns: The lanes as they are once it is committed, and what the engine is asked for then; nil
    ///   where nothing may begin.
    private func begin(
        _ effects: inout [Turn.Effect],
        _ transaction: any CenterTransaction
    ) -> (lanes: LaneQueue, work: [ExtensionWork])? {
        // What waits is many times what came: it is not copied.
        guard !isDraining, lanes.waitingCount == 0,
            effects.count(where: { if case .waits = $0 { true } else { false } }) <= Self.burst
        else { return nil }
        var lanes = lanes
        var work: [ExtensionWork] = []
        var left: [Turn.Effect] = []
        for effect in effects {
            guard case .waits(let entry) = effect else {
                left.append(effect)
                continue
            }
            guard lanes.canBegin(entry) else {
                lanes.append(entry)
                continue
            }
            do {
                let claim = try nested(on: transaction, &left) { try $0.claim(entry.sequence) }
                guard let claim else { continue }
                lanes.begin(entry)
                work.append(claim)
            } catch {
                // It has arrived; the pump tries again, and says what is wrong.
                lanes.append(entry)
            }
        }
        effects = left
        return (lanes, work)
    }

    /// Reads without changing anything.
    package func read<Value>(_ body: (Turn) throws -> Value) throws -> Value {
        try store.read { try body(turn(on: $0)) }
    }

    private func turn(on transaction: any CenterTransaction) -> Turn {
        let clock = clock
        return Turn(
            transaction,
            now: clock.now,
            timeZone: clock.timeZone,
            policy: policy,
            asksApps: apps != nil
        )
    }

    private func apply(_ effects: [Turn.Effect]) {
        for effect in effects {
            switch effect {
            case .waits(let entry): lanes.append(entry)
            case .freed(let files): if !files.isEmpty { engine.free(files) }
            case .asks(let app, let sequence): apps?.ask(app, about: sequence)
            }
        }
    }

    // MARK: Time

    /// Does all that is due: notices a clock that was set, fires triggers, releases what was held.
    package func tick() throws {
        try noteClock()
        try noteTimeZone()
        guard let wake = try nextWake(), wake <= clock.now else { return }
        // What comes at the same time comes to the Focus that is on from then on.
        try perform { try $0.switchFocus() }
        while try perform({ try $0.fireDue() }) {}
        while try perform({ try $0.releaseHeld() }) {}
        while try perform({ try $0.changeDueActivities() }) {}
    }

    /// Notices a clock that was set.
    ///
    /// To be called before anything is done by the clock: what is reckoned from the new time must not
    /// be moved along with what was reckoned from the old one.
    ///
    /// - Throws: The store's error; the next call notices it again.
    package func noteClock() throws {
        let reading = (now: clock.now, uptime: clock.uptime)
        let jump = (reading.now - lastReading.now) - (reading.uptime - lastReading.uptime)
        if abs(jump) > Self.jumpTolerance { try perform { try $0.clockChanged(by: jump) } }
        lastReading = reading
    }

    private func noteTimeZone() throws {
        guard try read({ try $0.transaction.device().timeZone != clock.timeZone }) else { return }
        try perform { _ = try $0.noteTimeZone() }
    }

    /// How far the two clocks may drift apart between two looks: a time server slews, and does not
    /// set, what is less.
    private static let jumpTolerance: Int64 = 500

    /// When ``tick()`` has something to do next; nil where nothing waits for a time.
    package func nextWake() throws -> UnixTime? {
        try read { try $0.nextWake() }
    }

    // MARK: Pipeline

    /// Whether every run that goes on has ended, and the store could not take yet how.
    package var waitsForStoreAlone: Bool {
        let outcomes = unrecorded.count { if case .outcome = $0 { true } else { false } }
        return lanes.runningCount <= outcomes
    }

    /// How many notifications wait for their extension, and how many extensions run.
    package var load: (waiting: Int, running: Int) { (lanes.waitingCount, lanes.runningCount) }

    /// Begins all that can begin: commits that it runs, then asks the engine.
    ///
    /// - Throws: The store's error; nothing is lost, and the next call begins the same again.
    package func pump() throws {
        try recordOutcomes()
        while !isDraining {
            var sequences: [Int] = []
            while sequences.count < policy.batch, let next = lanes.next() { sequences.append(next) }
            guard !sequences.isEmpty else { return }
            let work: [ExtensionWork?]
            do {
                work = try perform { turn in try sequences.map { try turn.claim($0) } }
            } catch {
                lanes.requeue(sequences)
                throw error
            }
            for (sequence, work) in zip(sequences, work) {
                if let work { engine.begin(work) } else { lanes.finish(sequence) }
            }
        }
    }

    /// Takes what became of a run.
    ///
    /// - Parameters:
    ///   - lease: Which run.
    ///   - outcome: How it ended.
    /// - Throws: The store's error; the outcome is kept, and ``pump()`` records it.
    package func finish(_ lease: ExtensionWork.Lease, _ outcome: ExtensionOutcome) throws {
        try hear(.outcome(lease, outcome))
    }

    /// Takes what an engine says: a run's outcome, and later its report.
    ///
    /// - Parameter message: What it says.
    /// - Throws: The store's error; the message is kept, and ``pump()`` records it.
    package func hear(_ message: EngineMessage) throws {
        try hear([message])
    }

    /// Takes all that an engine has said, in its order, in as few transactions as may be.
    ///
    /// - Parameter messages: What it says.
    /// - Throws: The store's error; the messages are kept, and ``pump()`` records them.
    package func hear(_ messages: [EngineMessage]) throws {
        unrecorded += messages
        try recordOutcomes()
    }

    private func recordOutcomes() throws {
        while !unrecorded.isEmpty {
            let batch = unrecorded.prefix(policy.batch)
            // What comes after one that fails waits with it: a report follows its outcome.
            let results = try performTogether(
                batch.map { message in { try Self.record(message, &$0) } },
                endsAtFailure: true
            )
            for (message, result) in zip(batch, results) {
                let isOver = try result.get()
                unrecorded.removeFirst()
                guard case .outcome(let lease, _) = message else { continue }
                if isOver { lanes.finish(lease.sequence) }
                engine.settled(lease)
            }
        }
    }

    /// Records what an engine said.
    ///
    /// - Returns: Whether a run is over.
    private static func record(_ message: EngineMessage, _ turn: inout Turn) throws -> Bool {
        switch message {
        case .outcome(let lease, let outcome):
            // A notification that has gone with its app has no later attempt to wait for.
            return try turn.finish(lease, outcome)
                || turn.transaction.entry(lease.sequence) == nil
        case .report(let lease, let report, let wall):
            try turn.record(report, wall, of: lease)
            return false
        }
    }

    // MARK: Sinks

    /// Adds a sink; one that the store does not know is given the log from its beginning.
    package func add(_ sink: any CenterSink) throws {
        try perform { turn in
            let known = try turn.transaction.sinkCursors()[sink.name]
            if known == nil { try turn.transaction.put(cursor: 0, ofSink: sink.name) }
        }
        sinks.append(sink)
    }

    /// Gives every sink the events that it has not had.
    ///
    /// A sink that fails is given the event again next time; the others go on.
    ///
    /// - Returns: The errors of sinks that failed, by their names.
    @discardableResult
    package func publish() throws -> [String: any Error] {
        var failures: [String: any Error] = [:]
        for sink in sinks {
            do {
                while try publish(to: sink) {}
            } catch let failure as SinkFailure {
                failures[sink.name] = failure.cause
            }
        }
        return failures
    }

    private func publish(to sink: any CenterSink) throws -> Bool {
        let news = try read { turn in
            let cursor = try turn.transaction.sinkCursors()[sink.name] ?? 0
            let events = try turn.transaction.events(after: cursor, limit: policy.batch)
            return try events.map { ($0, try $0.sequence.flatMap(turn.transaction.entry)) }
        }
        var done: Int?
        var failure: SinkFailure?
        for (event, entry) in news {
            do {
                try sink.deliver(event, entry)
                done = event.cursor
            } catch {
                failure = SinkFailure(cause: error)
                break
            }
        }
        if let done { try perform { try $0.transaction.put(cursor: done, ofSink: sink.name) } }
        if let failure { throw failure }
        return news.count == policy.batch
    }

    private struct SinkFailure: Error {
        let cause: any Error
    }
}
