// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A stored file, and what in a ledger shows it.
package struct OwnedFile: Hashable, Sendable {
    /// What shows a file.
    package enum Owner: Hashable, Sendable {
        /// A notification, by its number; one that was dismissed, restored since or not, had a file only
        /// while there was room.
        case notification(Int, wasDismissed: Bool)

        /// A pending request, by its identifier.
        case request(String)
    }

    /// The file.
    package let path: String

    /// The app whose it is.
    package let app: String

    /// What shows it.
    package let owner: Owner
}
