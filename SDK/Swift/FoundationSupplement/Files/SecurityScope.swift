// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// The files that are there only between a start of access and its stop.
package enum SecurityScope {
    /// How a file comes and goes.
    package struct File: Sendable {
        let begin: @Sendable () -> Bool
        let end: @Sendable () -> Void

        /// Takes what brings the file, and says whether it did, and what takes it away.
        package init(
            begin: @escaping @Sendable () -> Bool,
            end: @escaping @Sendable () -> Void
        ) {
            self.begin = begin
            self.end = end
        }
    }

    private struct Entry {
        let file: File
        var count = 0
    }

    private static let entries = Mutex<[String: Entry]>([:])

    /// Makes a file one that has to be asked for.
    package static func register(_ file: File, at path: String) {
        entries.withLock { $0[path] = Entry(file: file) }
    }

    /// Brings a file, or counts one more who has asked; nil for a file that need not be asked for.
    static func begin(_ path: String) -> Bool? {
        entries.withLock { entries in
            guard let entry = entries[path] else { return nil }
            guard entry.count > 0 || entry.file.begin() else { return false }
            entries[path]?.count += 1
            return true
        }
    }

    /// Takes a file away when all who have asked for it are done.
    static func end(_ path: String) {
        entries.withLock { entries in
            guard let entry = entries[path], entry.count > 0 else { return }
            entries[path]?.count -= 1
            if entry.count == 1 { entry.file.end() }
        }
    }
}

extension URL {
    /// Asks for access to the file; each success is to be met by a stop.
    ///
    /// An attachment that a content extension is shown is there only after it. Other files need no
    /// further right.
    ///
    /// - Returns: Whether the file can be read.
    public func startAccessingSecurityScopedResource() -> Bool {
        guard isFileURL else { return false }
        return SecurityScope.begin(path) ?? FileManager.default.isReadableFile(atPath: path)
    }

    /// Gives back what the start took: after the last, an attachment's file is gone.
    public func stopAccessingSecurityScopedResource() {
        SecurityScope.end(path)
    }
}

extension NSURL {
    /// Asks for access to the file; see `URL`'s.
    public func startAccessingSecurityScopedResource() -> Bool {
        (self as URL).startAccessingSecurityScopedResource()
    }

    /// Gives back what the start took; see `URL`'s.
    public func stopAccessingSecurityScopedResource() {
        (self as URL).stopAccessingSecurityScopedResource()
    }
}
