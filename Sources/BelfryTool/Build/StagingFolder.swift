// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// A hidden folder beside the bundle to be, in which it is made, and removed whatever happens.
///
/// A build that fails has thus not touched an earlier bundle, and on the same file system the
/// finished one is put in place by a rename. What goes into the bundle is made below its folder as it
/// was opened, so that no name leads out of it, whatever a project calls its files.
struct StagingFolder: ~Copyable {
    /// The folder's path.
    let path: String

    private let output: BundleOutput
    private let parent: Descriptor
    private let folder: Descriptor

    /// The folder's path without links.
    private let place: String

    /// What was copied into the bundle.
    private let copied = Mutex(CopyCount())

    private init(
        path: String,
        for output: BundleOutput,
        parent: consuming Descriptor
    )
        throws(SystemError)
    {
        folder = try Descriptor.openDirectory(path)
        self.path = path
        place = BuildPlaces.resolved(path) ?? SourcePath.absolute(path)
        self.output = output
        self.parent = parent
    }

    /// Makes the folder with an empty bundle in it.
    ///
    /// - Parameter output: The bundle to be.
    /// - Returns: The folder.
    /// - Throws: ``ToolFailure`` when the directory cannot be written to.
    static func make(for output: BundleOutput) throws(ToolFailure) -> StagingFolder {
        let parent = try output.openParent()
        let name = ".\(output.fileName).\(UUID().uuidString.prefix(8))"
        do throws(SystemError) {
            try parent.ensureDirectory(name)
            let path = SourceFiles.operand(output.parent) + "/" + name
            let staging = try StagingFolder(path: path, for: output, parent: parent)
            try staging.folder.ensureDirectory(output.fileName, mode: 0o755)
            return staging
        } catch {
            throw output.cannotCreate(error)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the bundle.
    func inBundle(_ name: String) -> String { "\(path)/\(output.fileName)/\(name)" }

    /// The path of something that does not go into the bundle.
    func scratch(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file of the bundle.
    borrowing func write(_ bytes: [UInt8], to name: String) throws(ToolFailure) {
        do throws(SystemError) {
            let file = try createFile(name, mode: 0o644)
            try file.writeAll(bytes)
            try file.close()
        } catch {
            throw output.cannotCreate(error)
        }
    }

    /// Writes a file that does not go into the bundle.
    borrowing func write(_ bytes: [UInt8], toScratch name: String) throws(ToolFailure) {
        do throws(SystemError) {
            let file = try folder.createFile(name, mode: 0o644)
            try file.writeAll(bytes)
            try file.close()
        } catch {
            throw output.cannotCreate(error)
        }
    }

    /// Makes a folder that does not go into the bundle.
    func makeScratch(_ name: String) throws(ToolFailure) {
        do throws(SystemError) {
            try folder.ensureDirectory(name)
        } catch {
            throw output.cannotCreate(error)
        }
    }

    /// Makes a link that does not go into the bundle.
    func link(_ target: String, toScratch name: String) throws(ToolFailure) {
        guard unsafe symlink(target, scratch(name)) == 0 else {
            throw output.cannotCreate(SystemError(call: "symlink", subject: name, errno: errno))
        }
    }

    // MARK: What goes into the bundle

    /// Creates a file of the bundle, which is not there yet (man 2 openat2).
    ///
    /// - Parameters:
    ///   - path: Where, as seen from the bundle.
    ///   - mode: Its permissions, less the process's umask.
    /// - Returns: The file, open for writing.
    /// - Throws: ``SystemError``, also for a path that leads out of the bundle or over a link.
    borrowing func createFile(_ path: String, mode: UInt32) throws(SystemError) -> Descriptor {
        try folder.openDirectoryBeneath(output.fileName).createFile(path, mode: mode)
    }

    /// Makes a folder of the bundle in one that is there.
    ///
    /// - Parameters:
    ///   - path: Where, as seen from the bundle.
    ///   - isNew: Whether it must not be there yet.
    /// - Throws: ``SystemError``, also for a path that leads out of the bundle or over a link.
    borrowing func makeFolder(_ path: String, isNew: Bool) throws(SystemError) {
        let parent = try openFolder(FilePath(path).directory)
        do throws(SystemError) {
            let name = FilePath(path).name
            guard unsafe mkdirat(parent.raw, name, 0o755) == 0 else {
                throw SystemError(call: "mkdirat", subject: path, errno: errno)
            }
        } catch  where error.errno == EEXIST && !isNew {
            return
        }
    }

    /// Makes a link in the bundle.
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - path: Where, as seen from the bundle.
    /// - Throws: ``SystemError``, also for a path that leads out of the bundle or over a link.
    borrowing func link(_ text: String, inBundle path: String) throws(SystemError) {
        let parent = try openFolder(FilePath(path).directory)
        guard unsafe symlinkat(text, parent.raw, FilePath(path).name) == 0 else {
            throw SystemError(call: "symlinkat", subject: path, errno: errno)
        }
    }

    private borrowing func openFolder(_ path: String) throws(SystemError) -> Descriptor {
        try folder.openDirectoryBeneath(output.fileName).openDirectoryBeneath(path)
    }

    /// Counts a file or a folder that is copied into the bundle, and a file's bytes as they are read.
    ///
    /// - Parameters:
    ///   - source: What is copied.
    ///   - entries: How many files and folders.
    ///   - byteCount: How many bytes.
    /// - Throws: ``ToolFailure`` where the bundle has more than a bundle may have.
    borrowing func count(
        _ source: String,
        entries: Int = 0,
        byteCount: Int = 0
    ) throws(ToolFailure) {
        let isTooMuch = copied.withLock { copied in
            copied.entries += entries
            copied.byteCount += byteCount
            return copied.entries > CopyCount.maximumEntries
                || copied.byteCount > CopyCount.maximumByteCount
        }
        guard isTooMuch else { return }
        throw ToolFailure(
            "\(source) could not be copied: the bundle would have more than "
                + "\(CopyCount.maximumEntries) files and folders, or more than "
                + "\(CopyCount.maximumByteCount >> 30) GB; take out what the extension does not need, "
                + "and links to folders that are copied again and again",
            .badData
        )
    }

    /// Refuses to copy a folder into itself.
    ///
    /// - Parameters:
    ///   - source: The folder.
    ///   - path: The same without links.
    /// - Throws: ``ToolFailure`` where the bundle is made in it.
    borrowing func checkIsOutside(_ source: String, at path: String) throws(ToolFailure) {
        guard SourcePath.isInside(place, path) else { return }
        throw ToolFailure(
            "\(source) has \(output.path) in it, which it would be copied into; name another place "
                + "with -o, or keep resources in a folder of their own",
            .usage
        )
    }

    /// How much was copied.
    private struct CopyCount {
        var entries = 0
        var byteCount = 0

        /// Extensions have a few hundred.
        static let maximumEntries = 20_000

        /// An app's bundle may have 4 GB (App Store Connect), its extensions a small part of it.
        static let maximumByteCount = 2 << 30
    }

    /// Puts the bundle in its place and the earlier one, if there is one, out of the way.
    ///
    /// Another build may put its own there in between; then that is the earlier one.
    borrowing func commit() throws(ToolFailure) {
        do throws(SystemError) {
            for attempt in 1... {
                let aside = "earlier-\(attempt)"
                let hadEarlier = try moveEarlier(to: aside)
                do throws(SystemError) {
                    return try folder.rename(output.fileName, to: parent, as: output.fileName)
                } catch  where Self.isTaken(error) && attempt < Self.maximumAttempts {
                    continue
                } catch {
                    if hadEarlier { try folder.rename(aside, to: parent, as: output.fileName) }
                    throw error
                }
            }
        } catch {
            throw output.cannotCreate(error)
        }
    }

    /// More builds than these do not race for one bundle.
    private static let maximumAttempts = 16

    private static func isTaken(_ error: SystemError) -> Bool {
        error.errno == EEXIST || error.errno == ENOTEMPTY
    }

    private borrowing func moveEarlier(to aside: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try parent.rename(output.fileName, to: folder, as: aside)
            return true
        } catch  where error.errno == ENOENT {
            return false
        }
    }
}
