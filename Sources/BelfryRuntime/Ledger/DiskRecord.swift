// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a run wrote to the disk.
struct DiskRecord {
    /// From when on it could write to what is kept, in nanoseconds of UNIX time.
    var beginning: UInt64?

    /// What it was ended for, where that is what it wrote.
    var fault: DiskWatch.Fault?

    /// Why directories held too much as it ended, by their paths.
    var excesses: [String: String] = [:]

    /// What was removed of what it wrote.
    var removals: [StorageLedger.Removal] = []
}
