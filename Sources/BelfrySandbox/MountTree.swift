// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// The root of a sandbox: nothing but what is put into it.
///
/// It is made in a mount namespace that sees the machine's files, and is that of a further one, which a
/// process enters (``enter()``). What is shown in the first from then on appears in the second
/// (mount_namespaces(7), shared subtrees), so a process that stays in the first can show more.
/// Needs CAP_SYS_ADMIN in the mount namespace's own user namespace, and no Landlock, which forbids
/// mounts.
package struct MountTree: ~Copyable {
    private let root: String

    /// Mounts an empty file system on a directory of a mount namespace that is this process's own.
    ///
    /// Nothing that is mounted here shows outside; what is mounted outside shows here.
    package init(at directory: String) throws(SystemError) {
        root = directory
        try Self.follow()
        try checked("mount", directory) {
            unsafe belfry_mount(
                "belfry",
                directory,
                "tmpfs",
                belfry_ms_nosuid | belfry_ms_nodev,
                "mode=755,size=1m"
            )
        }
        try checked("mount", directory) {
            unsafe belfry_mount(nil, directory, nil, belfry_ms_shared, nil)
        }
    }

    /// Has this namespace see what is mounted in the one that it was copied from, and not the other way
    /// round (`MS_SLAVE`).
    private static func follow() throws(SystemError) {
        try checked("mount", "/") {
            unsafe belfry_mount(nil, "/", nil, belfry_ms_rec | belfry_ms_slave, nil)
        }
    }

    /// Shows a file or directory read-only at its own path; a path that does not exist is skipped,
    /// and a symbolic link is shown as a link.
    package borrowing func show(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(Self.open(path), at: path, Self.readOnly)
    }

    /// Shows a directory writable at its own path; nothing in it can be executed.
    package borrowing func showWritable(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(Self.open(path), at: path, Self.writable)
    }

    /// Has this process keep to the tree: it stays in the namespace that sees the machine's files, to show
    /// further directories.
    package borrowing func remain() throws(SystemError) {
        let root = self.root
        try checked("chdir", root) { unsafe chdir(root) }
    }

    /// Shows a directory at its own path, in the process that is to remain (``remain()``).
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - identity: Which one it is to be.
    ///   - isWritable: As ``showWritable(_:)``, or else as ``show(_:)``.
    /// - Throws: ``SystemError``: `ESTALE` when there is another one at the path here.
    package borrowing func show(
        _ path: String,
        being identity: FileIdentity,
        isWritable: Bool
    ) throws(SystemError) {
        // What was looked at is what is shown, whatever becomes of the path meanwhile.
        let directory = try Self.open(path)
        let status = try directory.status()
        guard FileIdentity(status) == identity, status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError(call: "open", subject: path, errno: ESTALE)
        }
        let source = directory.raw
        let place = try Self.place(for: path)
        let attributes = isWritable ? Self.writable : Self.readOnly
        try checked("move_mount", path) { unsafe belfry_bind(source, place.raw, "", attributes) }
    }

    /// Where a directory is to be shown, made as far as it is missing: in the tree, where this process is,
    /// whatever links there are and whatever has been mounted over its path.
    private static func place(for path: String) throws(SystemError) -> Descriptor {
        var place = try Descriptor.openPlace(".")
        for component in path.split(separator: "/") {
            let name = String(component)
            try place.ensureDirectory(name, mode: 0o755)
            place = try place.openPlaceBeneath(name)
        }
        return place
    }

    private static var readOnly: UInt64 {
        belfry_mount_rdonly | belfry_mount_nosuid | belfry_mount_nodev
    }

    private static var writable: UInt64 {
        belfry_mount_nosuid | belfry_mount_nodev | belfry_mount_noexec
    }

    /// Shows a device by binding the machine's own: making one needs real privilege.
    package borrowing func showDevice(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(Self.open(path), at: path, belfry_mount_nosuid | belfry_mount_noexec)
    }

    /// Mounts a process file system that knows this PID namespace alone.
    ///
    /// libdispatch traps when it cannot read its threads' entries, and `CommandLine` needs its own. Of
    /// others nothing is seen: one that shows more sees the machine's mounts.
    package borrowing func showProcesses() throws(SystemError) {
        let target = root + "/proc"
        try checked("mkdir", target) { unsafe mkdir(target, 0o755) }
        let flags = belfry_ms_nosuid | belfry_ms_nodev | belfry_ms_noexec
        try checked("mount", target) {
            unsafe belfry_mount("proc", target, "proc", flags, "subset=pid,hidepid=4")
        }
    }

    /// Makes the tree the root of this process for good, in a mount namespace of its own, read-only but
    /// for what is writable in it.
    package consuming func enter() throws(SystemError) {
        let root = self.root
        try checked("unshare", "mount") { belfry_unshare(belfry_clone_newns) }
        try Self.follow()
        try checked("mount_setattr", root) {
            unsafe belfry_mount_restrict(root, belfry_mount_rdonly)
        }
        try checked("pivot_root", root) { unsafe belfry_pivot(root) }
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor.openPlace(path, O_NOFOLLOW)
    }

    private borrowing func bind(
        _ source: borrowing Descriptor,
        at path: String,
        _ attributes: UInt64
    ) throws(SystemError) {
        let (raw, target) = (source.raw, root + path)
        try checked("move_mount", path) {
            unsafe belfry_bind(raw, AT_FDCWD, target, attributes)
        }
    }

    /// Makes what a bind needs to stand on; false when there is nothing to bind.
    private borrowing func mountPoint(for path: String) throws(SystemError) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        let target = root + path
        var existing = stat()
        if unsafe lstat(target, &existing) == 0 { return (existing.st_mode & S_IFMT) != S_IFLNK }
        try makeParents(of: path)
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            try copyLink(path, to: target)
            return false
        case S_IFDIR:
            try checked("mkdir", target) { unsafe mkdir(target, 0o755) }
        default:
            let file = try Descriptor.open(target, O_CREAT | O_WRONLY, mode: 0o444)
            try file.close()
        }
        return true
    }

    private borrowing func copyLink(_ path: String, to target: String) throws(SystemError) {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = try checked("readlink", path) {
            unsafe readlink(path, &buffer, buffer.count)
        }
        let destination = String(
            decoding: buffer[..<count].map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        try checked("symlink", target) { unsafe symlink(destination, target) }
    }

    private borrowing func makeParents(of path: String) throws(SystemError) {
        var partial = root
        for component in path.split(separator: "/").dropLast() {
            partial += "/" + component
            let directory = partial
            guard unsafe mkdir(directory, 0o755) != 0, errno != EEXIST else { continue }
            throw SystemError(call: "mkdir", subject: directory, errno: errno)
        }
    }
}
