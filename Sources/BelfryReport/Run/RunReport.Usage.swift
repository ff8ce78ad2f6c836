// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What the run used, by the kernel's counts and not by the worker's word.
    package struct Usage: Sendable, Codable {
        /// CPU time of all threads together.
        package var cpuMilliseconds: Double
        /// Split by the kernel's clock ticks, so coarse.
        package var userMilliseconds: Double
        package var systemMilliseconds: Double
        /// The footprint of the loaded, idle worker.
        package var baselineByteCount: UInt64
        /// The largest and the last footprint above that which was seen.
        package var peakByteCount: UInt64
        package var finalByteCount: UInt64
        /// The most the footprint can have been above the baseline, by the kernel's counts, which miss
        /// nothing: what was ever resident in the worker, less pages of files, and no more than it
        /// began with and faulted in.
        ///
        /// Nil where neither is known.
        package var kernelPeakByteCount: UInt64?
        /// What the worker held more at the end than after its last run, or than when it was loaded.
        package var growthByteCount: Int64
        package var growthThreadCount: Int
        package var growthDescriptorCount: Int
        package var minorFaults: UInt64

        /// Page faults that had to wait for a disk.
        package var majorFaults: UInt64

        /// The most the footprint can have been above the baseline.
        package var largestByteCount: UInt64 { max(peakByteCount, kernelPeakByteCount ?? 0) }

        package init(
            cpuMilliseconds: Double,
            userMilliseconds: Double,
            systemMilliseconds: Double,
            baselineByteCount: UInt64,
            peakByteCount: UInt64,
            finalByteCount: UInt64,
            kernelPeakByteCount: UInt64? = nil,
            growthByteCount: Int64,
            growthThreadCount: Int,
            growthDescriptorCount: Int,
            minorFaults: UInt64,
            majorFaults: UInt64
        ) {
            self.cpuMilliseconds = cpuMilliseconds
            self.userMilliseconds = userMilliseconds
            self.systemMilliseconds = systemMilliseconds
            self.baselineByteCount = baselineByteCount
            self.peakByteCount = peakByteCount
            self.finalByteCount = finalByteCount
            self.kernelPeakByteCount = kernelPeakByteCount
            self.growthByteCount = growthByteCount
            self.growthThreadCount = growthThreadCount
            self.growthDescriptorCount = growthDescriptorCount
            self.minorFaults = minorFaults
            self.majorFaults = majorFaults
        }
    }
}
