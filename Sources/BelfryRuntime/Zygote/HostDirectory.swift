// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The host's directory of things that live no longer than it: the sandbox's root, and containers
/// where they cannot be in memory.
struct HostDirectory {
    /// The directory itself.
    let path: String

    /// Where zygotes build their root.
    var stagingPath: String { path + "/root" }

    /// Where the workers' containers are, as workers see them; the zygotes make them.
    var containersPath: String { path + "/containers" }

    /// Where extensions keep what outlives their workers, when nothing is to outlive the host.
    var statePath: String { path + "/state" }

    private let remover = DirectoryRemover()
    private let claim: DirectoryClaim?

    private static let prefix = "belfry-"

    /// Makes a directory, and begins to remove what hosts that were killed have left.
    ///
    /// - Parameter owner: Who the workers are; nil for this user.
    /// - Throws: ``SystemError`` naming the path.
    init(owner: UInt32?) throws(SystemError) {
        let parent = Self.parentPath
        for (name, claim) in Self.leftovers(in: parent) {
            remover.remove(name, in: parent, holding: claim)
        }
        (path, claim) = try Self.claimDirectory(in: parent)
        do throws(SystemError) {
            try Self.makeDirectory(stagingPath, mode: 0o755)
            try Self.makeDirectory(containersPath, mode: 0o711)
            guard let owner else { return }
            let containersPath = self.containersPath
            try checked("chown", containersPath) { unsafe chown(containersPath, owner, owner) }
        } catch {
            _ = removeWhileEmpty()
            throw error
        }
    }

    /// A worker's container.
    func containerPath(_ worker: UInt64) -> String { "\(containersPath)/\(worker)" }

    /// A worker's container as its zygote has handed it over.
    ///
    /// - Parameters:
    ///   - worker: The worker's number.
    ///   - directory: The container, open.
    ///   - isOnDisk: Whether it has to be removed when nobody uses it any more.
    /// - Returns: The container, removed with its last user.
    func container(
        _ worker: UInt64,
        _ directory: consuming Descriptor,
        isOnDisk: Bool
    ) -> WorkerContainer {
        let path = containerPath(worker)
        guard isOnDisk else { return WorkerContainer(path: path, directory: directory) }
        return WorkerContainer(path: path, directory: directory) { [remover, containersPath] in
            remover.remove("\(worker)", in: containersPath)
        }
    }

    /// Waits until the containers that nobody uses any more are removed.
    func settle() async {
        await remover.settle()
    }

    /// Removes everything.
    func remove() async {
        defer { claim?.release() }
        await settle()
        guard !removeWhileEmpty() else { return }
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        remover.remove(String(path[path.index(after: slash)...]), in: String(path[..<slash]))
        await remover.settle()
    }

    /// Removes it if no worker has left anything; true when it is gone.
    private func removeWhileEmpty() -> Bool {
        unsafe rmdir(stagingPath)
        unsafe rmdir(containersPath)
        return unsafe rmdir(path) == 0
    }

    private static var parentPath: String {
        let environment = ProcessInfo.processInfo.environment
        for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
            guard let path = environment[name], unsafe access(path, W_OK | X_OK) == 0 else {
                continue
            }
            return path.hasSuffix("/") ? String(path.dropLast()) : path
        }
        return "/tmp"
    }

    /// Makes a directory that no other host takes for one that was left.
    ///
    /// A host in another PID namespace, for which this process is none, may look before it is claimed
    /// and remove it; then there is another. A file system without locks has no such claims.
    private static func claimDirectory(
        in parent: String
    ) throws(SystemError) -> (path: String, claim: DirectoryClaim?) {
        while true {
            let random = String(UInt32.random(in: .min ... .max), radix: 36)
            let path = "\(parent)/\(prefix)\(getpid())-\(random)"
            // Workers of another user have to get through, so names inside are not secret but private.
            try makeDirectory(path, mode: 0o711)
            do throws(SystemError) {
                let claim = try DirectoryClaim(path)
                if claim != nil, unsafe access(path, F_OK) == 0 { return (path, claim) }
            } catch {
                if error.errno != ENOENT { return (path, nil) }
            }
        }
    }

    /// The directories that hosts which were killed have left, each claimed.
    private static func leftovers(
        in parent: String
    ) -> [(name: String, claim: DirectoryClaim)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(prefix) else { return nil }
            let parts = name.dropFirst(prefix.count).split(separator: "-")
            guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0,
                errno == ESRCH
            else { return nil }
            let path = parent + "/" + name
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_uid == geteuid(),
                status.st_mode & S_IFMT == S_IFDIR,
                // Its host may live in another PID namespace, as in a container that shares the parent.
                let claim = (try? DirectoryClaim(path)) ?? nil
            else { return nil }
            return (name, claim)
        }
    }

    private static func makeDirectory(_ path: String, mode: mode_t) throws(SystemError) {
        try checked("mkdir", path) { unsafe mkdir(path, mode) }
        // mkdir's mode is cut by the umask.
        try checked("chmod", path) { unsafe chmod(path, mode) }
    }
}
