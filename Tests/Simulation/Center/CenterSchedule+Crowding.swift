// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// What happens where there is little room: what the ledger forgets, and several notifications of one
/// identifier.
extension CenterSchedule {
    /// One of these, by a number that was drawn.
    func crowd(_ kind: Int) throws {
        switch kind % 3 {
        case 0: try prune()
        case 1: try restoreBesideNewer()
        default: try repeatBesideDelayed()
        }
    }

    // MARK: Retention

    /// Has the ledger forget what it does not keep, as the daemon does once a minute, and holds it to
    /// the order in which things go.
    func prune() throws {
        var count = 0
        repeat {
            let before = try entries()
            count = try center.perform { try $0.prune() }
            let left = try entries()
            let kept = Set(left.map(\.sequence))
            let gone = before.filter { !kept.contains($0.sequence) }
            guard gone.count == count, gone.allSatisfy({ $0.state.isEnd || $0.state.isDelivered })
            else { throw BrokenPromise("\(gone.map(\.sequence)) are forgotten, of them \(count)") }
            let listed = Set(gone.filter(\.state.isDelivered).map(\.app))
            guard !left.contains(where: { $0.state.isEnd && listed.contains($0.app) })
            else { throw BrokenPromise("one of the list is forgotten before what has ended") }
            try checkShares(before, gone, left)
        } while count > 0
        try checkRetention()
    }

    /// Holds what is forgotten, but for what is old, to what its app has too much of.
    private func checkShares(
        _ before: [LedgerEntry],
        _ gone: [LedgerEntry],
        _ left: [LedgerEntry]
    ) throws {
        let cutoff = try cutoff()
        let surplus = Set(gone.filter { !isOld($0, cutoff) }.map(\.app))
        let had = Dictionary(grouping: before, by: \.app)
        let has = Dictionary(grouping: left, by: \.app)
        for app in surplus {
            // What it had when the last one of it went.
            let count = (has[app] ?? []).count + 1
            guard count > policy.retention.entryLimit / had.count else {
                throw BrokenPromise(
                    "of \(app) goes one of \(count), which is no more than its share"
                )
            }
            let larger = has.filter { $0.value.count > count && $0.value.contains(where: mayGo) }
            guard larger.isEmpty else {
                throw BrokenPromise("one of \(app) goes, and \(larger.keys.sorted()) have more")
            }
        }
    }

    /// Before when that which has ended is too old: before all of it while the clock is in doubt.
    private func cutoff() throws -> UnixTime {
        let doubt = try store.inner.read { try $0.device() }.clockDoubt
        let isDoubted = doubt.map { clock.now < $0.end } ?? false
        return isDoubted
            ? UnixTime(milliseconds: .min) : clock.now + -policy.retention.endedMilliseconds
    }

    private func isOld(_ entry: LedgerEntry, _ cutoff: UnixTime) -> Bool {
        entry.ended.map { $0 < cutoff } ?? false
    }

    private func mayGo(_ entry: LedgerEntry) -> Bool {
        entry.state.isEnd || entry.state.isDelivered
    }

    /// What holds when there is nothing more to forget.
    private func checkRetention() throws {
        let left = try entries()
        let limit = policy.retention.entryLimit
        let cutoff = try cutoff()
        let old = left.filter { isOld($0, cutoff) }
        guard old.isEmpty else {
            throw BrokenPromise("\(old.map(\.sequence)) have ended too long ago, and are kept")
        }
        let apps = Dictionary(grouping: left, by: \.app)
        let above = apps.values.filter { $0.count > limit / apps.count }.joined().filter(mayGo)
        guard left.count <= limit || above.isEmpty else {
            throw BrokenPromise("\(left.count) are kept, of which \(above.count) may go")
        }
    }

    // MARK: One identifier

    /// Restores a notification; one that cannot be now stays as it is.
    func restore(_ entry: LedgerEntry) throws {
        do {
            try center.perform { try $0.restore(entry.sequence) }
        } catch let error as CenterError where error.code == .wrongState {
            guard try store.inner.read({ try $0.entry(entry.sequence) }) == entry else {
                throw BrokenPromise("\(entry.sequence) was not restored, and was changed")
            }
            guard try hasObstacle(entry) else {
                throw BrokenPromise("\(entry.sequence) was not restored: \(error.message)")
            }
            return
        }
        let restored = try store.inner.read { try $0.entry(entry.sequence) }
        guard let state = restored?.state, ![.dropped, .collapsed].contains(state) else {
            throw BrokenPromise("\(entry.sequence) was restored, and is \(restored?.state as Any)")
        }
    }

    /// Whether a newer one has a notification's place, or its app in front may show nothing of it.
    private func hasObstacle(_ entry: LedgerEntry) throws -> Bool {
        let (newer, device) = try store.inner.read { store in
            (
                try store.entries(
                    of: entry.app,
                    identifier: entry.identifier,
                    in: EntryState.delivered,
                    after: entry.sequence
                ),
                try store.device()
            )
        }
        return newer.contains { $0.device == entry.device }
            || (entry.state == .dropped && device.foregroundApp == entry.app)
    }

    /// Restores a dropped notification beside a newer one of its identifier.
    private func restoreBesideNewer() throws {
        let dropped = try entries().filter { $0.state == .dropped && $0.isRestorable }
        guard let entry = random.pick(dropped) else { return }
        var newer = try makePush(to: entry.app, "active")
        newer.collapseIdentifier = entry.identifier
        sent.append(newer)
        try accept(newer)
        try center.pump()
        try restore(entry)
    }

    /// Sends a push again while another one of its identifier waits for its time.
    private func repeatBesideDelayed() throws {
        let collapsing = sent.filter { $0.collapseIdentifier != nil && $0.channel == nil }
        guard let push = random.pick(collapsing), !push.token.hasPrefix("token") else { return }
        var later = try makePush(to: push.app, "active")
        later.collapseIdentifier = push.collapseIdentifier
        later.due = clock.now + 30_000
        sent.append(later)
        try accept(later)
        try accept(push)
    }
}
