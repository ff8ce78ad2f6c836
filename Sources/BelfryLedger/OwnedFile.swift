// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A stored file, and what in a ledger shows it.
package struct OwnedFile: Hashable, Sendable {
    /// What shows a file.
    package enum Owner: Hashable, Sendable {
        /// A notification, by its number; one that was removed keeps a file only while there is room.
        case notification(Int, isRemoved: Bool)

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
