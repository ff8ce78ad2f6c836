// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// The promises of the centre, as questions to its store and its sinks.
struct CenterPromises {
    private let schedule: CenterSchedule
    private let entries: [LedgerEntry]
    private let requests: [PendingRequest]
    private let tombstones: [Tombstone]
    private let events: [CenterEvent]

    /// The same by what is looked for.
    private let places: [Int?]
    private let happened: [CenterEvent.Kind: [Int]]
    private let buried: [Int]

    init(_ schedule: CenterSchedule) throws {
        self.schedule = schedule
        (entries, requests, tombstones, events) = try schedule.store.inner.read { store in
            (
                try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max),
                try store.requests(of: nil), try store.tombstones(after: 0, limit: .max),
                try store.events(after: 0, limit: .max)
            )
        }
        // Sequences are small numbers: what is known of each has its place in a list.
        let gone = tombstones.filter { $0.subject == .notification }
        let last = max(entries.last?.sequence ?? 0, gone.compactMap(\.sequence).max() ?? 0)
        let empty = Array(repeating: 0, count: last + 1)
        var places = Array(repeating: Int?.none, count: last + 1)
        for (place, entry) in entries.enumerated() { places[entry.sequence] = place }
        var buried = empty
        for tombstone in gone { buried[tombstone.sequence ?? 0] += 1 }
        var happened = Dictionary(
            uniqueKeysWithValues: CenterEvent.Kind.allCases.map { ($0, empty) }
        )
        for event in events {
            if let sequence = event.sequence { happened[event.kind]?[sequence] += 1 }
        }
        (self.places, self.buried, self.happened) = (places, buried, happened)
    }

    /// A notification that is there.
    private func known(_ sequence: Int) -> LedgerEntry? { places[sequence].map { entries[$0] } }

    /// How often something happened to a notification.
    private func count(_ kind: CenterEvent.Kind, _ sequence: Int) -> Int {
        happened[kind]?[sequence] ?? 0
    }

    /// What holds after every schedule.
    func check() throws {
        try acknowledgedIsKept()
        try requestsAreKept()
        try responsesAreKept()
        try eachIsShownOnce()
        try eachHasOneVerdict()
        try sinksMissNothing()
        try nothingLeavesWithoutTombstone()
        try orderIsKept()
        try delayedWait()
        try wantedAreNotLost()
        try nothingIsLeftUndone()
        try filesHaveLiveOwners()
        try runsAreJoined()
        try eachPushIsLogged()
    }

    private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        if !condition { throw BrokenPromise(message()) }
    }

    // MARK: Promise 1

    private func acknowledgedIsKept() throws {
        for (push, sequence) in schedule.oracle.pushes {
            try require(
                places[sequence] != nil || buried[sequence] > 0,
                "\(push), \(sequence), is lost"
            )
        }
    }

    private func requestsAreKept() throws {
        var left: [CenterOracle.Request: Int] = [:]
        for request in requests {
            left[.init(app: request.app, identifier: request.request.identifier), default: 0] += 1
        }
        for tombstone in tombstones where tombstone.subject == .pending {
            left[.init(app: tombstone.app, identifier: tombstone.identifier), default: 0] += 1
        }
        for (request, begun) in schedule.oracle.begun {
            let added = schedule.oracle.added[request] ?? 0
            let count = left[request] ?? 0
            // An addition that a crash cut off may have been committed.
            try require(
                (added...begun).contains(count),
                "\(request): \(added) acknowledged of \(begun), \(count) pending or gone"
            )
        }
    }

    /// What apps are to be given is kept until it has a tombstone, background pushes too.
    private func responsesAreKept() throws {
        let gone = tombstones.filter { $0.subject == .response }
        let buried = Dictionary(grouping: gone, by: { $0.sequence ?? 0 })
        let kept = try schedule.store.inner.read { store in
            try CenterSchedule.apps.flatMap { try store.responses(of: $0) }
        }
        let numbers = Set(kept.map(\.number))
        for number in schedule.oracle.responses {
            let (isKept, isBuried) = (numbers.contains(number), buried[number] != nil)
            try require(isKept != isBuried, "response \(number): kept \(isKept), gone \(isBuried)")
        }
        try require(buried.values.allSatisfy { $0.count == 1 }, "a response has two tombstones")
        let woken = events.count { $0.kind == .backgroundPush }
        let wakes = kept.count(where: \.isWake) + gone.count { $0.note.isEmpty }
        try require(woken == wakes, "of \(woken) background pushes \(wakes) are known")
        let waiting = Dictionary(
            grouping: kept.filter { $0.isWake && $0.deliveries == 0 },
            by: \.app
        )
        try require(
            waiting.values.allSatisfy { $0.count == 1 },
            "an app has two background pushes that it was not given"
        )
    }

    // MARK: Promise 2

    private func eachIsShownOnce() throws {
        try require(Set(entries.map(\.key)).count == entries.count, "an arrival has two entries")
        for (sequence, shown) in (happened[.presented] ?? []).enumerated() {
            try require(shown <= 1, "\(sequence) was presented \(shown) times")
        }
    }

    // MARK: Promise 3

    private func eachHasOneVerdict() throws {
        for (sequence, decided) in (happened[.decided] ?? []).enumerated() {
            try require(decided <= 1, "\(sequence) was decided \(decided) times")
        }
        for entry in entries {
            let isSettled = ![.stored, .accepted, .running, .expired].contains(entry.state)
            let undelivered: [Tombstone.Reason] = [.notAllowed, .superseded]
            // One that its app might not show, and that the user restored, was shown undecided.
            let isRefused =
                undelivered.contains { entry.detail.reason == $0.rawValue }
                || wasRefused(entry.sequence)
            // What goes to the app alone is not decided.
            if entry.detail.pushType == .background, !entry.original.hasEffect { continue }
            try require(
                !isSettled || isRefused || entry.detail.verdict != nil,
                "\(entry.sequence) is \(entry.state) without a verdict"
            )
            let limit = schedule.policy.interruptionLimit
            try require(
                entry.detail.attempts <= limit + schedule.unfinished[entry.sequence, default: 0],
                "\(entry.sequence) was tried \(entry.detail.attempts) times"
            )
            try require(
                entry.detail.verdict != .center(.tookCenterDown) || entry.decided == entry.original,
                "\(entry.sequence) took the centre down and is not the original"
            )
        }
    }

    private func sinksMissNothing() throws {
        let shown = schedule.sink.shown.map(\.cursor)
        try require(shown == events.map(\.cursor), "the sink was given \(shown) of \(events.count)")
    }

    // MARK: Promise 4

    private func nothingLeavesWithoutTombstone() throws {
        for (sequence, place) in places.enumerated().dropFirst() where place == nil {
            try require(buried[sequence] > 0, "\(sequence) has gone without a tombstone")
        }
        for entry in entries {
            // One that was restored, or that its sender has made again, ended before.
            let again = max(count(.accepted, entry.sequence) - 1, 0)
            let wanted = (entry.state.isEnd ? 1 : 0) + count(.restored, entry.sequence) + again
            let buried = buried[entry.sequence]
            try require(
                buried == wanted,
                "\(entry.sequence) is \(entry.state) and has \(buried) tombstones"
            )
        }
    }

    // MARK: Promise 5

    /// What holds after every recovery: a second one changes nothing.
    static func checkRecovery(of schedule: CenterSchedule) throws {
        let store = schedule.store.inner
        func entries() throws -> [LedgerEntry] {
            try store.read { store in
                try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max)
            }
        }
        let before = try entries()
        let center = Center(
            store: store,
            clock: schedule.clock,
            engine: ScriptedEngine(),
            policy: schedule.policy
        )
        let interrupted = try center.recover()
        guard interrupted == 0 else {
            throw BrokenPromise("a second recovery found \(interrupted) runs")
        }
        guard try entries() == before else {
            throw BrokenPromise("a second recovery changed an entry")
        }
        guard !before.contains(where: { $0.state == .running }) else {
            throw BrokenPromise("a run goes on after a recovery")
        }
    }

    // MARK: Order

    private func orderIsKept() throws {
        var last: [String: Int] = [:]
        for event in events where event.kind == .decided {
            // A push that was stored for its device comes after pushes that are newer.
            guard let sequence = event.sequence, let entry = known(sequence),
                !entry.thread.isEmpty, count(.forwarded, sequence) == 0
            else { continue }
            let lane = "\(entry.app)/\(entry.thread)"
            try require(
                last[lane] ?? 0 < sequence,
                "in \(lane) \(sequence) was decided after \(last[lane] ?? 0)"
            )
            last[lane] = sequence
        }
    }

    /// A push that its sender has delayed goes on once, at its time at the earliest.
    private func delayedWait() throws {
        for event in events where [.forwarded, .decided].contains(event.kind) {
            guard let sequence = event.sequence, let due = known(sequence)?.detail.due else {
                continue
            }
            try require(count(.forwarded, sequence) == 1, "\(sequence) did not go on once")
            try require(
                event.kind != .forwarded || event.date >= due,
                "\(sequence) went on before it was due"
            )
        }
    }

    /// A notification that the user has asked for was shown, or can be asked for once more.
    private func wantedAreNotLost() throws {
        let wanted = entries.filter { $0.detail.isWanted == true && $0.original.hasAlert }
        for entry in wanted where entry.state != .dropped {
            try require(
                count(.presented, entry.sequence) == 1,
                "\(entry.sequence) was restored, and is \(entry.state) unseen"
            )
        }
    }

    private func nothingIsLeftUndone() throws {
        let undone = entries.filter { [.stored, .accepted, .running, .decided].contains($0.state) }
        try require(
            undone.isEmpty,
            "\(undone.map { "\($0.sequence) \($0.state)" }) are left"
        )
    }

    // MARK: Runs and files

    /// A file is owned exactly as long as a request shows it, or a notification that is shown or can be
    /// restored.
    private func filesHaveLiveOwners() throws {
        let live = entries.filter { !$0.state.isEnd || $0.state == .dropped }
        let pending = try schedule.store.inner.read { try $0.requests(of: nil) }
        let contents =
            live.compactMap(\.decided) + live.map(\.original) + pending.map(\.request.content)
        let shown = Set(contents.flatMap(\.attachments).map(\.url))
        let owned = try schedule.store.inner.read { try $0.ownedFiles() }
        try require(owned == shown, "\(owned.sorted()) are owned, \(shown.sorted()) are shown")
    }

    /// A notification that an extension decided has the run that did, with its verdict.
    private func runsAreJoined() throws {
        for entry in entries where entry.detail.attempts > 0 {
            let runs = try schedule.store.inner.read { try $0.runs(of: entry.sequence) }
            let isDecided = entry.detail.verdict.map { verdict in
                verdict == .center(.tookCenterDown) || verdict == .center(.dropRefused)
                    || runs.last?.verdict == verdict
            }
            try require(isDecided ?? true, "\(entry.sequence) has the runs \(runs.map(\.verdict))")
            let leases = Set(runs.map(\.lease))
            try require(leases.count == runs.count, "\(entry.sequence) has a run twice")
        }
    }

    /// Whether a notification's app might not show it.
    private func wasRefused(_ sequence: Int) -> Bool {
        tombstones.contains {
            $0.sequence == sequence && $0.reason == .notAllowed && $0.subject == .notification
        }
    }

    // MARK: Delivery log

    /// Each push that a sender was answered has one line, which says what its notification says.
    private func eachPushIsLogged() throws {
        let records = try schedule.store.inner.read {
            try $0.newestPushRecords(of: nil, before: nil, limit: .max)
        }
        let lines = Dictionary(grouping: records, by: \.sequence)
        for (push, identifier) in schedule.oracle.known {
            guard let sequence = schedule.oracle.pushes[push] else { continue }
            let line = lines[sequence] ?? []
            try require(line.count == 1, "\(push) has \(line.count) lines in the delivery log")
            try require(
                line[0].uniqueIdentifier == identifier,
                "\(push) is known by another identifier"
            )
            let entry = known(sequence)
            // One that was decided may be refused afterwards.
            let wasShown = entry?.detail.verdict != nil && !wasRefused(sequence)
            try require(line[0].outcome != .stored, "\(push) is stored for ever")
            try require(
                !wasShown || line[0].outcome == .delivered,
                "\(push) was shown, and is logged as \(line[0].outcome)"
            )
        }
    }
}
