// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What extensions keep, in the file system.
struct KeptFiles: StorageKeeping {
    private let isolation: IsolationPlan
    private let statePath: String

    /// Names where the directories are.
    ///
    /// - Parameters:
    ///   - isolation: How workers are kept apart: without a mount namespace others reach these paths.
    ///   - statePath: The directory beneath which all of them are.
    init(isolation: IsolationPlan, statePath: String) {
        self.isolation = isolation
        self.statePath = statePath
    }

    /// Why nothing is kept; nil where it is.
    private var shortfall: String? {
        // Only this user can reach it by its paths.
        guard isolation.identity == nil || isolation.namespaces.contains(.mount) else {
            return "what is kept needs a mount namespace, or a host that is not root"
        }
        return nil
    }

    func grant(for manifest: Manifest) -> StorageGrant {
        if let shortfall { return StorageGrant(shortfall: shortfall) }
        do throws(SystemError) {
            let root = try StorageRoot(path: statePath, owner: isolation.identity)
            return root.grant(for: manifest)
        } catch {
            return StorageGrant(shortfall: "what is kept cannot be reached: \(error)")
        }
    }

    /// Reads a regular file that a bundle keeps, in its own directory or else in one of its groups'.
    ///
    /// It makes nothing. The disk may be slow, so that the host's thread does not call it.
    ///
    /// - Parameters:
    ///   - path: The file, beneath such a directory. Workers write there: links and every other way
    ///     out are refused, and nothing waits for a FIFO.
    ///   - manifest: Whose.
    ///   - body: Takes the file, open for reading; nil has the next directory looked at.
    /// - Returns: What it returned; nil where there is no such file, or none that it takes.
    func read<Value>(
        _ path: String,
        of manifest: Manifest,
        _ body: (consuming Descriptor) -> Value?
    ) -> Value? {
        guard shortfall == nil, !path.utf8.contains(0) else { return nil }
        for folder in StorageRoot.paths(of: manifest, beneath: statePath) {
            guard let directory = try? Descriptor.openDirectory(folder),
                let file = try? directory.openBeneath(path, O_RDONLY | O_NONBLOCK | O_NOCTTY),
                let status = try? file.status(), FileKind(of: status.st_mode) == .regular
            else { continue }
            if let value = body(file) { return value }
        }
        return nil
    }

    /// Removes what bundles keep for themselves, off the host's thread.
    ///
    /// - Parameter identifiers: The bundles' identifiers.
    /// - Throws: ``SystemError`` at the first thing that cannot be removed.
    func removeOwn(of identifiers: [String]) async throws(SystemError) {
        let removed: Result<Void, SystemError> = await SystemThread.value(named: "belfry-remove") {
            do throws(SystemError) {
                let root = try StorageRoot(path: statePath, owner: isolation.identity)
                try root.removeOwn(of: identifiers)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try removed.get()
    }

    func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    func room(at path: String) -> FileSystemRoom? { FileSystemRoom(at: path) }

    func record(_ path: String, fileLimit: Int) -> TreeRecord? {
        guard let directory = try? Descriptor.openDirectory(path) else { return nil }
        return try? directory.recordTree(fileLimit: fileLimit)
    }

    func recount(_ path: String, _ record: TreeRecord) -> TreeSize? {
        try? Descriptor.openDirectory(path).recountTree(record)
    }

    func sizes(of paths: [String]) async -> [String: TreeSize] {
        // The runs of all other bundles go by way of Swift's pool, which has a thread for each core.
        await SystemThread.value(named: "belfry-count") {
            var sizes: [String: TreeSize] = [:]
            for path in paths {
                sizes[path] = Self.size(of: path, fileLimit: 2 * StorageLimit.fileCount + 1)
            }
            return sizes
        }
    }

    private static func size(of path: String, fileLimit: Int) -> TreeSize {
        // One that cannot be counted is taken for full.
        var unknown = TreeSize()
        unknown.gap = .unlisted("")
        return (try? Descriptor.openDirectory(path).measureTree(fileLimit: fileLimit)) ?? unknown
    }

    func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result? {
        await SystemThread.value(named: "belfry-trim") {
            guard let directory = try? Descriptor.openDirectory(path) else { return nil }
            return try? trim(directory)
        }
    }
}
