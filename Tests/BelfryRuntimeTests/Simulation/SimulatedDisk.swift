// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfrySystem
import BelfryWire

@testable import BelfryRuntime

/// A disk without a kernel, with the directories that outlive workers; the schedule decides what is
/// written there and how much others leave free.
final class SimulatedDisk: StorageKeeping {
    private let clock: SimulatedClock

    /// Whether bundles keep anything at all, and how long it takes to count what they keep.
    private let hasFolders: Bool
    private let countingTime: Duration

    /// Who waits for a count.
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter: UInt64 = 0

    /// What is in each directory, by its path.
    private var folders: [String: Folder] = [:]
    private var grants: [String: StorageGrant] = [:]

    /// What is free.
    private(set) var room = FileSystemRoom(
        freeByteCount: plenty,
        byteCount: 40 << 30,
        freeFileCount: 1 << 20
    )

    /// Since when less is free than has to be; nil while there is enough.
    private(set) var shortSince: MonotonicTime?

    /// How much is free where nothing is drawn.
    static let plenty: UInt64 = 20 << 30

    /// One directory.
    private struct Folder {
        var size = TreeSize()
        var files: [File] = []
        var version = 0

        /// Up to which version somebody has counted it for a report.
        var settledVersion: Int?
    }

    /// What was written at once.
    private struct File {
        let time: UInt64
        let byteCount: UInt64
        let fileCount: Int
    }

    init(_ clock: SimulatedClock, hasFolders: Bool, countingTime: Duration) {
        self.clock = clock
        self.hasFolders = hasFolders
        self.countingTime = countingTime
    }

    /// How long after a verdict the host may still count what its worker has left.
    var settlingTime: Duration { countingTime * 4 }

    /// Lets nobody wait any more.
    func stop() {
        for waiter in waiters.values { waiter.resume() }
        waiters = [:]
    }

    // MARK: What happens

    /// Has another program leave so much free.
    func leave(_ byteCount: UInt64) {
        room.freeByteCount = byteCount
        noteShortage()
    }

    /// Writes to a directory; what has no name in it takes room on the disk alone.
    func write(_ byteCount: UInt64, fileCount: Int, to path: String, isNamed: Bool) {
        room.freeByteCount -= min(room.freeByteCount, byteCount)
        noteShortage()
        guard isNamed else { return }
        room.freeFileCount -= UInt64(fileCount)
        let file = File(time: clock.fileTime, byteCount: byteCount, fileCount: fileCount)
        folders[path, default: Folder()].files.append(file)
        folders[path]?.size.byteCount += byteCount
        folders[path]?.size.fileCount += fileCount
        folders[path]?.version += 1
    }

    private func noteShortage() {
        let isShort = room.freeByteCount < room.reserve
        if !isShort { shortSince = nil } else if shortSince == nil { shortSince = clock.now }
    }

    // MARK: What is seen

    /// What a directory holds.
    func size(of path: String) -> TreeSize { folders[path]?.size ?? TreeSize() }

    /// Which version of a directory there is: each change makes another.
    func version(of path: String) -> Int { folders[path]?.version ?? 0 }

    /// Notes that the host has counted a directory as it is now.
    func settled(_ path: String) {
        let version = version(of: path)
        folders[path]?.settledVersion = version
    }

    /// Whether the host has counted a directory since it was changed last.
    func isSettled(_ path: String) -> Bool { folders[path]?.settledVersion == version(of: path) }

    // MARK: The host's questions

    func grant(for manifest: Manifest) -> StorageGrant {
        guard hasFolders else { return StorageGrant() }
        if let grant = grants[manifest.identifier] { return grant }
        var grant = StorageGrant()
        let identifier = manifest.identifier
        grant.folders = [
            StorageFolder(kind: .data, identifier: identifier, path: "/data/\(identifier)"),
            StorageFolder(kind: .group, identifier: "group", path: "/groups/group"),
        ]
        grants[manifest.identifier] = grant
        return grant
    }

    func isThere(_ path: String) -> Bool { true }
    func room(at path: String) -> FileSystemRoom? { room }
    func record(_ path: String, fileLimit: Int) -> TreeRecord? { nil }
    func recount(_ path: String, _ record: TreeRecord) -> TreeSize? { nil }

    func sizes(of paths: [String]) async -> [String: TreeSize] {
        if countingTime > .zero {
            await withCheckedContinuation { continuation in
                lastWaiter += 1
                let waiter = lastWaiter
                waiters[waiter] = continuation
                _ = clock.call(at: clock.now + countingTime) { [weak self] in
                    self?.waiters.removeValue(forKey: waiter)?.resume()
                }
            }
        }
        return Dictionary(paths.map { ($0, size(of: $0)) }) { first, _ in first }
    }

    func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result? {
        var result = TreeTrim.Result()
        guard var folder = folders[path] else { return result }
        var kept: [File] = []
        for file in folder.files.reversed() {
            let isTooMuch =
                folder.size.byteCount > trim.byteCount || folder.size.fileCount > trim.fileCount
            guard isTooMuch, file.time >= trim.beginning,
                !trim.spared.contains(where: { $0.contains(file.time) })
            else {
                kept.append(file)
                continue
            }
            folder.size.byteCount -= file.byteCount
            folder.size.fileCount -= file.fileCount
            result.byteCount += file.byteCount
            result.fileCount += file.fileCount
        }
        folder.files = kept.reversed()
        folder.version += 1
        folders[path] = folder
        room.freeByteCount = min(room.byteCount, room.freeByteCount + result.byteCount)
        room.freeFileCount += UInt64(result.fileCount)
        noteShortage()
        result.rest = folder.size
        return result
    }
}
