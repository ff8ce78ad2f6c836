// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker holds at one moment.
struct WorkerHoldings {
    /// Its footprint, in bytes.
    var byteCount: UInt64 = 0

    /// All resident memory, libraries included.
    var residentByteCount: UInt64 = 0

    /// Private writable memory, touched or not.
    var dataByteCount: UInt64 = 0
    /// Resident pages of files: libraries that all processes share, and what is mapped.
    var filePageByteCount: UInt64 = 0
    var threadCount = 0
    var descriptorCount = 0
}

extension WorkerHoldings {
    init(_ footprint: ProcessMeter.Footprint, descriptorCount: Int?) {
        self.init(
            byteCount: footprint.byteCount,
            residentByteCount: footprint.residentByteCount,
            dataByteCount: footprint.dataByteCount,
            filePageByteCount: footprint.filePageByteCount,
            threadCount: footprint.threadCount,
            descriptorCount: descriptorCount ?? 0
        )
    }
}
