// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// The items of an access group, in one file that processes share.
///
/// They are not encrypted: the key would have to lie beside them, as there is no hardware here that
/// would keep one for a process. What keeps others out is the directory, which is its bundles' alone.
struct Keychain: Sendable {
    /// The access group.
    let group: String

    private let directory: String

    private static let fileName = "Keychain.plist"

    /// The longest file that is read: any bundle of the group can write it.
    private static let byteLimit = 4 * 1024 * 1024

    /// How long another process's change is waited for, in milliseconds.
    private static let patience = 1000

    init(group: String, directory: String) {
        self.group = group
        self.directory = directory
    }

    /// What is in it; nothing where it cannot be read.
    var items: [KeychainItem] {
        let path = "\(directory)/\(Self.fileName)"
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [] }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard let data = try? handle.read(upToCount: Self.byteLimit + 1),
            data.count <= Self.byteLimit,
            let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        else { return [] }
        return list as? [KeychainItem] ?? []
    }

    /// Changes what is in it, as it is by then, all at once.
    ///
    /// - Parameter body: Changes the items.
    /// - Throws: ``KeychainError`` of the body, or when the file cannot be written.
    func change(
        _ body: (inout [KeychainItem]) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let lock = self.lock()
        defer { if let lock { close(lock) } }
        var items = self.items
        try body(&items)
        let data = try? PropertyListSerialization.data(
            fromPropertyList: items,
            format: .binary,
            options: 0
        )
        guard let data, data.count <= Self.byteLimit else { throw KeychainError(errSecParam) }
        try write(data)
    }

    private func write(_ data: Data) throws(KeychainError) {
        let temporary = "\(directory)/.\(Self.fileName).\(getpid())"
        unsafe unlink(temporary)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = unsafe open(temporary, flags, 0o600)
        guard file >= 0 else { throw KeychainError(errSecReadOnly) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
        } catch {
            unsafe unlink(temporary)
            throw KeychainError(errSecIO)
        }
        guard unsafe rename(temporary, "\(directory)/\(Self.fileName)") == 0 else {
            unsafe unlink(temporary)
            throw KeychainError(errSecIO)
        }
    }

    /// Keeps other processes from changing it, until what is answered is closed; one that never
    /// lets go is not waited for.
    private func lock() -> Int32? {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        for _ in 0..<Self.patience where flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK else { break }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            unsafe nanosleep(&pause, nil)
        }
        return descriptor
    }
}
