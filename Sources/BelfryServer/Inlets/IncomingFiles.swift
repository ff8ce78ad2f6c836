// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryInlets
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import NIOPosix

/// Files that are sent to the inlet, on their way to the attachment store.
struct IncomingFiles: Sendable {
    /// The directory; what it holds at a start is what an earlier process left.
    let path: String

    /// The longest file that is taken, in bytes: ntfy's number.
    static let byteLimit = 15 << 20

    /// Removes what an earlier process left.
    func sweep() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Writes a file for as long as it is taken up.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: What its sender calls it.
    ///   - body: Takes it up.
    /// - Returns: What it returns.
    /// - Throws: ``InletError`` for a file that no notification can show, or that is too long for its
    ///   kind; ``CenterError`` where the disk has no room.
    func with<Result: Sendable>(
        _ bytes: [UInt8],
        named name: String,
        _ body: (NotificationAttachment) async throws -> Result
    ) async throws -> Result {
        let type = try Self.type(of: bytes, named: name)
        let file = UUID().uuidString.lowercased()
        try await NIOThreadPool.singleton.runIfActive { try write(bytes, to: file) }
        defer { try? FileManager.default.removeItem(atPath: "\(path)/\(file)") }
        return try await body(
            NotificationAttachment(
                identifier: "ntfy",
                typeIdentifier: type.rawValue,
                url: "\(path)/\(file)",
                byteCount: bytes.count
            )
        )
    }

    /// Writes a file, and leaves the disk its reserve: the ledger needs that.
    private func write(_ bytes: [UInt8], to file: String) throws {
        try DaemonFiles.ensureDirectory(path)
        let directory = try Descriptor.openDirectory(path)
        let room = try directory.fileSystemRoom()
        let full = CenterError(.full, "no room on the disk for the file; free some")
        guard room.freeByteCount >= room.reserve + UInt64(bytes.count) else { throw full }
        do throws(SystemError) {
            try directory.replaceFile(file, with: bytes)
        } catch {
            throw error.isShortage ? full : error
        }
    }

    /// What the bytes are: of the types that they may be, the one that the name says.
    private static func type(
        of bytes: [UInt8],
        named name: String
    ) throws(InletError) -> AttachmentType {
        let first = Array(bytes.prefix(AttachmentType.signatureByteCount))
        let named = AttachmentType.forPath(name)?.corrected(byFirstBytes: first)
        guard
            let type = named
                ?? AttachmentType.allCases.first(where: { $0.matches(firstBytes: first) })
        else {
            throw InletError(
                40014,
                "invalid request: attachments not allowed: a notification shows pictures, sounds and "
                    + "movies, and \(name.quoted) is none; a message of text has "
                    + "\(InletPush.messageByteLimit) bytes at most"
            )
        }
        guard bytes.count <= type.kind.byteLimit else { throw .tooLarge(type.kind.byteLimit) }
        return type
    }
}
