// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Paths that other files name.
enum SourcePath {
    /// A path as seen from a directory, with `.` and `..` taken out where the text allows it.
    static func resolve(_ path: String, in directory: String) -> String {
        normalised(path.hasPrefix("/") ? path : "\(directory)/\(path)")
    }

    /// The path without `.`, without what `..` takes back, and without doubled slashes.
    static func normalised(_ path: String) -> String {
        var parts: [String] = []
        // By scalars, as the kernel splits it: see FilePath.
        for part in path.unicodeScalars.split(separator: "/").map(String.init) where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !path.hasPrefix("/") {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        if path.hasPrefix("/") { return "/" + joined }
        return joined.isEmpty ? "." : joined
    }

    /// The path from the root of the file system.
    static func absolute(_ path: String) -> String {
        resolve(path, in: FileManager.default.currentDirectoryPath)
    }

    /// The path as seen from the working directory where it is inside that, else as it is.
    static func shown(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        guard path.hasPrefix(here + "/") else { return path }
        return String(path.dropFirst(here.count + 1))
    }

    /// Whether a path is a directory or something in it.
    ///
    /// Byte by byte, as the kernel compares names: two that look the same can be two directories.
    static func isInside(_ path: String, _ directory: String) -> Bool {
        path.utf8.elementsEqual(directory.utf8)
            || path.utf8.starts(with: (directory == "/" ? "/" : directory + "/").utf8)
    }
}
