// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

// What FileManager says of a file, as on Apple's systems.
extension NSDictionary {
    /// The file's size in bytes; 0 where it is not known.
    public func fileSize() -> UInt64 {
        (self[FileAttributeKey.size] as? NSNumber ?? self[FileAttributeKey.size.rawValue]
            as? NSNumber)?
            .uint64Value ?? 0
    }
    /// When the file was changed last.
    public func fileModificationDate() -> Date? {
        self[FileAttributeKey.modificationDate] as? Date
    }
    /// When the file was made.
    public func fileCreationDate() -> Date? {
        self[FileAttributeKey.creationDate] as? Date
    }
}
