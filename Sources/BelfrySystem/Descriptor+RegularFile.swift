// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Opens a regular file for reading; nothing waits where the path leads to a FIFO.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - followsLink: Whether the path may be a symbolic link itself.
    /// - Returns: The file, open for reading.
    /// - Throws: ``FileFault`` for a path that cannot be opened or leads to another kind of file.
    package static func openRegularFile(
        _ path: String,
        followsLink: Bool = true
    ) throws(FileFault) -> Descriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
        let fault: FileFault
        do throws(SystemError) {
            let file = try Descriptor.open(path, flags)
            let kind = FileKind(of: try file.status().st_mode)
            guard kind != .regular else { return file }
            fault = .kind(kind)
        } catch {
            // A socket cannot be opened (man 2 open, ENXIO).
            let isSocket = error.errno == ENXIO && FileKind(at: path) == .socket
            fault = isSocket ? .kind(.socket) : .system(error)
        }
        throw fault
    }

    /// Reads a whole regular file; nothing waits where the path leads to a FIFO.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes that are read; a longer file is an error (EFBIG).
    ///   - followsLink: Whether the path may be a symbolic link itself.
    /// - Returns: Its bytes.
    /// - Throws: ``FileFault`` for a path that cannot be read or leads to another kind of file.
    package static func readRegularFile(
        _ path: String,
        limit: Int,
        followsLink: Bool = true
    ) throws(FileFault) -> [UInt8] {
        let file = try openRegularFile(path, followsLink: followsLink)
        do throws(SystemError) {
            return try file.readAll(limit: limit)
        } catch {
            throw .system(error)
        }
    }

    /// Reads a file that holds a secret: a regular file of this process's user that nobody else may use.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is refused.
    ///   - limit: The most bytes that are read; a longer file is an error (EFBIG).
    /// - Returns: Its bytes; nil where nothing is there.
    /// - Throws: ``FileFault``, with EACCES for a file that somebody else may use too.
    package static func readPrivate(_ path: String, limit: Int) throws(FileFault) -> [UInt8]? {
        let file: Descriptor
        do throws(FileFault) {
            file = try openRegularFile(path, followsLink: false)
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
        do throws(SystemError) {
            guard try file.isPrivate() else {
                throw SystemError(call: "open", subject: path, errno: EACCES)
            }
            return try file.readAll(limit: limit)
        } catch {
            throw .system(error)
        }
    }
}

/// Why a path cannot be read as a regular file.
package enum FileFault: Error, Equatable {
    /// The system refused.
    case system(SystemError)
    /// It leads to something else.
    case kind(FileKind)

    /// What is wrong, for a message in which the path stands before it.
    package var sentence: String {
        switch self {
        case .system(let error): SystemError.sentence(of: error.errno)
        case .kind(let kind): "is \(kind.noun), not a regular file"
        }
    }

    /// The error number; nil where the kind is wrong.
    package var errno: Int32? {
        if case .system(let error) = self { error.errno } else { nil }
    }

    /// Whether the machine had too little of something just then.
    package var isShortage: Bool {
        if case .system(let error) = self { error.isShortage } else { false }
    }
}
