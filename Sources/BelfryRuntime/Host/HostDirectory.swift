// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The host's directory of things that live no longer than it: the sandbox's root and containers.
struct HostDirectory {
    /// The directory itself.
    let path: String

    /// Where nurseries build their root.
    var stagingPath: String { path + "/root" }

    /// Where the workers' containers are.
    var containersPath: String { path + "/containers" }

    private let owner: UInt32?

    private static let prefix = "belfry-"

    /// Makes a directory, and removes what hosts that were killed have left.
    ///
    /// - Parameter owner: Who the workers are; nil for this user.
    /// - Throws: ``SystemError`` naming the path.
    init(owner: UInt32?) throws(SystemError) {
        self.owner = owner
        let parent = Self.parentPath
        Self.sweep(parent)
        path =
            parent
            + "/\(Self.prefix)\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
        // Workers of another user have to get through, so names inside are not secret but private.
        try Self.makeDirectory(path, mode: 0o711)
        try Self.makeDirectory(stagingPath, mode: 0o755)
        try Self.makeDirectory(containersPath, mode: 0o711)
    }

    /// Makes one worker's container.
    ///
    /// - Parameter worker: The worker's number.
    /// - Returns: The container's path.
    /// - Throws: ``SystemError`` naming the path.
    func makeContainer(_ worker: UInt64) throws(SystemError) -> String {
        let container = containersPath + "/\(worker)"
        for name in ["", "/tmp", "/Documents", "/Library", "/Library/Caches"] {
            let directory = container + name
            try Self.makeDirectory(directory, mode: 0o700)
            guard let owner else { continue }
            try checked("chown", directory) { unsafe chown(directory, owner, owner) }
        }
        return container
    }

    /// Removes a worker's container with all it left there.
    func removeContainer(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Removes everything.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
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

    private static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let parts = name.dropFirst(prefix.count).split(separator: "-")
            guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0,
                errno == ESRCH
            else { continue }
            let path = parent + "/" + name
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_uid == geteuid(),
                status.st_mode & S_IFMT == S_IFDIR
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func makeDirectory(_ path: String, mode: mode_t) throws(SystemError) {
        try checked("mkdir", path) { unsafe mkdir(path, mode) }
        // mkdir's mode is cut by the umask.
        try checked("chmod", path) { unsafe chmod(path, mode) }
    }
}
