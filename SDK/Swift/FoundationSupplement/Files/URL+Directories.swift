// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension URL {
    /// The directory of documents.
    public static var documentsDirectory: URL { directory("Documents") }
    /// The directory of what is no document.
    public static var libraryDirectory: URL { directory("Library") }
    /// The directory of what may be lost.
    public static var cachesDirectory: URL { directory("Library/Caches") }
    /// The directory of what an app needs to run.
    public static var applicationSupportDirectory: URL {
        directory("Library/Application Support")
    }

    private static func directory(_ path: String) -> URL {
        URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(path, isDirectory: true)
    }
}
