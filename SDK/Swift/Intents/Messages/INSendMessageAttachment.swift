// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// A file that an intent speaks of.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class INFile: NSObject, @unchecked Sendable {
    /// The bytes; read from the file where it is one.
    open var data: Data { bytes ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data() }
    /// What it is called.
    open var filename: String {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }
    /// Where it is; nil for bytes in memory.
    public let fileURL: URL?
    /// The type identifier.
    public let typeIdentifier: String?

    private let bytes: Data?
    private let name: Mutex<String>

    /// Takes bytes.
    public init(data: Data, filename: String, typeIdentifier: String?) {
        bytes = data
        fileURL = nil
        name = Mutex(filename)
        self.typeIdentifier = typeIdentifier
        super.init()
    }

    /// Takes a file.
    public init(fileURL: URL, filename: String?, typeIdentifier: String?) {
        bytes = nil
        self.fileURL = fileURL
        name = Mutex(filename ?? fileURL.lastPathComponent)
        self.typeIdentifier = typeIdentifier
        super.init()
    }
}

/// What is sent along with a message.
// Unchecked only because the class is open, as Apple's is: its stored property is a constant.
open class INSendMessageAttachment: NSObject, @unchecked Sendable {
    /// A recording.
    public let audioMessageFile: INFile?

    /// Takes a recording.
    public init(audioMessageFile: INFile) {
        self.audioMessageFile = audioMessageFile
        super.init()
    }
}
