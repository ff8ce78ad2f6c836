// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the ledger forgets, by age, count and size.
extension Turn {
    /// Forgets one batch of what the ledger keeps no longer; each notification leaves a tombstone.
    ///
    /// What is still on its way is never forgotten. Over the limits the app that has most gives: its
    /// oldest ended ones first, and once none of them is left its oldest of the delivered list. The log is
    /// kept until every sink has read it.
    ///
    /// - Returns: How many notifications it forgot; 0 where there is nothing more to forget.
    @discardableResult
    package mutating func prune() throws -> Int {
        let kept = policy.retention
        let expired = try transaction.entries(
            endedBefore: try cutoff(kept.endedMilliseconds),
            limit: policy.batch
        )
        for entry in expired { try forget(entry) }
        let surplus = try forgetSurplus()
        try trimRuns()
        try trimDeviceTokens()
        try transaction.trimPushRecords(
            before: try cutoff(kept.pushRecordMilliseconds),
            beyond: kept.pushRecordLimit
        )
        try trimLog()
        return expired.count + surplus
    }

    /// Forgets one batch of what is over the limits, each time of the app that has most.
    ///
    /// - Returns: How many notifications it forgot.
    private mutating func forgetSurplus() throws -> Int {
        var shares = LedgerShares(try transaction.sizes(), policy.retention)
        var count = 0
        while count < policy.batch, let app = shares.largest {
            if let entry = try oldest(of: app) {
                try forget(entry)
                shares.note(try transaction.size(of: app), of: app)
                count += 1
            } else {
                shares.spare(app)
            }
        }
        return count
    }

    /// What goes first of an app; nil where nothing may go.
    private func oldest(of app: String) throws -> LedgerEntry? {
        for states in [EntryState.ends, EntryState.delivered] {
            let oldest = try transaction.entries(of: app, in: states, limit: 1)
            if let entry = oldest.first { return entry }
        }
        return nil
    }

    private mutating func forget(_ entry: LedgerEntry) throws {
        try bury(entry, .retention)
        try transaction.removeEntry(entry.sequence)
        if entry.state.isDelivered {
            let reason = Tombstone.Reason.retention.rawValue
            try log(.removed, entry.app, entry.sequence, reason)
        }
        // It was never delivered: its sender may make it again, and give it more time.
        if entry.state == .expired { try transaction.forgetKey(entry.key) }
    }

    /// Forgets device tokens that ended long ago: their senders have been told, or do not push.
    private func trimDeviceTokens() throws {
        let first = try cutoff(policy.retention.keyMilliseconds)
        for token in try transaction.deviceTokens(of: nil) where (token.ended ?? now) < first {
            try transaction.removeDeviceToken(token.token)
        }
    }

    /// Forgets runs by age, and reports by size: of those runs their verdicts and times stay.
    private func trimRuns() throws {
        let kept = policy.retention
        _ = try transaction.removeRuns(
            before: try cutoff(kept.reportMilliseconds),
            limit: policy.batch
        )
        while try transaction.reportByteCount() > kept.reportByteLimit,
            try transaction.removeReports(limit: policy.batch) > 0
        {}
    }

    private func trimLog() throws {
        let kept = policy.retention
        let before = try cutoff(kept.logMilliseconds)
        let read = try transaction.sinkCursors().values.min() ?? .max
        try transaction.trimEvents(through: read, before: before, beyond: kept.eventLimit)
        try transaction.trimTombstones(before: before, beyond: kept.tombstoneLimit)
        try transaction.forgetKeys(
            before: try cutoff(kept.keyMilliseconds),
            beyond: kept.keyLimit
        )
    }
}
