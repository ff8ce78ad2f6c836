// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// How much may be kept in a directory that outlives workers, and how it is held to that.
package enum StorageLimit {
    /// Bytes on the disk that a directory may hold.
    package static let byteCount: UInt64 = 256 * 1024 * 1024

    /// Files and directories that it may hold.
    package static let fileCount = 8192

    /// The room that a directory must have for a worker to write there.
    ///
    /// A run of another bundle of the same group can be sure of it: only one that has written more
    /// itself is ended for a directory that has become too full.
    package static let roomByteCount = byteCount / 8
    package static let roomFileCount = fileCount / 8

    /// The most that one run may write, whatever of it is gone again: a file without a name is in no
    /// directory.
    package static let runByteCount = 2 * byteCount

    /// What a worker may have written in its life to be given another run.
    package static let workerByteCount = byteCount

    /// What a run has to have written to be ended because the disk is nearly full.
    static let reserveShareByteCount: UInt64 = 16 * 1024 * 1024

    /// Whether a directory holds more than it may.
    static func isExceeded(by size: TreeSize) -> Bool {
        size.isPartial || size.byteCount > byteCount || size.fileCount > fileCount
    }

    /// Whether a directory holds twice as much as it may.
    static func isExceededTwice(by size: TreeSize) -> Bool {
        size.byteCount > 2 * byteCount || size.fileCount > 2 * fileCount
    }

    /// Whether a directory has so little room that nothing is to be written there.
    static func isFilled(by size: TreeSize) -> Bool {
        size.isPartial || size.byteCount > byteCount - roomByteCount
            || size.fileCount > fileCount - roomFileCount
    }
}
