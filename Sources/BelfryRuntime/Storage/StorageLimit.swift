// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// How much may be kept in a directory that outlives workers.
package enum StorageLimit {
    /// Bytes on the disk, of the files that are there between runs.
    package static let byteCount: UInt64 = 256 * 1024 * 1024

    /// Files and directories.
    package static let fileCount = 8192

    /// Whether a directory holds more.
    static func isExceeded(by size: TreeSize) -> Bool {
        size.isPartial || size.byteCount > byteCount || size.fileCount > fileCount
    }
}
