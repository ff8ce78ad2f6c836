// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A mount namespace's new root: nothing but what is put into it.
///
/// Use in order: ``init(at:)``, the `show` functions, ``enter()``. Needs CAP_SYS_ADMIN in the mount
/// namespace's own user namespace, and must be done before Landlock, which forbids mounts.
package struct MountTree: ~Copyable {
    private let root: String

    /// Mounts an empty file system on a directory and cuts propagation to the old namespace.
    package init(at directory: String) throws(SystemError) {
        root = directory
        try checked("mount", "/") {
            unsafe belfry_mount(nil, "/", nil, belfry_ms_rec | belfry_ms_private, nil)
        }
        try checked("mount", directory) {
            unsafe belfry_mount(
                "belfry",
                directory,
                "tmpfs",
                belfry_ms_nosuid | belfry_ms_nodev,
                "mode=755,size=1m"
            )
        }
    }

    /// Shows a file or directory read-only at its own path; a path that does not exist is skipped,
    /// and a symbolic link is shown as a link.
    package borrowing func show(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(path, belfry_mount_rdonly | belfry_mount_nosuid | belfry_mount_nodev)
    }

    /// Shows a directory writable at its own path; nothing in it can be executed.
    package borrowing func showWritable(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(path, belfry_mount_nosuid | belfry_mount_nodev | belfry_mount_noexec)
    }

    /// Shows a device by binding the machine's own: making one needs real privilege.
    package borrowing func showDevice(_ path: String) throws(SystemError) {
        guard try mountPoint(for: path) else { return }
        try bind(path, belfry_mount_nosuid | belfry_mount_noexec)
    }

    /// Mounts a process file system that knows this PID namespace alone.
    ///
    /// libdispatch traps when it cannot read its threads' entries, and `CommandLine` needs its own.
    package borrowing func showProcesses() throws(SystemError) {
        let target = root + "/proc"
        try checked("mkdir", target) { unsafe mkdir(target, 0o755) }
        let flags = belfry_ms_nosuid | belfry_ms_nodev | belfry_ms_noexec
        try checked("mount", target) {
            unsafe belfry_mount("proc", target, "proc", flags, "subset=pid")
        }
    }

    /// Makes the tree the root of this process for good, read-only but for what is writable in it.
    package consuming func enter() throws(SystemError) {
        let root = self.root
        try checked("mount_setattr", root) {
            unsafe belfry_mount_restrict(root, belfry_mount_rdonly)
        }
        try checked("pivot_root", root) { unsafe belfry_pivot(root) }
    }

    private borrowing func bind(_ path: String, _ attributes: UInt64) throws(SystemError) {
        let target = root + path
        try checked("move_mount", path) { unsafe belfry_bind(path, target, attributes) }
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
