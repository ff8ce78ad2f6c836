// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

/// What one worker has written to the disk: to what is kept, and to its container.
///
/// It belongs to the host's thread. What is too much is for the pool to say.
final class WorkerDisks {
    /// Measures the directories that outlive the worker; nil until it has been at work for a while, and
    /// where it can write to none.
    private(set) var kept: DiskMeter?

    /// Measures its container, where that is on disk.
    private(set) var container: DiskMeter?

    /// Whether the worker is stopped until one of its directories has been looked at.
    var holdsWorker: Bool { kept?.holdsWorker == true || container?.holdsWorker == true }

    /// Begins to measure what a worker writes, as far as it can write anything.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - size: What is in a directory already, by its path.
    func begin(_ worker: Worker, _ size: (String) -> TreeSize) {
        if kept == nil, worker.storage.contains(where: \.isWritable) {
            let folders = worker.storage.filter(\.isWritable).map {
                (path: $0.path, size: size($0.path))
            }
            kept = worker.makeDiskMeter(folders, limit: .storage)
        }
        if container == nil, let place = worker.container, place.isOnDisk {
            let folders = [(path: place.path, size: TreeSize())]
            container = worker.makeDiskMeter(folders, limit: .container)
        }
    }
}
