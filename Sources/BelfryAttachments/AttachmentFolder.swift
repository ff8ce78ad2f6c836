// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// A directory out of which an extension may attach files.
package struct AttachmentFolder: ~Copyable {
    private let directory: Descriptor
    private let components: [Substring]

    /// What becomes of a file that is attached.
    private let disposal: Disposal

    /// Takes over an open directory.
    ///
    /// - Parameters:
    ///   - directory: The directory; files are opened beneath it and nowhere else.
    ///   - path: Its absolute path as the extension knows it.
    ///   - disposal: What becomes of a file that is attached.
    package init(_ directory: consuming Descriptor, path: String, disposal: Disposal) {
        self.directory = directory
        components = path.split(separator: "/")
        self.disposal = disposal
    }

    /// What becomes of a file once the store has its bytes.
    package enum Disposal: Sendable {
        /// It is removed: the system has taken it over.
        case move
        /// It stays, as a file of the bundle must.
        case copy
    }

    /// Puts a file of the folder into a store, and disposes of it here.
    ///
    /// - Parameters:
    ///   - path: The file: absolute, or relative to the folder.
    ///   - type: What it must be.
    ///   - room: What the run may still have taken over, in bytes.
    ///   - add: Puts it into the store.
    /// - Returns: What came of that; nil when the path is of something elsewhere.
    /// - Throws: ``AttachmentFault`` when it is not as it must be.
    borrowing func give(
        _ path: String,
        type: AttachmentType,
        room: Int,
        _ add: (borrowing AttachmentSource) throws(AttachmentFault) -> AttachmentStore.Addition
    ) throws(AttachmentFault) -> AttachmentStore.Addition? {
        guard let relativePath = relativePath(of: path) else { return nil }
        let source = try open(relativePath, type: type)
        guard source.byteCount <= room else { throw .tooMuch(AttachmentIntake.byteLimit) }
        let addition = try add(source)
        dispose(of: source, at: relativePath)
        return addition
    }

    /// The path from here of something inside; nil for an absolute path to elsewhere.
    ///
    /// Where `..` leads is left to the kernel, which alone can say.
    private borrowing func relativePath(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard path.hasPrefix("/") else { return parts.joined(separator: "/") }
        guard parts.starts(with: components) else { return nil }
        let rest = parts.dropFirst(components.count)
        return rest.isEmpty ? "." : rest.joined(separator: "/")
    }

    /// Opens a file beneath the directory.
    ///
    /// It never waits: a pipe without a writer opens at once and is then refused, and so is a file
    /// on which a lease is held.
    private borrowing func open(
        _ relativePath: String,
        type: AttachmentType
    ) throws(AttachmentFault) -> AttachmentSource {
        let file: Descriptor
        do throws(SystemError) {
            file = try directory.openBeneath(relativePath, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw .opening(error)
        }
        return try AttachmentSource(file, type: type)
    }

    /// Does with a file what becomes of one that the store has.
    ///
    /// A name that has come to stand for something else is left alone, and a failure is not
    /// reported: the bytes are safe, and the container goes when its run is over.
    private borrowing func dispose(of source: borrowing AttachmentSource, at relativePath: String) {
        guard disposal == .move else { return }
        let slash = relativePath.lastIndex(of: "/")
        let parent = slash.map { String(relativePath[..<$0]) } ?? "."
        let last = slash.map { String(relativePath[relativePath.index(after: $0)...]) }
        let name = last ?? relativePath
        do throws(SystemError) {
            // Opened again beneath the container: a link put in the path since leads nowhere.
            let directory = try self.directory.openDirectoryBeneath(parent)
            let status = try directory.status(of: name)
            guard source.isSame(as: status) else { return }
            try source.remove(name, from: directory)
        } catch {
            return
        }
    }
}
