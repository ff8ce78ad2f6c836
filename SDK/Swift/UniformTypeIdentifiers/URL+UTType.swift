// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension URL {
    /// The URL of a file in this folder, its name ended by the type's extension unless it has it.
    public func appendingPathComponent(
        _ partialName: String,
        conformingTo contentType: UTType
    ) -> URL {
        let url = appendingPathComponent(partialName)
        return contentType.isMeant(by: url.pathExtension)
            ? url : url.appendingPathExtension(for: contentType)
    }

    /// Appends the name of a file, ended by the type's extension unless it has it.
    public mutating func appendPathComponent(
        _ partialName: String,
        conformingTo contentType: UTType
    ) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// The URL with the type's extension; unchanged for a type that has none.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        contentType.preferredFilenameExtension.map(appendingPathExtension) ?? self
    }

    /// Appends the type's extension, if it has one.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }
}

extension UTType {
    fileprivate func isMeant(by filenameExtension: String) -> Bool {
        tags[.filenameExtension]?.contains(filenameExtension.lowercased()) ?? false
    }
}
