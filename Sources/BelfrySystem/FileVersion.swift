// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Which version of a file is at a path: it is another one once the file was written or replaced.
package struct FileVersion: Equatable, Sendable {
    private let file: FileIdentity
    private let byteCount: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a path; nil where nothing can be looked at.
    ///
    /// - Parameter path: The path; a symbolic link is followed.
    package init?(at path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        file = FileIdentity(status)
        byteCount = Int64(status.st_size)
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
