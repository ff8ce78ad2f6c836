// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// A file system of a few megabytes at a directory (man 5 tmpfs).
///
/// It is in a mount namespace of its own, and in a user namespace too unless root makes it: nothing is
/// left of it when its last process has ended. Programs find it at the directory that are started
/// through ``launcher``.
package final class SmallDisk: Sendable {
    private let holder: Program
    private let process: Int32
    private let path: String

    /// Makes one.
    ///
    /// - Parameters:
    ///   - path: A directory that is there.
    ///   - byteCount: How much it holds.
    /// - Throws: What keeps it from being mounted.
    package init(at path: String, byteCount: Int) throws {
        self.path = path
        let output = Pipe()
        let mount = #"mount -t tmpfs -o size="$1" none "$0" && echo $$ && exec sleep infinity"#
        holder = try Program(
            "/usr/bin/env",
            ["unshare"] + (Self.isRoot ? [] : ["--map-root-user"]) + [
                "--mount", "--propagation", "private", "sh", "-c", mount, path,
                String(byteCount),
            ],
            streams: (
                STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO
            )
        )
        try output.fileHandleForWriting.close()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let process = Int32(line.trimmingCharacters(in: .newlines)) else {
            throw CocoaError(.fileWriteUnknown)
        }
        self.process = process
    }

    /// Whether this process may mount without a user namespace of its own.
    private static var isRoot: Bool { geteuid() == 0 }

    /// What has a program find it.
    package var launcher: [String] {
        let user = Self.isRoot ? [] : ["--user", "--preserve-credentials"]
        return ["nsenter", "--target", String(process)] + user + ["--mount"]
    }

    /// The file that takes the room, as this process names it.
    private var filler: String { "/proc/\(process)/root\(path)/filler" }

    /// Bytes that are free, and those of them that programs are to leave free.
    ///
    /// - Throws: What keeps the disk from being asked.
    package func room() throws -> (freeByteCount: Int, reserve: Int) {
        guard let room = FileSystemRoom(at: "/proc/\(process)/root\(path)") else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return (Int(room.freeByteCount), Int(room.reserve))
    }

    /// Takes all the room that is left.
    ///
    /// - Throws: What keeps it from being taken.
    package func fill() throws {
        let file = unsafe open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 4096)
        while unsafe write(file, block, block.count) > 0 {}
        guard errno == ENOSPC else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Gives the room back.
    ///
    /// - Throws: What keeps it from being given.
    package func makeRoom() throws {
        try FileManager.default.removeItem(atPath: filler)
    }
}
