// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// The directory in which the host keeps attachments, each named after its content.
///
/// Equal files are kept once. What is stored shares nothing with the file it came from: an
/// extension that still has that open cannot change it.
package struct AttachmentStore: Sendable {
    /// The directory, made when the first file comes.
    package let path: String

    private let sweep = IncomingFile.Sweep()

    /// A store in a directory that need not exist yet.
    package init(path: String) {
        self.path = path
    }

    /// Opens a stored file for reading, such as to hand it to a content extension.
    ///
    /// - Parameter file: What the store answered when it took the file.
    /// - Returns: The file.
    /// - Throws: ``SystemError`` when it is gone.
    package func open(_ file: StoredFile) throws(SystemError) -> Descriptor {
        try Descriptor.openDirectory(path).openBeneath(file.relativePath, O_RDONLY)
    }

    /// Copies a file into the store, refusing it when it is not of its type or changes meanwhile.
    func add(
        _ source: borrowing AttachmentSource,
        type: AttachmentType
    ) throws(AttachmentFault) -> StoredFile {
        let root = try storing { () throws(SystemError) in
            try Descriptor.ensureDirectories(path)
            return try Descriptor.openDirectory(path)
        }
        sweep(root, at: path)
        let incoming = try storing { () throws(SystemError) in try IncomingFile(in: root) }
        do throws(AttachmentFault) {
            let sha256 = try copy(source, to: incoming.file, type: type)
            try requireAcceptableSize(of: incoming.file, type)
            let file = StoredFile(source.byteCount, sha256: sha256, type: type, store: path)
            try storing { () throws(SystemError) in try keep(incoming.name, as: file, in: root) }
            return file
        } catch {
            remove(incoming.name, from: root)
            throw error
        }
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
    private func copy(
        _ source: borrowing AttachmentSource,
        to target: borrowing Descriptor,
        type: AttachmentType
    ) throws(AttachmentFault) -> String {
        let chunkByteCount = 256 * 1024
        var digest = ContentDigest()
        var offset = 0
        while true {
            // One byte more than there should be, to notice a file that grows.
            let rest = source.byteCount + 1 - offset
            let chunk = try source.read(at: offset, upTo: min(rest, chunkByteCount))
            if offset == 0 && !type.matches(firstBytes: chunk) { throw .contentMismatch(type) }
            if chunk.isEmpty { break }
            offset += chunk.count
            digest.update(chunk)
            try storing { () throws(SystemError) in try target.writeAll(chunk) }
        }
        guard offset == source.byteCount else { throw .changedWhileCopied }
        try source.checkUnchanged()
        return digest.finish()
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
