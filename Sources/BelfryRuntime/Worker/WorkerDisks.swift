// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

/// What one worker has written to the disk: to what is kept, and to its container.
struct WorkerDisks {
    /// Measures the directories that outlive the worker; nil until it has been at work for a while, and
    /// where it can write to none.
    private(set) var kept: DiskMeter?

    /// Measures its container, where that is on disk.
    private(set) var container: DiskMeter?

    /// Both, as far as there are any.
    var meters: [DiskMeter] { [kept, container].compactMap(\.self) }

    /// Whether the worker is stopped until one of its directories has been looked at.
    var holdWorker: Bool { meters.contains(where: \.holdsWorker) }

    /// Begins to measure what a worker writes, as far as it can write anything.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - size: What is in a directory already, by its path.
    mutating func begin(_ worker: Worker, _ size: (String) -> TreeSize) {
        if kept == nil, worker.storage.contains(where: \.isWritable) {
            let folders = worker.storage.filter(\.isWritable).map {
                (path: $0.path, size: size($0.path))
            }
            kept = worker.process?.makeDiskMeter(folders, limit: .storage)
        }
        if container == nil, let place = worker.container, place.isOnDisk {
            container = worker.process?
                .makeDiskMeter([(path: place.path, size: TreeSize())], limit: .container)
        }
    }
}
