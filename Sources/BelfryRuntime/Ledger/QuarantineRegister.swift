// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// A quarantine that outlives its host: a JSON file, which several hosts may use at once.
package struct QuarantineRegister: Sendable {
    /// The file.
    package let path: String

    /// Names a register; the file is made with its first strike.
    package init(path: String) {
        self.path = path
    }

    /// Reads what is known.
    ///
    /// - Throws: ``QuarantineError`` when the file is not one.
    package func read() throws(QuarantineError) -> Quarantine {
        guard let bytes = FileManager.default.contents(atPath: path) else { return Quarantine() }
        do {
            return try JSONDecoder().decode(Quarantine.self, from: bytes)
        } catch {
            throw QuarantineError(
                "\(path): is not a list of quarantined extensions; remove it to begin anew"
            )
        }
    }

    /// How long another host may take to change it.
    private static let lockDelay = Duration.seconds(2)

    /// Takes the lock, unless somebody who holds it does not let it go.
    private static func lock(_ lock: borrowing Descriptor, of path: String) throws(SystemError) {
        let end = MonotonicTime.now + lockDelay
        let raw = lock.raw
        while true {
            do throws(SystemError) {
                try checked("flock", path) { flock(raw, LOCK_EX | LOCK_NB) }
                return
            } catch {
                guard error.errno == EWOULDBLOCK, .now < end else { throw error }
                // flock(2) waits for ever or not at all.
                usleep(10_000)
            }
        }
    }

    /// Changes what is known, with no other host between the reading and the writing.
    ///
    /// - Parameter body: The change.
    /// - Returns: What the change answers.
    /// - Throws: ``QuarantineError`` when the file cannot be read or written.
    package func update<Answer>(
        _ body: (inout Quarantine) -> Answer
    ) throws(QuarantineError) -> Answer {
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let lock = try Descriptor.open(path + ".lock", O_RDWR | O_CREAT)
            try Self.lock(lock, of: path)
            var quarantine = try read()
            let answer = body(&quarantine)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(quarantine).write(to: URL(fileURLWithPath: path), options: .atomic)
            return answer
        } catch let error as QuarantineError {
            throw error
        } catch {
            throw QuarantineError("\(path): \(error)")
        }
    }
}

/// A quarantine that cannot be read or written.
package struct QuarantineError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
