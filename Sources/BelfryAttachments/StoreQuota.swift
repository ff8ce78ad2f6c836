// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much an attachment store may hold, in all and of one bundle's.
package struct StoreQuota: Equatable, Sendable {
    /// Bytes on the disk, and files, of all that is stored.
    package var byteCount: UInt64 = 1024 * 1024 * 1024
    package var fileCount = 16_384

    /// Bytes on the disk, and files, of what one bundle has attached.
    package var ownerByteCount: UInt64 = 256 * 1024 * 1024
    package var ownerFileCount = 4096

    package init() {}
}

/// For whom files are stored, and what must not go to make room for them.
package struct StoreUse: Sendable {
    /// The identifier of the bundle that attached them; empty where nobody is to be charged.
    package var owner = ""

    /// Paths of stored files that notifications show; nil where that is unknown, so that all stay.
    package var referenced: Set<String>? = []

    package init() {}
}

/// Files that were removed from a store to make room.
package struct StoreRemoval: Equatable, Sendable {
    /// Their paths, the first to go first.
    package internal(set) var paths: [String] = []

    /// What they took on the disk.
    package internal(set) var byteCount: UInt64 = 0

    package init() {}

    static func + (first: StoreRemoval, then: StoreRemoval) -> StoreRemoval {
        var both = first
        both.paths += then.paths
        both.byteCount += then.byteCount
        return both
    }
}
