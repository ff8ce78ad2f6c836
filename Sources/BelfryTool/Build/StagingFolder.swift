// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// A hidden folder beside the bundle to be, in which it is made, and removed whatever happens.
///
/// A build that fails has thus not touched an earlier bundle, and on the same file system the
/// finished one is put in place by a rename.
struct StagingFolder: ~Copyable {
    /// The folder's path.
    let path: String

    private let output: BundleOutput
    private let parent: Descriptor
    private let folder: Descriptor

    private init(
        path: String,
        for output: BundleOutput,
        parent: consuming Descriptor
    )
        throws(SystemError)
    {
        folder = try Descriptor.openDirectory(path)
        self.path = path
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
            let path = output.parent + "/" + name
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
    func write(_ bytes: [UInt8], to name: String) throws(ToolFailure) {
        try write(bytes, path: inBundle(name))
    }

    /// Writes a file that does not go into the bundle.
    func write(_ bytes: [UInt8], toScratch name: String) throws(ToolFailure) {
        try write(bytes, path: scratch(name))
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

    private func write(_ bytes: [UInt8], path: String) throws(ToolFailure) {
        do throws(SystemError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL
            let file = try Descriptor.open(path, flags, mode: 0o644)
            try file.writeAll(bytes)
            try file.close()
        } catch {
            throw output.cannotCreate(error)
        }
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
