// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ProcessMeter {
    /// Memory in bytes, and threads, at one moment (man 5 proc, `status`).
    struct Footprint: Equatable {
        /// Private memory, shared memory and what of both is swapped out: RssAnon, RssShmem, VmSwap.
        ///
        /// Not RSS, which counts the runtime's libraries that all processes share.
        var byteCount: UInt64

        /// All resident memory, shared libraries included: VmRSS.
        var residentByteCount: UInt64

        /// The most that was ever resident, of which the kernel misses none: VmHWM.
        var residentPeakByteCount: UInt64

        /// Resident pages of files: RssFile.
        var filePageByteCount: UInt64

        /// Private writable memory, touched or not, which RLIMIT_DATA bounds: VmData.
        var dataByteCount: UInt64

        /// Threads.
        var threadCount: Int
    }
}

extension ProcessMeter.Footprint {
    /// Reads a thread's `status`; nil where it shows no memory, as of one that has ended.
    init?(status text: [UInt8]) {
        // In the kernel's order, so that the text is gone through once.
        var line = 0
        let residentPeak = ProcessFile.number(after: "VmHWM:", in: text, from: &line) ?? 0
        let resident = ProcessFile.number(after: "VmRSS:", in: text, from: &line) ?? 0
        guard let anonymous = ProcessFile.number(after: "RssAnon:", in: text, from: &line),
            let files = ProcessFile.number(after: "RssFile:", in: text, from: &line),
            let shared = ProcessFile.number(after: "RssShmem:", in: text, from: &line)
        else { return nil }
        let data = ProcessFile.number(after: "VmData:", in: text, from: &line) ?? 0
        let swapped = ProcessFile.number(after: "VmSwap:", in: text, from: &line) ?? 0
        let threads = ProcessFile.number(after: "Threads:", in: text, from: &line) ?? 0
        self.init(
            byteCount: (anonymous + shared + swapped) * 1024,
            residentByteCount: resident * 1024,
            residentPeakByteCount: residentPeak * 1024,
            filePageByteCount: files * 1024,
            dataByteCount: data * 1024,
            threadCount: Int(clamping: threads)
        )
    }
}
