// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Recordings on disk: one JSON file each, for its owner alone.
package enum RecordingFile {
    /// The longest file that is read: more than what a recording keeps, as base64.
    package static let byteLimit = 96 << 20

    /// Writes a recording; another of the name is there until this one is whole.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - path: The file, for its owner alone (mode 0600).
    /// - Throws: ``RecordingError`` when it cannot be written.
    package static func write(_ recording: Recording, to path: String) throws {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let bytes = try serialized(recording)
        do throws(SystemError) {
            guard isReplaceable(path) else { return try append(bytes, to: path) }
            let directory = try Descriptor.openDirectory(folder)
            let temporary = ".\(name.prefix(64))-\(getpid())~"
            try? directory.unlink(temporary)
            let file = try directory.createFile(temporary)
            do throws(SystemError) {
                try file.writeAll(bytes)
                try file.synchronize(path)
                try directory.rename(temporary, to: directory, as: name)
            } catch {
                try? directory.unlink(temporary)
                throw error
            }
        } catch {
            throw RecordingError(
                .cannotWrite,
                "\(path): \(SystemError.sentence(of: error.errno)); name a file in a folder that "
                    + "can be written to"
            )
        }
    }

    /// Whether another file can take the place of what is there: not of a device or a pipe.
    private static func isReplaceable(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    private static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY)
        try file.writeAll(bytes)
        try file.close()
    }

    /// A recording's text.
    package static func serialized(_ recording: Recording) throws -> [UInt8] {
        try CanonicalJSON.pretty(recording)
    }

    /// Reads a recording.
    ///
    /// - Parameter path: The file.
    /// - Returns: The recording, every member known and in its place.
    /// - Throws: ``RecordingError`` with the place and the way out.
    package static func read(_ path: String) throws(RecordingError) -> Recording {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor.open(path, O_RDONLY | O_NONBLOCK).readAll(limit: byteLimit)
        } catch {
            throw RecordingError(
                .cannotRead,
                "\(path): \(SystemError.sentence(of: error.errno)); name a file that `belfry run "
                    + "--record` has written"
            )
        }
        do throws(RecordingError) {
            return try parse(bytes)
        } catch {
            throw RecordingError(error.code, "\(path): \(error.message)")
        }
    }

    /// Reads a recording's text.
    package static func parse(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        guard !bytes.isEmpty else {
            throw RecordingError(.malformed, "is empty; record it again")
        }
        guard bytes.starts(with: [UInt8(ascii: "{")]) else { throw noRecording }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(bytes)
        } catch {
            throw damaged(bytes, error)
        }
        guard value.object?["format"]?.string == Recording.formatName else { throw noRecording }
        guard value.object?["version"] == .number(JSONNumber(Recording.currentVersion)) else {
            throw RecordingError(
                .malformed,
                "is a recording of another version than \(Recording.currentVersion); record it "
                    + "again with this tool"
            )
        }
        let recording: Recording
        do {
            recording = try JSONDecoder().decode(Recording.self, from: Data(bytes))
        } catch {
            throw RecordingError(.malformed, RecordingError.sentence(for: error))
        }
        try RecordingCheck(recording).check(asWritten: value)
        return recording
    }

    private static var noRecording: RecordingError {
        RecordingError(.malformed, "is no recording; `belfry run --record FILE` makes one")
    }

    /// A whole recording ends where its object does.
    private static func damaged(_ bytes: [UInt8], _ error: JSONError) -> RecordingError {
        let isCutShort = error.offset >= bytes.count || !bytes.suffix(2).contains(UInt8(ascii: "}"))
        let problem =
            isCutShort
            ? "is cut short, and ends after \(bytes.count) bytes"
            : "is damaged at line \(error.line), column \(error.column) (\(error.message))"
        return RecordingError(
            .malformed,
            "\(problem); take another copy of it, or record it again"
        )
    }
}
