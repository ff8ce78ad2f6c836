// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// The runs of a part that were about one payload.
package struct PayloadSummary: Sendable, Codable, Equatable {
    /// The payload's name, as in ``MeasurementReport/payloads``.
    package var name: String
    package var runCount: Int

    /// How they ended, the most frequent first.
    package var verdicts: [VerdictCount]

    /// The wall time, in milliseconds, and the memory, in bytes; nil where no run had any.
    package var meanWallMilliseconds: Double?
    package var maximumWallMilliseconds: Double?
    package var maximumMemoryByteCount: Double?

    package init(
        name: String,
        runCount: Int,
        verdicts: [VerdictCount],
        meanWallMilliseconds: Double?,
        maximumWallMilliseconds: Double?,
        maximumMemoryByteCount: Double?
    ) {
        self.name = name
        self.runCount = runCount
        self.verdicts = verdicts
        self.meanWallMilliseconds = meanWallMilliseconds
        self.maximumWallMilliseconds = maximumWallMilliseconds
        self.maximumMemoryByteCount = maximumMemoryByteCount
    }

    /// How many runs ended with neither the extension's content nor its decision to drop it.
    package var failureCount: Int { verdicts.failureCount }
}

extension VerdictCount {
    /// Whether the extension had no say in what was delivered: it failed, could not be loaded or was
    /// not called.
    package var isFailure: Bool { verdict != .delivered && verdict != .dropped }
}

extension [VerdictCount] {
    /// How many runs failed.
    package var failureCount: Int { lazy.filter(\.isFailure).map(\.count).saturatedSum }
}
