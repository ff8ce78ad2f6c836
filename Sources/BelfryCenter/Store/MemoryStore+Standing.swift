// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Entries by where they stand: what has ended, and what is stored.
extension MemoryStore {
    package func entries(endedBefore time: UnixTime, limit: Int) -> [LedgerEntry] {
        let ended = tables.entries.filter { stored in
            stored.value.state.isEnd && stored.value.ended.map { $0 < time } ?? false
        }
        let oldest = ended.sorted { Self.ending($0.value) < Self.ending($1.value) }
        return oldest.prefix(limit).map(\.value)
    }

    private static func ending(_ entry: LedgerEntry) -> (Int64, Int) {
        (entry.ended?.milliseconds ?? .max, entry.sequence)
    }

    package func storedEntries(of app: String?) -> [LedgerEntry] {
        tables.entries.filter { stored in
            stored.value.state == .stored && stored.value.detail.due == nil
                && (app == nil || stored.value.app == app)
        }.map(\.value)
    }

    package func delayedSize(of app: String) -> LedgerSize {
        let delayed = tables.entries.filter { stored in
            stored.value.state == .stored && stored.value.detail.due != nil
                && stored.value.app == app
        }
        return LedgerSize(
            entryCount: delayed.count,
            byteCount: delayed.reduce(0) { $0 + $1.byteCount }
        )
    }
}
