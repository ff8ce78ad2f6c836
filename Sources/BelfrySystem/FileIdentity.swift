// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Glibc

/// Which file is at a path, as long as it is there: its device and its inode (man 7 inode).
package struct FileIdentity: Equatable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// That of what was looked at.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// That of what is at a path; a symbolic link is not followed.
    ///
    /// - Throws: ``SystemError`` naming the path.
    package init(at path: String) throws(SystemError) {
        var status = stat()
        try checked("lstat", path) { unsafe lstat(path, &status) }
        self.init(status)
    }
}
