// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a path leads to (man 7 inode).
package enum FileKind: Sendable, Equatable {
    case regular
    case folder
    case fifo
    case socket
    case device

    /// The kind that a file's mode tells; one that the kernel adds later counts as a device.
    package init(of mode: UInt32) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            default: .device
            }
    }

    /// The kind of what is at a path, links followed; nil where nothing can be looked up there.
    package init?(at path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(of: status.st_mode)
    }

    /// Its name with an article, for messages.
    package var noun: String {
        switch self {
        case .regular: "a regular file"
        case .folder: "a folder"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .device: "a device"
        }
    }
}
