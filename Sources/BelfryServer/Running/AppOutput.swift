// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// What apps' programs write to their standard output and standard error: a file for each app, whose
/// end is kept.
///
/// A program writes to its file by itself, as it lives on when the daemon ends. The daemon cuts a file
/// that has grown too long; what is written at the same moment can be lost.
struct AppOutput: Sendable {
    /// The directory of the files.
    let path: String

    /// A file that is longer is cut.
    static let byteLimit = 1 << 20

    /// What is left of a file that was cut, and the most that is read of one.
    static let keptByteCount = 128 * 1024

    /// Opens an app's file for a program.
    ///
    /// - Parameter app: An installed app's identifier, which names a file.
    /// - Returns: The file; what is written to it is appended.
    /// - Throws: ``DaemonError`` for the directory, ``SystemError`` for the file.
    func open(for app: String) throws -> Descriptor {
        try DaemonFiles.ensureDirectory(path)
        let file = try Descriptor.open(
            "\(path)/\(app)",
            O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
        )
        try cut(app)
        return file
    }

    /// The end of what an app's programs have written.
    ///
    /// - Parameter app: An installed app's identifier.
    /// - Returns: ``keptByteCount`` bytes at most; none where nothing was written.
    /// - Throws: ``FileFault`` or ``SystemError`` for a file that cannot be read.
    func end(of app: String) throws -> [UInt8] {
        let file: Descriptor
        do throws(FileFault) {
            file = try Descriptor.openRegularFile("\(path)/\(app)", followsLink: false)
        } catch {
            guard case .system(let error) = error, error.errno == ENOENT else { throw error }
            return []
        }
        return try Self.end(of: file)
    }

    /// Cuts the files that have grown too long.
    func cutAll() {
        for app in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            try? cut(app)
        }
    }

    private func cut(_ app: String) throws {
        let name = "\(path)/\(app)"
        let file = try Descriptor.openRegularFile(name, followsLink: false)
        guard try file.byteCount() > UInt64(Self.byteLimit) else { return }
        let end = try Self.end(of: file)
        // Programs append, wherever the file ends.
        let output = try Descriptor.open(name, O_WRONLY | O_TRUNC | O_APPEND | O_NOFOLLOW)
        try output.writeAll(Array("… what was before is gone\n".utf8) + end)
    }

    private static func end(of file: borrowing Descriptor) throws(SystemError) -> [UInt8] {
        let kept = UInt64(keptByteCount)
        let size = try file.byteCount()
        return try file.read(at: size > kept ? size - kept : 0, count: keptByteCount)
    }

    /// Removes what an app's programs have written.
    func discard(_ app: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(app)")
    }
}
