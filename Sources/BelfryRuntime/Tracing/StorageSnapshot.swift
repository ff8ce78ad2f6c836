// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfrySystem
internal import BelfryWire
internal import Foundation
internal import Glibc

/// Reads and writes what extensions keep, off the host's thread; extensions may write there at the
/// same time, so that every step goes through a descriptor and follows no link.
enum StorageSnapshot {
    /// Most bytes that are kept of a file, and of all files.
    static let fileByteLimit = 1 << 20
    static let byteLimit = 8 << 20
    private static let depthLimit = 16

    /// Reads what is in directories.
    @concurrent
    static func take(of folders: [StorageFolder]) async throws -> [KeptFolder] {
        var room = byteLimit
        return try folders.map { folder in
            var kept = KeptFolder(kind: "\(folder.kind)", identifier: folder.identifier)
            let directory = try Descriptor.openDirectory(folder.path)
            list(directory, "", into: &kept, room: &room, depth: 1)
            return kept
        }
    }

    private static func list(
        _ directory: borrowing Descriptor,
        _ prefix: String,
        into kept: inout KeptFolder,
        room: inout Int,
        depth: Int
    ) {
        let path = "/proc/self/fd/\(directory.raw)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names.sorted() {
            guard kept.entries.count < KeptFolder.entryLimit, depth < depthLimit,
                let status = try? directory.status(of: name)
            else {
                kept.omittedCount += 1
                continue
            }
            let path = prefix + name
            var entry = KeptFolder.Entry(path: path, content: nil, modified: status.modified)
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                kept.entries.append(entry)
                guard let inner = try? directory.openDirectoryBeneath(name) else { continue }
                list(inner, path + "/", into: &kept, room: &room, depth: depth + 1)
            case S_IFREG:
                entry.content = read(name, of: directory, Int(status.st_size), room: &room)
                kept.entries.append(entry)
            default: kept.omittedCount += 1
            }
        }
    }

    private static func read(
        _ name: String,
        of directory: borrowing Descriptor,
        _ byteCount: Int,
        room: inout Int
    ) -> KeptBytes {
        guard byteCount <= min(fileByteLimit, room),
            let file = try? directory.openBeneath(name, O_RDONLY | O_NONBLOCK),
            let bytes = try? file.readAll(limit: min(fileByteLimit, room))
        else { return .omitted(byteCount) }
        room -= bytes.count
        return .bytes(bytes)
    }

    /// Empties directories and puts into them what was kept of others.
    ///
    /// - Parameters:
    ///   - kept: What was kept; a stranger's word.
    ///   - folders: The directories, which nobody but this host knows.
    ///   - owner: Who the workers are; nil for this user.
    /// - Throws: ``SystemError`` at the first thing that cannot be made.
    @concurrent
    static func restore(
        _ kept: [KeptFolder],
        to folders: [StorageFolder],
        owner: UInt32?
    ) async throws {
        for folder in folders {
            let directory = try Descriptor.openDirectory(folder.path)
            let raw = directory.raw
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd/\(raw)")) ?? []
            for name in names where (try? directory.unlink(name)) == nil {
                try directory.removeTree(name)
            }
            let same = kept.first {
                $0.kind == "\(folder.kind)" && $0.identifier == folder.identifier
            }
            guard let same else { continue }
            for entry in same.entries.prefix(KeptFolder.entryLimit) where entry.isValid {
                try write(entry, to: directory, owner: owner)
            }
            // What is made in a directory changes its time.
            for entry in same.entries.prefix(KeptFolder.entryLimit).reversed() where entry.isValid {
                setTime(of: entry, in: directory)
            }
        }
    }

    private static func write(
        _ entry: KeptFolder.Entry,
        to directory: borrowing Descriptor,
        owner: UInt32?
    ) throws(SystemError) {
        let slash = entry.path.lastIndex(of: "/")
        let way = slash.map { String(entry.path[..<$0]) } ?? "."
        let name = slash.map { String(entry.path[entry.path.index(after: $0)...]) } ?? entry.path
        let outer = try directory.openDirectoryBeneath(way)
        if let content = entry.content {
            let file = try outer.createFile(name)
            try file.writeAll(content.content)
            try own(file, owner)
        } else {
            try outer.ensureDirectory(name)
            try own(try outer.openDirectoryBeneath(name), owner)
        }
    }

    private static func own(_ file: borrowing Descriptor, _ owner: UInt32?) throws(SystemError) {
        guard let owner else { return }
        let raw = file.raw
        try checked("fchown") { fchown(raw, owner, owner) }
    }

    private static func setTime(of entry: KeptFolder.Entry, in directory: borrowing Descriptor) {
        let time = timespec(
            tv_sec: Int(entry.modified / 1_000_000_000),
            tv_nsec: Int(entry.modified % 1_000_000_000)
        )
        unsafe _ = utimensat(directory.raw, entry.path, [time, time], AT_SYMLINK_NOFOLLOW)
    }
}

extension stat {
    /// When it was changed last, in nanoseconds of UNIX time.
    fileprivate var modified: Int64 {
        Int64(st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
            &+ Int64(st_mtim.tv_nsec)
    }
}
