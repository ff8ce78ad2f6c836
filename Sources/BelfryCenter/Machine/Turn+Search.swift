// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Looking for notifications by what they say.
extension Turn {
    /// Brings what is searched up to date, a part of it at a time.
    ///
    /// - Returns: Whether there is more; others' turns come between.
    /// - Throws: The store's error.
    package func updateSearch() throws -> Bool {
        try transaction.updateSearch(limit: policy.searchBatch)
    }
}
