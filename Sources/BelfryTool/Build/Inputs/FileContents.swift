// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Glibc

/// Files that are looked at before they are read in earnest.
enum FileContents {
    /// A small file's bytes; nil when it cannot be read.
    static func of(_ path: String) -> [UInt8]? {
        try? Descriptor.open(path, O_RDONLY).readAll(limit: PropertyList.maximumByteCount)
    }
}
