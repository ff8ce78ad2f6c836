// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// What extensions keep, where the kernel tells of changes: most directories hold no file, and are the
/// same after each run.
///
/// It belongs to the host's thread. A tree of nothing but directories that was the same for a while is
/// watched, and is not looked at again before one of them changes. Every other tree is counted each time:
/// files grow without anybody being told.
final class WatchedFiles: StorageKeeping {
    private let files: any StorageKeeping

    /// What the kernel tells changes by; nil where there is none.
    private var watch: ChangeWatch?

    /// What is known of trees that did not change, by their paths.
    private var trees: [String: Tree] = [:]

    /// Whose directory each number is.
    private var paths: [ChangeWatch.Number: String] = [:]

    private struct Tree {
        /// How often it was counted again without a change.
        var steadyCount = 0

        /// Its directories, where they are watched.
        var numbers: [ChangeWatch.Number] = []

        /// What it holds for as long as none of them changes; nil where it is to be counted.
        var size: TreeSize?

        /// Which directory is watched as the tree's; nil where none is.
        var identity: FileIdentity?
    }

    /// How often a tree is found unchanged before it is watched: one that each run changes would be
    /// watched for nothing.
    private static let steadyCount = 8

    /// Most directories that are watched: an ordinary user has a few thousand of the kernel's.
    private static let watchLimit = 2048

    /// Watches what others count.
    ///
    /// - Parameter files: What counts a tree.
    init(_ files: any StorageKeeping) {
        self.files = files
        watch = try? ChangeWatch()
    }

    // MARK: Counting again

    func recount(_ path: String, _ record: TreeRecord) -> TreeSize? {
        takeChanges()
        if let size = trees[path]?.size { return size }
        // Before it is counted: a change on the way is told, or shows in the count.
        let identity = isSteady(path) ? try? FileIdentity(at: path) : nil
        let isWatched = identity != nil && watch(path, record)
        guard let size = files.recount(path, record) else {
            forget(path)
            return nil
        }
        trees[path, default: Tree()].steadyCount += 1
        if isWatched {
            trees[path]?.size = size
            trees[path]?.identity = identity
        }
        return size
    }

    func record(_ path: String, fileLimit: Int) -> TreeRecord? {
        forget(path)
        return files.record(path, fileLimit: fileLimit)
    }

    func isThere(_ path: String) -> Bool {
        takeChanges()
        guard let identity = trees[path]?.identity else { return files.isThere(path) }
        if (try? FileIdentity(at: path)) == identity { return true }
        // The kernel tells of the end of a directory once nobody holds it, as a zygote's mount does, and
        // of another name of a directory around it not at all.
        forget(path)
        return files.isThere(path)
    }

    private func isSteady(_ path: String) -> Bool {
        trees[path].map { $0.steadyCount >= Self.steadyCount } ?? false
    }

    /// Watches a tree's directories; what is watched of one that cannot be is watched no more.
    ///
    /// - Returns: Whether all of them are watched now.
    private func watch(_ path: String, _ record: TreeRecord) -> Bool {
        guard let directories = record.onlyDirectories,
            paths.count + directories.count <= Self.watchLimit
        else { return false }
        for directory in directories {
            let place = directory.isEmpty ? path : "\(path)/\(directory)"
            // One that another tree has too would be told of to that one alone.
            guard let number = try? watch?.watch(place), paths[number] == nil else {
                forget(path)
                return false
            }
            paths[number] = path
            trees[path]?.numbers.append(number)
        }
        return true
    }

    // MARK: Changes

    private func takeChanges() {
        guard !paths.isEmpty, let changes = watch?.take() else { return }
        switch changes {
        case .some(let numbers):
            for number in numbers {
                if let path = paths[number] { forget(path) }
            }
        case .any:
            for path in Set(paths.values) { forget(path) }
        }
    }

    /// Watches a tree no more, and begins anew to see whether it changes.
    private func forget(_ path: String) {
        guard let tree = trees.removeValue(forKey: path) else { return }
        for number in tree.numbers {
            paths[number] = nil
            watch?.unwatch(number)
        }
    }

    // MARK: As others do it

    func grant(for manifest: Manifest) -> StorageGrant { files.grant(for: manifest) }

    func room(at path: String) -> FileSystemRoom? { files.room(at: path) }

    func sizes(of paths: [String]) async -> [String: TreeSize] { await files.sizes(of: paths) }

    func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result? {
        await files.trim(path, trim)
    }
}
