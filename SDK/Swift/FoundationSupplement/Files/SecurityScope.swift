// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension URL {
    /// Whether the file can be read: no further right is needed here, nor held until the stop.
    public func startAccessingSecurityScopedResource() -> Bool {
        isFileURL && FileManager.default.isReadableFile(atPath: path)
    }

    /// Gives back what the start took.
    ///
    /// - Note: Without effect: it takes nothing.
    public func stopAccessingSecurityScopedResource() {}
}

extension NSURL {
    /// Whether the file can be read: no further right is needed here, nor held until the stop.
    public func startAccessingSecurityScopedResource() -> Bool {
        (self as URL).startAccessingSecurityScopedResource()
    }

    /// Gives back what the start took.
    ///
    /// - Note: Without effect: it takes nothing.
    public func stopAccessingSecurityScopedResource() {}
}
