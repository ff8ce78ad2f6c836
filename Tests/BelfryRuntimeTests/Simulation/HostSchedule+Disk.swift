// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfrySystem
import BelfryWire

@testable import BelfryRuntime

/// What must hold of what extensions keep on the disk.
extension HostSchedule {
    /// How long after a request the host has begun to count what its worker writes: a look, and the
    /// time that counting takes.
    private static let firstLook = Duration.milliseconds(15)

    /// Looks at what an undecided run's worker has written, and at whether it may.
    func brokenDisk(
        _ request: SimulatedRequest,
        _ worker: Worker,
        _ other: SimulatedWorker
    ) -> String? {
        let process = other.process
        if request.hasNewWorker, let broken = brokenGrant(request, worker) { return broken }
        if let stopped = process.stoppedAt, clock.now > stopped + Self.firstLook {
            return "worker \(worker.number) is stopped, and nobody looks at what it has written"
        }
        guard process.written > 0, !process.hasEnded else { return nil }
        let run = request.run
        // Of a directory that others fill too, what came before the host's first look is not its own.
        let own = worker.storage.first { $0.kind == .data }
        let isFilled =
            process.kept > StorageLimit.byteCount
            && own.map { disk.size(of: $0.path).byteCount > StorageLimit.byteCount } ?? false
        if isTooLong(&request.filledSince, isFilled, run) {
            return "run \(run.number) has filled its directory, and goes on"
        }
        guard let running = request.runningAt, clock.now > running + Self.firstLook else {
            return nil
        }
        let before = request.writtenBefore ?? process.written
        request.writtenBefore = before
        let isFlooded = process.written - before > StorageLimit.runByteCount
        if isTooLong(&request.floodedSince, isFlooded, run) {
            return "run \(run.number) has written more than a run may, and goes on"
        }
        return nil
    }

    /// Whether something has been so for longer than the host may look away.
    private func isTooLong(_ since: inout MonotonicTime?, _ isSo: Bool, _ run: Run) -> Bool {
        guard isSo else {
            since = nil
            return false
        }
        let begin = since ?? clock.now
        since = begin
        let interval = run.client is DrawingSession ? Run.idleInterval : DiskSupervisor.longestLook
        return clock.now > begin + interval + Self.firstLook
    }

    /// Looks at what a run's new worker may write to.
    private func brokenGrant(_ request: SimulatedRequest, _ worker: Worker) -> String? {
        let writable = worker.storage.filter(\.isWritable)
        guard !writable.isEmpty, let prepared = request.preparedAt else { return nil }
        let run = request.run
        // What was asked of the disk is taken to hold for a while.
        if let since = disk.shortSince, since + Duration.milliseconds(100) < prepared {
            return "run \(run.number) may write, and the disk is short"
        }
        // Others may have changed one that they share since it was counted for this run.
        let full = writable.first {
            $0.kind == .data && disk.isSettled($0.path)
                && StorageLimit.isFilled(by: disk.size(of: $0.path))
        }
        return full.map { "run \(run.number) may write to \($0.path), which is full" }
    }

    /// Looks at a run that was ended for what it wrote.
    func brokenFault(_ run: Run) -> String? {
        guard let fault = run.disk.fault, let worker = run.worker,
            let process = machine[worker.number]?.process
        else { return nil }
        switch fault {
        case .written where process.written <= StorageLimit.runByteCount:
            return "run \(run.number) was ended for what it wrote, and may write as much"
        case .uncounted where process.uncounted == 0:
            return "run \(run.number) was ended for what is not counted, and all of it is"
        case .directory
        where !worker.storage.contains { StorageLimit.isExceeded(by: disk.size(of: $0.path)) }:
            return "run \(run.number) was ended for a full directory, and none is full"
        default: return nil
        }
    }

    /// Notes what the host knows of the disk as a run is reported, and looks whether it has taken back
    /// what was too much.
    func noteReport(of request: SimulatedRequest) {
        guard let worker = request.run.worker, let versions = request.versions else { return }
        let isAlone = pool.all.allSatisfy { $0 === worker || $0.bundle.path != worker.bundle.path }
        for folder in worker.storage where versions[folder.path] == disk.version(of: folder.path) {
            disk.settled(folder.path)
            guard folder.kind == .data, folder.isWritable, isAlone,
                StorageLimit.isExceeded(by: disk.size(of: folder.path))
            else { continue }
            failure =
                "run \(request.run.number) is reported, and \(folder.path) holds more than it may"
        }
    }

    /// Notes what was in its worker's directories as a run was decided.
    func noteVersions(_ request: SimulatedRequest) {
        guard emphasis.hasFolders, let worker = request.run.worker else { return }
        var versions: [String: Int] = [:]
        for folder in worker.storage { versions[folder.path] = disk.version(of: folder.path) }
        request.versions = versions
    }
}
