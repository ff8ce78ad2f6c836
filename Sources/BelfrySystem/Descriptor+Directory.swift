// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
package import Glibc

extension Descriptor {
    /// Opens a directory by path (man 2 open, `O_DIRECTORY`).
    package static func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
        try open(path, O_RDONLY | O_DIRECTORY)
    }

    /// Opens a directory beneath this one, refusing links and every way out (man 2 openat2).
    package borrowing func openDirectoryBeneath(
        _ path: String
    ) throws(SystemError) -> Descriptor {
        try openBeneath(path, O_RDONLY | O_DIRECTORY)
    }

    /// Opens what is at a path as a place, without access to it (man 2 open, `O_PATH`).
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - flags: `O_NOFOLLOW` for a symbolic link itself.
    /// - Returns: The place.
    /// - Throws: ``SystemError`` naming the path.
    package static func openPlace(
        _ path: String,
        _ flags: Int32 = 0
    ) throws(SystemError) -> Descriptor {
        try open(path, belfry_o_path | flags)
    }

    /// Opens a directory beneath this one as a place to mount on, without access to it.
    package borrowing func openPlaceBeneath(
        _ path: String
    ) throws(SystemError) -> Descriptor {
        try openBeneath(path, belfry_o_path | O_DIRECTORY)
    }

    /// Creates a file beneath this directory, and fails when the name is taken (man 2 openat2,
    /// `O_CREAT | O_EXCL`).
    ///
    /// - Parameters:
    ///   - path: Where, relative to this directory.
    ///   - mode: Permissions, less the process's umask.
    /// - Returns: The file, open for reading and writing.
    /// - Throws: ``SystemError`` naming the path.
    package borrowing func createFile(
        _ path: String,
        mode: UInt32 = 0o600
    ) throws(SystemError) -> Descriptor {
        try openBeneath(path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
    }

    /// Makes a directory in this one, if there is not yet anything of that name (man 2 mkdirat).
    ///
    /// - Parameters:
    ///   - name: A name, not a path.
    ///   - mode: Permissions, less the process's umask.
    /// - Throws: ``SystemError`` naming the directory.
    package borrowing func ensureDirectory(
        _ name: String,
        mode: UInt32 = 0o700
    ) throws(SystemError) {
        let raw = self.raw
        do throws(SystemError) {
            try checked("mkdirat", name) { unsafe mkdirat(raw, name, mode) }
        } catch  where error.errno == EEXIST {
            return
        }
    }

    /// Moves a file of this directory, in place of any other (man 2 renameat).
    ///
    /// - Parameters:
    ///   - name: Its name here.
    ///   - directory: Where it goes, on the same file system.
    ///   - newName: Its name there.
    /// - Throws: ``SystemError`` naming the file as it was.
    package borrowing func rename(
        _ name: String,
        to directory: borrowing Descriptor,
        as newName: String
    ) throws(SystemError) {
        let from = raw
        let to = directory.raw
        try checked("renameat", name) { unsafe renameat(from, name, to, newName) }
    }

    /// Gives a file of this directory a name that nothing there has (man 2 renameat2,
    /// `RENAME_NOREPLACE`).
    ///
    /// - Parameters:
    ///   - name: Its name so far.
    ///   - newName: The other.
    /// - Throws: ``SystemError`` naming the file as it was; `EEXIST` when the other name is taken.
    package borrowing func rename(_ name: String, toFree newName: String) throws(SystemError) {
        let raw = self.raw
        try checked("renameat2", name) { unsafe belfry_rename_to_free(raw, name, newName) }
    }

    /// Removes a name from this directory, never following it (man 2 unlinkat).
    package borrowing func unlink(_ name: String) throws(SystemError) {
        let raw = self.raw
        try checked("unlinkat", name) { unsafe unlinkat(raw, name, 0) }
    }

    /// Type, size and owner of a name in this directory, not of what it may link to (man 2 fstatat,
    /// `AT_SYMLINK_NOFOLLOW`).
    package borrowing func status(of name: String) throws(SystemError) -> stat {
        let raw = self.raw
        var result = stat()
        try checked("fstatat", name) { unsafe fstatat(raw, name, &result, AT_SYMLINK_NOFOLLOW) }
        return result
    }

    /// Makes a directory and those it lies in, as far as they are missing (man 2 mkdir).
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - mode: Permissions of each one made, less the process's umask.
    ///   - isLasting: Whether to wait until the disk has the name of each one made.
    /// - Throws: ``SystemError`` naming the directory that could not be made.
    package static func ensureDirectories(
        _ path: String,
        mode: UInt32 = 0o700,
        lasting isLasting: Bool = false
    ) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(path, mode: mode, lasting: isLasting)
        } catch  where error.errno == ENOENT {
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error }
            try ensureDirectories(String(path[..<slash]), mode: mode, lasting: isLasting)
            try makeDirectory(path, mode: mode, lasting: isLasting)
        }
    }

    private static func makeDirectory(
        _ path: String,
        mode: UInt32,
        lasting isLasting: Bool
    ) throws(SystemError) {
        do throws(SystemError) {
            try checked("mkdir", path) { unsafe mkdir(path, mode) }
        } catch  where error.errno == EEXIST {
            return
        }
        if isLasting { try synchronizeParent(of: path) }
    }

    /// Waits until the disk has the name of a file or a directory.
    ///
    /// A directory that this process may write into and not read cannot be waited for (man 2 open);
    /// what is in it counts as kept.
    ///
    /// - Parameter path: The file, which lies in the current directory where the path has no slash.
    /// - Throws: ``SystemError`` naming the directory that it lies in.
    package static func synchronizeParent(of path: String) throws(SystemError) {
        let name = path.drop { $0 == "/" }
        let parent =
            switch path.lastIndex(of: "/") {
            case nil: "."
            case path.startIndex: "/"
            case let slash?: String(path[..<slash])
            }
        guard !name.isEmpty else { return }
        do throws(SystemError) {
            try openDirectory(parent).synchronize(parent)
        } catch  where error.errno == EACCES {
            return
        }
    }
}
