// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The most that is read of a file that is not trusted.
///
/// All are far above what linkers make: Foundation, the largest library an extension is likely to
/// meet, has 17 000 symbols and 0.9 MB of names.
enum ELFLimits {
    static let fileByteCount: UInt64 = 512 << 20
    static let segmentCount: UInt16 = 128
    static let dynamicByteCount: UInt64 = 64 << 10
    static let noteByteCount: UInt64 = 64 << 10
    static let stringsByteCount: UInt64 = 16 << 20
    static let symbolCount: UInt64 = 1 << 18
}
