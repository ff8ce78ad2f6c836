// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A file that an intent speaks of.
open class INFile: NSObject, @unchecked Sendable {
    /// The bytes; read from the file where it is one.
    open var data: Data { bytes ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data() }
    /// What it is called.
    open var filename: String
    /// Where it is; nil for bytes in memory.
    public let fileURL: URL?
    /// The type identifier.
    public let typeIdentifier: String?

    private let bytes: Data?

    /// Takes bytes.
    public init(data: Data, filename: String, typeIdentifier: String?) {
        bytes = data
        fileURL = nil
        self.filename = filename
        self.typeIdentifier = typeIdentifier
        super.init()
    }

    /// Takes a file.
    public init(fileURL: URL, filename: String?, typeIdentifier: String?) {
        bytes = nil
        self.fileURL = fileURL
        self.filename = filename ?? fileURL.lastPathComponent
        self.typeIdentifier = typeIdentifier
        super.init()
    }
}

/// What is sent along with a message.
open class INSendMessageAttachment: NSObject, @unchecked Sendable {
    /// A recording.
    public let audioMessageFile: INFile?

    /// Takes a recording.
    public init(audioMessageFile: INFile) {
        self.audioMessageFile = audioMessageFile
        super.init()
    }
}
