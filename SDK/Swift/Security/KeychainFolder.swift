// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// The files of a keychain: `Keychain/TIME-RANDOM.plist` in a directory that processes share.
///
/// Any bundle of the group can write anything there.
struct KeychainFolder: Sendable {
    /// The directory, as the host gives it.
    let directory: String

    /// How many bytes of items are read, and may be there for another one to be added.
    static let byteLimit = 4 * 1024 * 1024

    private static let suffix = ".plist"

    private var path: String { "\(directory)/Keychain" }

    /// Where all items were in one file.
    private var formerPath: String { "\(directory)/Keychain.plist" }

    /// A name for a new file; of two, the later one sorts behind.
    static func newName() -> String {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        return digits(nanoseconds) + "-" + digits(.random(in: 0 ... .max)) + suffix
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// Whether the host lets nobody read the directory, as before the device's first unlock.
    var isClosed: Bool {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EACCES
    }

    // MARK: Reading

    /// What is in the files, in the order in which they were changed last, and how many bytes are in
    /// those that are left out because they are too many.
    ///
    /// A kernel's time of change cannot be set. So files that are added to fill the keychain come
    /// after those that were there, and hide none of them.
    func read() -> (files: [(name: String, data: Data)], unreadByteCount: Int) {
        let found = names().compactMap { name -> (name: String, status: stat)? in
            var status = stat()
            guard !name.hasPrefix("."), name.hasSuffix(Self.suffix),
                unsafe lstat("\(path)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return (name, status)
        }
        let sorted = found.sorted { one, other in
            let (first, second) = (one.status.st_ctim, other.status.st_ctim)
            return (first.tv_sec, first.tv_nsec, one.name)
                < (second.tv_sec, second.tv_nsec, other.name)
        }
        var files: [(name: String, data: Data)] = []
        var (room, unreadByteCount) = (Self.byteLimit, 0)
        for (name, status) in sorted {
            if let data = Self.read("\(path)/\(name)", limit: room) {
                room -= data.count
                files.append((name, data))
            } else {
                unreadByteCount += Int(status.st_size)
            }
        }
        return (files, unreadByteCount)
    }

    /// The file that held all items formerly; nil where there is none.
    func readFormer() -> Data? { Self.read(formerPath, limit: Self.byteLimit) }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private static func read(_ path: String, limit: Int) -> Data? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= limit, let data = try? handle.read(upToCount: limit + 1),
            data.count <= limit
        else { return nil }
        return data
    }

    // MARK: Changing

    /// Writes files, each in the place of an earlier one of its name.
    ///
    /// All are written under other names before the first is put in its place.
    ///
    /// - Parameter files: Names and contents.
    /// - Throws: ``KeychainError``: `errSecReadOnly` where no file can be made.
    func write(_ files: [(name: String, data: Data)]) throws(KeychainError) {
        guard !files.isEmpty else { return }
        // A file in its place is removed; a directory stays.
        unsafe unlink(path)
        unsafe mkdir(path, 0o700)
        do throws(KeychainError) {
            for file in files { try prepare(file.name, file.data) }
            for file in files { try putInPlace(file.name) }
        } catch {
            for file in files { unsafe unlink("\(path)/.\(file.name)") }
            throw error
        }
    }

    private func prepare(_ name: String, _ data: Data) throws(KeychainError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        unsafe unlink("\(path)/.\(name)")
        let file = unsafe open("\(path)/.\(name)", flags, 0o600)
        guard file >= 0 else { throw KeychainError(errSecReadOnly) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
        } catch {
            throw KeychainError(errSecIO)
        }
    }

    private func putInPlace(_ name: String) throws(KeychainError) {
        guard unsafe rename("\(path)/.\(name)", "\(path)/\(name)") == 0 else {
            throw KeychainError(errSecIO)
        }
    }

    /// Removes a file; one that is gone already is as well.
    func remove(_ name: String) throws(KeychainError) { try Self.remove("\(path)/\(name)") }

    /// Removes the file that held all items formerly.
    func removeFormer() throws(KeychainError) { try Self.remove(formerPath) }

    private static func remove(_ path: String) throws(KeychainError) {
        guard unsafe unlink(path) != 0, errno != ENOENT else { return }
        // What is in the place of a file and is none held no item.
        guard errno != EISDIR else { return }
        throw KeychainError(errSecIO)
    }

    /// Removes what processes left that were killed before they had put it in its place, and files that
    /// hold no item; only for who has the lock.
    func removeLeftovers(_ rubbish: [String]) {
        let unfinished = names().filter { $0.hasPrefix(".") && $0.hasSuffix(Self.suffix) }
        for name in unfinished + rubbish { unsafe unlink("\(path)/\(name)") }
    }
}

/// Keeps other processes from changing a keychain.
struct KeychainLock {
    private let descriptor: Int32

    /// Whether others are kept away: one that never lets go is not waited for.
    let isHeld: Bool

    /// How long another process's change is waited for, in milliseconds.
    private static let patience = 1000

    /// Takes the lock of a directory: of a file in it, as the host lets a file be locked by who has
    /// opened it for writing.
    init(directory: String) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = unsafe open("\(directory)/.lock", flags, 0o600)
        var result = descriptor < 0 ? -1 : flock(descriptor, LOCK_EX | LOCK_NB)
        for _ in 0..<Self.patience where result != 0 && descriptor >= 0 {
            guard errno == EWOULDBLOCK else { break }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            unsafe nanosleep(&pause, nil)
            result = flock(descriptor, LOCK_EX | LOCK_NB)
        }
        isHeld = result == 0
    }

    /// Lets others change it.
    func release() { if descriptor >= 0 { close(descriptor) } }
}
