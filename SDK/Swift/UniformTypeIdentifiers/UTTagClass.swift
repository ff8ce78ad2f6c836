// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A way of marking files with their type.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// The identifier of the way.
    public let rawValue: String

    /// Takes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The extension of the file's name.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// The MIME type that a server names.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}
