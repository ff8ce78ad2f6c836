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
            guard !gone.contains(where: \.state.isDelivered) || !left.contains(where: \.state.isEnd)
            else { throw BrokenPromise("one of the list is forgotten before what has ended") }
        } while count > 0
        try checkRetention()
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

    /// What holds when there is nothing more to forget.
    private func checkRetention() throws {
        let left = try entries()
        let kept = policy.retention
        let cutoff = try cutoff()
        let old = left.filter { isOld($0, cutoff) }
        guard old.isEmpty else {
            throw BrokenPromise("\(old.map(\.sequence)) have ended too long ago, and are kept")
        }
        let mayGo = left.filter { $0.state.isEnd || $0.state.isDelivered }
        guard left.count <= kept.entryLimit || mayGo.isEmpty else {
            throw BrokenPromise("\(left.count) are kept, of which \(mayGo.count) may go")
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
