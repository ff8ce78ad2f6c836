// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
package import BelfrySystem
internal import Glibc

/// The directory in which the host keeps attachments, each named after its content.
///
/// Equal files whose names end alike are kept once, and no more than its quota. What is stored shares
/// nothing with the file it came from: an extension that still has that open cannot change it.
package struct AttachmentStore: Sendable {
    /// The directory, made when the first file comes.
    package let path: String

    private let sweep = IncomingFile.Sweep()
    private let ledger: StoreLedger

    /// A store in a directory that need not exist yet.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - quota: How much it may hold.
    package init(path: String, quota: StoreQuota = StoreQuota()) {
        self.path = path
        ledger = StoreLedger(quota)
    }

    /// Opens a stored file for reading, such as to hand it to a content extension.
    ///
    /// - Parameter file: What the store answered when it took the file.
    /// - Returns: The file.
    /// - Throws: ``SystemError`` when it is gone.
    package func open(_ file: StoredFile) throws(SystemError) -> Descriptor {
        try Descriptor.openDirectory(path).openBeneath(file.relativePath, O_RDONLY)
    }

    /// What came of adding a file.
    struct Addition {
        let file: StoredFile

        /// What its first bytes say it is: the type that it was said to be, or another of that kind.
        let type: AttachmentType

        /// What went to make room for it.
        let removal: StoreRemoval
    }

    /// Copies a file into the store; refuses it when its bytes are of another kind, or change meanwhile.
    ///
    /// The file stays, whatever else needs room, until it is let go (``unpin(_:)``).
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - type: What it is said to be. Its bytes must be of this type or of another of its kind.
    ///   - fileExtension: What its name in the store ends in; nil for the type's usual one.
    ///   - use: For whom it is stored.
    ///   - isLate: Whether there is no more time for it; asked between chunks.
    /// - Returns: The stored file, the type of its bytes, and what went for it.
    /// - Throws: ``AttachmentFault``.
    func add(
        _ source: borrowing AttachmentSource,
        type: AttachmentType,
        fileExtension: String? = nil,
        for use: StoreUse = StoreUse(),
        isLate: () -> Bool = { false }
    ) throws(AttachmentFault) -> Addition {
        let root = try storing { () throws(SystemError) in
            try Descriptor.ensureDirectories(path)
            return try Descriptor.openDirectory(path)
        }
        sweep(root, at: path)
        let spared = try requireRoom(for: source, use, in: root)
        let incoming = try storing { () throws(SystemError) in try IncomingFile(in: root) }
        do throws(AttachmentFault) {
            let (sha256, found) = try copy(source, to: incoming.file, as: type, isLate: isLate)
            try requireAcceptableSize(of: incoming.file, found)
            let file = StoredFile(
                source.byteCount,
                sha256: sha256,
                fileExtension: fileExtension ?? type.fileExtensions[0],
                store: path
            )
            let removal = try keep(incoming, as: file, for: use, in: root)
            return Addition(file: file, type: found, removal: spared + removal)
        } catch {
            remove(incoming.name, from: root)
            throw error
        }
    }

    /// Lets stored files go when room is needed: their notification is delivered.
    package func unpin(_ paths: [String]) {
        ledger.unpin(names(of: paths))
    }

    /// Removes stored files; one that a run has just taken stays, and so does a path elsewhere.
    ///
    /// What cannot be removed now goes when room is needed.
    package func remove(_ paths: [String]) {
        guard let root = try? Descriptor.openDirectory(path) else { return }
        ledger.remove(names(of: paths), from: root, store: path)
    }

    private func names(of paths: [String]) -> [String] {
        paths.compactMap {
            $0.hasPrefix("\(path)/") ? String($0.dropFirst(path.count + 1)) : nil
        }
    }

    /// Refuses a file that would take the disk's reserve, where too little can go.
    ///
    /// - Returns: What went to make room.
    private func requireRoom(
        for source: borrowing AttachmentSource,
        _ use: StoreUse,
        in root: borrowing Descriptor
    ) throws(AttachmentFault) -> StoreRemoval {
        guard let room = try? root.fileSystemRoom() else { return StoreRemoval() }
        let needed = UInt64(clamping: source.byteCount) + room.reserve
        guard room.freeByteCount < needed else { return StoreRemoval() }
        guard
            let removal = ledger.spare(needed - room.freeByteCount, use, in: root, store: path)
        else { throw .storeFull(path) }
        return removal
    }

    /// Gives a finished file its name, once there is room for it.
    private func keep(
        _ incoming: borrowing IncomingFile,
        as file: StoredFile,
        for use: StoreUse,
        in root: borrowing Descriptor
    ) throws(AttachmentFault) -> StoreRemoval {
        let name = incoming.name
        let removal = try storing { () throws(SystemError) in
            let byteCount = UInt64(clamping: try incoming.file.status().st_blocks) * 512
            return try ledger.add(file, byteCount: byteCount, use, in: root) {
                () throws(SystemError) in try keep(name, as: file, in: root)
            }
        }
        guard let removal else { throw .storeFull(path) }
        return removal
    }

    /// Refuses a picture that is too large to be decoded; looks at the copy, which nobody changes.
    private func requireAcceptableSize(
        of file: borrowing Descriptor,
        _ type: AttachmentType
    ) throws(AttachmentFault) {
        let size = try PictureSize.find(type) { offset, count throws(AttachmentFault) in
            try storing { () throws(SystemError) in
                try file.read(at: UInt64(offset), count: count)
            }
        }
        if let size, !size.isAcceptable { throw .tooManyPixels(size) }
    }

    /// Copies and digests in one pass, and never more than the bytes there were at first.
    ///
    /// The digest comes with the type that the first bytes are of.
    private func copy(
        _ source: borrowing AttachmentSource,
        to target: borrowing Descriptor,
        as claimed: AttachmentType,
        isLate: () -> Bool
    ) throws(AttachmentFault) -> (sha256: String, type: AttachmentType) {
        let chunkByteCount = 256 * 1024
        var digest = ContentDigest()
        var type = claimed
        var offset = 0
        while true {
            guard !isLate() else { throw .late }
            // One byte more than there should be, to notice a file that grows.
            let rest = source.byteCount + 1 - offset
            let chunk = try source.read(at: offset, upTo: min(rest, chunkByteCount))
            if offset == 0 {
                guard let found = claimed.corrected(byFirstBytes: chunk) else {
                    throw .contentMismatch(claimed, firstBytes: chunk)
                }
                type = found
            }
            if chunk.isEmpty { break }
            digest.update(chunk)
            // Holes stay holes: a file takes no more of the disk than it did.
            try storing { () throws(SystemError) in
                try target.writeSparsely(chunk, at: UInt64(offset))
            }
            offset += chunk.count
        }
        guard offset == source.byteCount else { throw .changedWhileCopied }
        try source.checkUnchanged()
        try storing { () throws(SystemError) in try target.setByteCount(UInt64(offset)) }
        return (digest.finish(), type)
    }

    /// Gives a finished file its name; one that is there already has the same bytes.
    private func keep(
        _ name: String,
        as file: StoredFile,
        in root: borrowing Descriptor
    ) throws(SystemError) {
        try root.ensureDirectory(file.directoryName)
        let directory = try root.openDirectoryBeneath(file.directoryName)
        try root.rename(name, to: directory, as: file.name)
    }

    /// Removes an unfinished file, as far as it goes: what failed before is what counts.
    private func remove(_ name: String, from root: borrowing Descriptor) {
        do throws(SystemError) { try root.unlink(name) } catch { return }
    }

    private func storing<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(AttachmentFault) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .storeFailed(path, error)
        }
    }
}
