// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the ledger forgets, by age, count and size.
extension Turn {
    /// Forgets one batch of what the ledger keeps no longer; each notification leaves a tombstone.
    ///
    /// What is still on its way is never forgotten. Over the limits the oldest ended ones go first,
    /// then the oldest of the delivered list. The log is kept until every sink has read it.
    ///
    /// - Returns: How many notifications it forgot.
    @discardableResult
    package mutating func prune() throws -> Int {
        let kept = policy.retention
        let ended = try transaction.entries(of: nil, in: EntryState.ends, limit: policy.batch)
        let cutoff = now + -kept.endedMilliseconds
        var forgotten = Set<Int>()
        for entry in ended where (entry.ended ?? now) < cutoff {
            try forget(entry)
            forgotten.insert(entry.sequence)
        }
        var surplus = ended.filter { !forgotten.contains($0.sequence) }
        surplus += try transaction.entries(
            of: nil,
            in: EntryState.delivered,
            limit: policy.batch
        )
        var size = try transaction.size()
        for entry in surplus
        where size.entryCount > kept.entryLimit || size.byteCount > kept.byteLimit {
            try forget(entry)
            forgotten.insert(entry.sequence)
            size = try transaction.size()
        }
        try trimRuns()
        try trimDeviceTokens()
        try transaction.trimPushRecords(
            before: now + -kept.pushRecordMilliseconds,
            beyond: kept.pushRecordLimit
        )
        try trimLog()
        return forgotten.count
    }

    private mutating func forget(_ entry: LedgerEntry) throws {
        try bury(entry, .retention)
        try transaction.removeEntry(entry.sequence)
    }

    /// Forgets device tokens that ended long ago: their senders have been told, or do not push.
    private func trimDeviceTokens() throws {
        let cutoff = now + -policy.retention.keyMilliseconds
        for token in try transaction.deviceTokens(of: nil) where (token.ended ?? now) < cutoff {
            try transaction.removeDeviceToken(token.token)
        }
    }

    /// Forgets reports by age and size; what they are about stays.
    private func trimRuns() throws {
        let kept = policy.retention
        _ = try transaction.removeRuns(
            before: now + -kept.reportMilliseconds,
            limit: policy.batch
        )
        while try transaction.reportByteCount() > kept.reportByteLimit,
            try transaction.removeRuns(before: now + 1, limit: policy.batch) > 0
        {}
    }

    private func trimLog() throws {
        let kept = policy.retention
        let before = now + -kept.logMilliseconds
        let read = try transaction.sinkCursors().values.min() ?? .max
        try transaction.trimEvents(through: read, before: before, beyond: kept.eventLimit)
        try transaction.trimTombstones(before: before, beyond: kept.tombstoneLimit)
        try transaction.forgetKeys(before: now + -kept.keyMilliseconds, beyond: kept.keyLimit)
    }
}
