// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Files that are looked at before they are read in earnest.
enum FileContents {
    /// A small file's bytes; nil when it cannot be read.
    static func of(_ path: String) -> [UInt8]? {
        let limit = PropertyList.maximumByteCount
        return try? BuildFile.read(path, limit: limit, within: nil, wayOut: "")
    }

    /// A small file's text; nil when it cannot be read or is not UTF-8.
    static func text(of path: String) -> String? {
        of(path).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
