// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Entries by where they stand, and how many there are: what has ended, what is stored, what an app has.
extension MemoryStore {
    package func listedCounts() -> [String: ListedCount] {
        tables.entries.reduce(into: [:]) { counts, stored in
            guard stored.value.state.isDelivered else { return }
            counts[stored.value.app, default: ListedCount()].total += 1
            guard stored.value.state == .presented else { return }
            counts[stored.value.app, default: ListedCount()].unread += 1
        }
    }

    package func sizes() -> [String: LedgerSize] {
        tables.entries.reduce(into: [:]) { sizes, stored in
            sizes[stored.value.app, default: LedgerSize()].entryCount += 1
            sizes[stored.value.app, default: LedgerSize()].byteCount += stored.byteCount
        }
    }

    package func size(of app: String) -> LedgerSize {
        Self.size(tables.entries.filter { $0.value.app == app })
    }

    private static func size(_ entries: [MemoryTables.StoredEntry]) -> LedgerSize {
        LedgerSize(
            entryCount: entries.count,
            byteCount: entries.reduce(0) { $0 + $1.byteCount }
        )
    }

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
        return Self.size(delayed)
    }
}
