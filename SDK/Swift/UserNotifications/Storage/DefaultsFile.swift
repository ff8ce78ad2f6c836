// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// A file that is read and replaced as a whole, by several processes.
struct DefaultsFile: Sendable {
    private let directory: String
    private let name: String

    /// The longest file that is read: anybody in a group can write it.
    private static let byteLimit = 4 * 1024 * 1024

    /// How long another process's write is waited for, in milliseconds.
    private static let patience = 1000

    /// A file in a directory.
    init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    private var path: String { "\(directory)/\(name)" }

    /// Which of its contents a file has; any two differ.
    struct Version: Equatable {
        private let inode: UInt64
        private let byteCount: Int
        private let seconds: Int
        private let nanoseconds: Int

        fileprivate init(_ status: stat) {
            inode = UInt64(status.st_ino)
            byteCount = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// The version there is now; nil without a file.
    var version: Version? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Version(status)
    }

    /// What is in it.
    func read() -> Data? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard let data = try? handle.read(upToCount: Self.byteLimit + 1),
            data.count <= Self.byteLimit
        else { return nil }
        return data
    }

    // MARK: Markers

    /// Makes an empty file whose removal removes a value, where nothing else can be written.
    ///
    /// - Returns: Its name; nil where no file can be made.
    func makeMarker() -> String? {
        let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
        let name = Self.markerPrefix + digits
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = unsafe open("\(directory)/\(name)", flags, 0o600)
        guard file >= 0 else { return nil }
        close(file)
        return name
    }

    /// Whether a name, which others may have written, can be a marker's.
    static func isMarker(_ name: String) -> Bool {
        name.hasPrefix(markerPrefix) && UInt64(name.dropFirst(markerPrefix.count), radix: 16) != nil
    }

    /// Whether a marker is still there.
    func hasMarker(_ name: String) -> Bool {
        unsafe faccessat(AT_FDCWD, "\(directory)/\(name)", F_OK, AT_SYMLINK_NOFOLLOW) == 0
            || errno != ENOENT
    }

    /// Removes a marker.
    func removeMarker(_ name: String) { unsafe unlink("\(directory)/\(name)") }

    private static let markerPrefix = ".value-"

    // MARK: Writing

    /// Keeps other processes from writing any file of the directory, until what is answered is
    /// closed.
    ///
    /// One that keeps its lock for ever is not waited for as long: then this one writes without.
    func lock() -> Int32? {
        // The host lets a file be locked by who has opened it for writing.
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = unsafe open("\(directory)/.lock", flags, 0o600)
        guard descriptor >= 0 else { return nil }
        for _ in 0..<Self.patience where flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK else { break }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            unsafe nanosleep(&pause, nil)
        }
        return descriptor
    }

    /// Puts other contents in its place, all at once.
    ///
    /// - Parameter data: The contents.
    /// - Returns: Their version; nil when they could not be written.
    func write(_ data: Data) -> Version? {
        let temporary = "\(directory)/.\(name).\(getpid())"
        unsafe unlink(temporary)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = unsafe open(temporary, flags, 0o600)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            guard unsafe rename(temporary, path) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        } catch {
            unsafe unlink(temporary)
            return nil
        }
        return version
    }
}
