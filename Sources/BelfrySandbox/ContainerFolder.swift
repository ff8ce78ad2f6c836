// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// The directory of a zygote's containers: each is the home of one worker, and writable.
///
/// Where this process may mount, every container is a file system of its own in memory, with a limit
/// on bytes and inodes. It is gone, without anything to walk, once it is taken out of the tree and
/// the last descriptor in it is closed. Elsewhere it is a directory on disk with no limit of its own.
package struct ContainerFolder: Sendable {
    /// Whether its containers are directories on disk, which somebody has to empty.
    package let isOnDisk: Bool

    private let path: String

    /// Most bytes in a container that is in memory: the largest attachment (50 MB), and a little.
    package static let byteLimit: UInt64 = 64 * 1024 * 1024

    /// Most files and directories in a container that is in memory.
    package static let inodeLimit: UInt64 = 4096

    /// The directories that every container has at first, outer ones before inner ones.
    package static let subdirectories = [
        "tmp", "Documents", "Library", "Library/Application Support", "Library/Caches",
        "Library/Preferences",
    ]

    /// Containers on disk, in a directory that is this user's.
    package init(onDisk path: String) {
        self.path = path
        isOnDisk = true
    }

    /// Containers in memory, over a directory that exists.
    ///
    /// - Parameter path: The directory; what is in it cannot be seen any more.
    /// - Throws: ``SystemError`` without CAP_SYS_ADMIN in the mount namespace's own user namespace,
    ///   or before Linux 5.2, which has no such calls.
    package init(inMemoryAt path: String) throws(SystemError) {
        let folder = try Self.fileSystem([("size", "64k"), ("mode", "0700")])
        try checked("move_mount", path) { unsafe belfry_move_mount(folder.raw, path) }
        self.path = path
        isOnDisk = false
    }

    /// Makes the container of a worker to come, as far as that can be done before its number is
    /// known; it is shown nowhere, and gone with its descriptor.
    ///
    /// - Returns: The container; nil for one on disk.
    /// - Throws: ``SystemError`` when there is no memory for it, say.
    package func prepare() throws(SystemError) -> Descriptor? {
        guard !isOnDisk else { return nil }
        let directory = try Self.fileSystem([
            ("size", "\(Self.byteLimit)"), ("nr_inodes", "\(Self.inodeLimit)"), ("mode", "0700"),
        ])
        try Self.makeSubdirectories(in: directory)
        return directory
    }

    /// Makes a worker's container, which is this process's user's.
    ///
    /// - Parameters:
    ///   - worker: The worker's number, which is the container's name.
    ///   - prepared: What ``prepare()`` made; nil to make it now.
    /// - Returns: The container, to reach files beneath it wherever it is shown.
    /// - Throws: ``SystemError``; nothing is left behind then.
    package func make(
        _ worker: UInt64,
        prepared: consuming Descriptor? = nil
    ) throws(SystemError) -> Descriptor {
        let container = "\(path)/\(worker)"
        try checked("mkdir", container) { unsafe mkdir(container, 0o700) }
        do throws(SystemError) {
            if let prepared { return try Self.show(prepared, at: container) }
            guard let made = try prepare() else { return try Self.fill(container) }
            return try Self.show(made, at: container)
        } catch {
            remove(worker)
            throw error
        }
    }

    /// Takes a container out of the tree, as far as it is there.
    ///
    /// One on disk is removed only while there is nothing in it but what it was made with.
    package func remove(_ worker: UInt64) {
        let container = "\(path)/\(worker)"
        if isOnDisk {
            for name in Self.subdirectories.reversed() { unsafe rmdir("\(container)/\(name)") }
        } else {
            unsafe belfry_detach(container)
        }
        unsafe rmdir(container)
    }

    private static func fill(_ container: String) throws(SystemError) -> Descriptor {
        let directory = try Descriptor.openDirectory(container)
        try makeSubdirectories(in: directory)
        return directory
    }

    private static func show(
        _ directory: consuming Descriptor,
        at container: String
    ) throws(SystemError) -> Descriptor {
        let raw = directory.raw
        try checked("move_mount", container) { unsafe belfry_move_mount(raw, container) }
        return directory
    }

    private static func makeSubdirectories(
        in directory: borrowing Descriptor
    ) throws(SystemError) {
        for name in subdirectories { try directory.ensureDirectory(name) }
    }

    /// A file system in memory that is mounted nowhere yet; its root is this process's user's.
    private static func fileSystem(
        _ options: [(key: String, value: String)]
    ) throws(SystemError) -> Descriptor {
        let context = Descriptor(
            owning: try checked("fsopen", "tmpfs") { unsafe belfry_fsopen("tmpfs") }
        )
        let raw = context.raw
        for (key, value) in options {
            try checked("fsconfig", "\(key)=\(value)") {
                unsafe belfry_fsconfig_set(raw, key, value)
            }
        }
        try checked("fsconfig", "tmpfs") { belfry_fsconfig_create(raw) }
        let attributes = belfry_mount_nosuid | belfry_mount_nodev | belfry_mount_noexec
        return Descriptor(
            owning: try checked("fsmount", "tmpfs") { belfry_fsmount(raw, attributes) }
        )
    }
}
