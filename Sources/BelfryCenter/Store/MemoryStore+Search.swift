// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Looking for notifications by what they say.
extension MemoryStore {
    package func search(
        _ query: SearchQuery,
        of apps: Set<String>?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) -> [LedgerEntry] {
        let found = tables.entries.reversed().lazy.map(\.value).filter { entry in
            (apps?.contains(entry.app) ?? true) && states.contains(entry.state)
                && (sequence.map { entry.sequence < $0 } ?? true)
                && query.matches(SearchedTexts(entry))
        }
        return Array(found.prefix(limit))
    }

    /// There is no index here.
    package func updateSearch(limit: Int) -> Bool { false }
}
