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

    init(_ schedule: CenterSchedule) throws {
        self.schedule = schedule
        (entries, requests, tombstones, events) = try schedule.store.inner.read { store in
            (
                try store.entries(of: nil, in: Set(EntryState.allCases), limit: .max),
                try store.requests(of: nil), try store.tombstones(after: 0, limit: .max),
                try store.events(after: 0, limit: .max)
            )
        }
    }

    /// What holds after every schedule.
    func check() throws {
        try acknowledgedIsKept()
        try eachIsShownOnce()
        try eachHasOneVerdict()
        try sinksMissNothing()
        try nothingLeavesWithoutTombstone()
        try orderIsKept()
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
        let known = Set(entries.map(\.sequence))
        for (push, sequence) in schedule.oracle.pushes {
            let isBuried = tombstones.contains {
                $0.subject == .notification && $0.sequence == sequence
            }
            try require(known.contains(sequence) || isBuried, "\(push), \(sequence), is lost")
        }
        for (request, begun) in schedule.oracle.begun {
            let pending = requests.count {
                $0.app == request.app && $0.request.identifier == request.identifier
            }
            let buried = tombstones.count {
                $0.subject == .pending && $0.app == request.app
                    && $0.identifier == request.identifier
            }
            let added = schedule.oracle.added[request] ?? 0
            // An addition that a crash cut off may have been committed.
            try require(
                (added...begun).contains(pending + buried),
                "\(request): \(added) acknowledged of \(begun), \(pending) pending, \(buried) gone"
            )
        }
        for number in schedule.oracle.responses {
            let isKept = try schedule.store.inner.read { try $0.response(number) } != nil
            let isBuried = tombstones.contains {
                $0.subject == .response && $0.sequence == number
            }
            try require(isKept != isBuried, "response \(number): kept \(isKept), gone \(isBuried)")
        }
    }

    // MARK: Promise 2

    private func eachIsShownOnce() throws {
        try require(Set(entries.map(\.key)).count == entries.count, "an arrival has two entries")
        for entry in entries {
            let shown = events.count { $0.kind == .presented && $0.sequence == entry.sequence }
            try require(shown <= 1, "\(entry.sequence) was presented \(shown) times")
        }
    }

    // MARK: Promise 3

    private func eachHasOneVerdict() throws {
        for entry in entries {
            let decided = events.count { $0.kind == .decided && $0.sequence == entry.sequence }
            try require(decided <= 1, "\(entry.sequence) was decided \(decided) times")
            let isSettled = ![.stored, .accepted, .running, .expired].contains(entry.state)
            let undelivered: [Tombstone.Reason] = [.notAllowed, .superseded]
            let isRefused = undelivered.contains { entry.detail.reason == $0.rawValue }
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
                entry.detail.verdict != .tookCenterDown || entry.decided == entry.original,
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
        let last = entries.map(\.sequence).max() ?? 0
        try require(entries.count == last, "of \(last) entries \(entries.count) are there")
        for entry in entries {
            let buried = tombstones.count {
                $0.subject == .notification && $0.sequence == entry.sequence
            }
            let isRestored = events.contains {
                $0.kind == .restored && $0.sequence == entry.sequence
            }
            let wanted = (entry.state.isEnd ? 1 : 0) + (isRestored ? 1 : 0)
            try require(
                buried == wanted,
                "\(entry.sequence) is \(entry.state) and has \(buried) tombstones"
            )
        }
    }

    // MARK: Promise 5

    /// What holds after every recovery: a second one changes nothing.
    func checkRecovery() throws {
        let engine = ScriptedEngine()
        let center = Center(
            store: schedule.store.inner,
            clock: schedule.clock,
            engine: engine,
            policy: schedule.policy
        )
        let interrupted = try center.recover()
        try require(interrupted == 0, "a second recovery found \(interrupted) runs")
        let again = try CenterPromises(schedule)
        try require(again.entries == entries, "a second recovery changed an entry")
        try require(
            !entries.contains { $0.state == .running },
            "a run goes on after a recovery"
        )
    }

    // MARK: Order

    private func orderIsKept() throws {
        var last: [String: Int] = [:]
        for event in events where event.kind == .decided {
            guard let sequence = event.sequence,
                let entry = entries.first(where: { $0.sequence == sequence }),
                !entry.thread.isEmpty, !isForwarded(sequence)
            else { continue }
            let lane = "\(entry.app)/\(entry.thread)"
            try require(
                last[lane] ?? 0 < sequence,
                "in \(lane) \(sequence) was decided after \(last[lane] ?? 0)"
            )
            last[lane] = sequence
        }
    }

    /// Whether a push was stored for its device: it comes after pushes that are newer.
    private func isForwarded(_ sequence: Int) -> Bool {
        events.contains { $0.kind == .forwarded && $0.sequence == sequence }
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
                verdict == .tookCenterDown || verdict == .dropRefused
                    || runs.last?.verdict == verdict
            }
            try require(isDecided ?? true, "\(entry.sequence) has the runs \(runs.map(\.verdict))")
            let leases = Set(runs.map(\.lease))
            try require(leases.count == runs.count, "\(entry.sequence) has a run twice")
        }
    }

    // MARK: Delivery log

    /// Each push that a sender was answered has one line, which says what its notification says.
    private func eachPushIsLogged() throws {
        let records = try schedule.store.inner.read {
            try $0.newestPushRecords(of: nil, before: nil, limit: .max)
        }
        let lines = Dictionary(grouping: records, by: \.sequence)
        for (push, known) in schedule.oracle.known {
            guard let sequence = schedule.oracle.pushes[push] else { continue }
            let line = lines[sequence] ?? []
            try require(line.count == 1, "\(push) has \(line.count) lines in the delivery log")
            try require(line[0].uniqueIdentifier == known, "\(push) is known by another identifier")
            let entry = entries.first { $0.sequence == sequence }
            let wasShown = entry?.detail.verdict != nil
            try require(line[0].outcome != .stored, "\(push) is stored for ever")
            try require(
                !wasShown || line[0].outcome == .delivered,
                "\(push) was shown, and is logged as \(line[0].outcome)"
            )
        }
    }
}
