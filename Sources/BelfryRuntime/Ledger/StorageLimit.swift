// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

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

    /// Why a directory holds too much, or is taken to, and what to do about it.
    ///
    /// - Parameters:
    ///   - folder: The directory.
    ///   - size: What is in it.
    ///   - factor: How many times as much as it may hold would be too much.
    /// - Returns: A sentence without its capital and full stop; nil where it holds little enough.
    static func excess(of folder: StorageFolder, _ size: TreeSize, factor: Int = 1) -> String? {
        let isTooLarge =
            size.byteCount > UInt64(factor) * byteCount || size.fileCount > factor * fileCount
        switch size.gap {
        case .none, .moreEntries:
            guard isTooLarge || size.isPartial else { return nil }
            let most = "\(UInt64(factor) * byteCount >> 20) MB or \(factor * fileCount) files"
            return "\(folder.phrase) holds more than \(most)"
        case .some(let gap):
            return "\(folder.phrase) cannot be counted, as \(gap.sentence)"
        }
    }

    /// Whether a directory has so little room that nothing is to be written there.
    static func isFilled(by size: TreeSize) -> Bool {
        size.isPartial || size.byteCount > byteCount - roomByteCount
            || size.fileCount > fileCount - roomFileCount
    }
}

extension StorageFolder {
    /// What a sentence calls it.
    fileprivate var phrase: String {
        switch kind {
        case .data: "its own directory"
        case .group: "the directory of the group \(identifier)"
        case .keychain: "the directory of the keychain \(identifier)"
        }
    }
}
