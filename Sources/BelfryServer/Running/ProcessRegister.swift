// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// Which processes of apps live, in a file each, for the daemon that comes after this one.
///
/// The file is there before its process is given anything, and goes once the process has ended. It is
/// not waited for until the disk has it: no process outlives its machine.
final class ProcessRegister: Sendable {
    /// A process of an app.
    struct Record: Codable, Equatable, Sendable {
        /// The app's bundle identifier.
        var app: String

        /// The version whose program a daemon has started; nil for a process that came by itself.
        var digest: String?

        /// The process.
        var identity: ProcessIdentity
    }

    /// The directory of the files.
    let path: String

    private let turn = Mutex(())

    init(path: String) {
        self.path = path
    }

    private func name(of process: Int32) -> String { String(process) }

    /// Keeps a process.
    ///
    /// What is known of a program that a daemon has started stays when that connects.
    ///
    /// - Parameter record: The process.
    /// - Throws: ``DaemonError`` for the directory, ``SystemError`` for the file; what was there stays.
    func note(_ record: Record) throws {
        let bytes = Array(try JSONEncoder().encode(record))
        let name = name(of: record.identity.process)
        try turn.withLock { _ in
            if record.digest == nil, read(name)?.identity == record.identity { return }
            try DaemonFiles.ensureDirectory(path)
            let directory = try Descriptor.openDirectory(path)
            let staged = name + Self.stagedSuffix
            try? directory.unlink(staged)
            try directory.createFile(staged).writeAll(bytes)
            try directory.rename(staged, to: directory, as: name)
        }
    }

    private static let stagedSuffix = ".new"

    /// Most bytes of a file.
    private static let byteLimit = 4096

    private func read(_ name: String) -> Record? {
        guard let bytes = try? Descriptor.readPrivate("\(path)/\(name)", limit: Self.byteLimit)
        else { return nil }
        return try? JSONDecoder().decode(Record.self, from: Data(bytes))
    }

    /// Forgets a process that has ended.
    ///
    /// - Parameter identity: Which; another one that has its number now stays.
    func forget(_ identity: ProcessIdentity) {
        let name = name(of: identity.process)
        turn.withLock { _ in
            guard read(name)?.identity == identity else { return }
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// A process that is kept; nil, and it is forgotten, where it has ended.
    func process(_ process: Int32) -> StartedProgram? {
        let name = name(of: process)
        return turn.withLock { _ in living(name)?.program }
    }

    /// The processes that live, and forgets all others.
    func living() -> [(record: Record, program: StartedProgram)] {
        turn.withLock { _ in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.sorted().compactMap(living)
        }
    }

    private func living(_ name: String) -> (record: Record, program: StartedProgram)? {
        if let record = read(name), name == self.name(of: record.identity.process),
            let program = DetachedProgram(record.identity)
        {
            return (record, StartedProgram(program))
        }
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        return nil
    }
}
