// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import NIOPosix

/// The statistics that were read last, so that many who ask at once cost one reading.
///
/// A reading has a thread of its own and a connection of its own to the ledger: the centre does not wait
/// for it.
actor StatisticsStore {
    private struct Reading {
        let parts: [Range<UnixTime>]
        let task: Task<RunStatistics, any Error>

        /// When it was done; nil while it goes on.
        var ended: ContinuousClock.Instant?
    }

    private let reader: RunStatisticsReader
    private var readings: [StatisticsSpan: Reading] = [:]

    /// How long a reading is given to whoever asks for the same.
    private static let lifetime = Duration.seconds(1)

    /// - Parameter path: The ledger's file.
    init(path: String) {
        reader = RunStatisticsReader(path: path)
    }

    /// The statistics of some parts of a span, a second old at most.
    ///
    /// - Throws: ``CenterError`` where the ledger cannot be read.
    func statistics(
        of span: StatisticsSpan,
        _ parts: [Range<UnixTime>]
    ) async throws -> RunStatistics {
        if let known = readings[span], known.parts == parts, !Self.isOld(known) {
            return try await known.task.value
        }
        let task = Task { [reader] in
            try await NIOThreadPool.singleton.runIfActive { try reader.read(parts) }
        }
        readings[span] = Reading(parts: parts, task: task)
        let result = await task.result
        if readings[span]?.task == task { readings[span]?.ended = .now }
        return try result.get()
    }

    private static func isOld(_ reading: Reading) -> Bool {
        reading.ended.map { $0.duration(to: .now) >= lifetime } ?? false
    }
}
