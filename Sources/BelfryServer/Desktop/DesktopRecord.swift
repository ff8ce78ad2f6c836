// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// What one daemon leaves to the next about the desktop: how far in the log it is, what is shown under
/// which numbers of which server, and what waits.
struct DesktopRecord: Codable, Equatable {
    var cursor: Int
    var server: DesktopServer.Identity?
    var shown: [DesktopBoard.Shown]
    var waiting: [DesktopBoard.Waiting]

    /// The file's name in the state directory.
    private static let name = "desktop.json"
    private static let byteLimit = 16 << 20

    /// Reads what an earlier daemon has left.
    ///
    /// - Parameter state: The state directory.
    /// - Returns: It; nil where there is nothing.
    /// - Throws: What is wrong with the file.
    static func read(in state: String) throws -> DesktopRecord? {
        let path = "\(state)/\(name)"
        guard let bytes = try Descriptor.readPrivate(path, limit: byteLimit) else { return nil }
        return try JSONDecoder().decode(DesktopRecord.self, from: Data(bytes))
    }

    /// Writes it whole; the disk may have it later.
    ///
    /// After a power cut there is no desktop that still shows anything.
    ///
    /// - Parameter state: The state directory.
    /// - Throws: What keeps it from being written; the old one is still there then.
    func write(in state: String) throws {
        try Self.replace(with: Array(try JSONEncoder().encode(self)), in: state)
    }

    private static func replace(
        with bytes: [UInt8],
        in state: String
    ) throws(SystemError) {
        let directory = try Descriptor.openDirectory(state)
        let staged = name + ".new"
        do throws(SystemError) {
            try directory.unlink(staged)
        } catch  where error.errno == ENOENT {}
        let file = try directory.createFile(staged, mode: 0o600)
        try file.writeAll(bytes)
        try directory.rename(staged, to: directory, as: name)
    }

    /// Removes it: a daemon without a desktop leaves none behind for one that has it again.
    static func remove(in state: String) {
        _ = unsafe unlink("\(state)/\(name)")
    }
}
