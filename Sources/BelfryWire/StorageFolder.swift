// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A directory that outlives a worker, and that the worker is given.
package struct StorageFolder: Equatable, Hashable, Sendable {
    /// What it is for, and who else gets it.
    package enum Kind: UInt8, Sendable, CaseIterable, CustomStringConvertible {
        /// The extension's own documents and defaults.
        case data = 0
        /// Shared with every bundle that has the app group.
        case group = 1
        /// The keychain of an access group, shared with every bundle that has it.
        case keychain = 2

        /// Its name in reports: each run says it, and by reflection that was a quarter of a report's time.
        package var description: String {
            switch self {
            case .data: "data"
            case .group: "group"
            case .keychain: "keychain"
            }
        }
    }

    /// What it is for.
    package var kind: Kind

    /// The bundle's or the group's identifier.
    package var identifier: String

    /// Where it is, inside as outside.
    package var path: String

    /// Whether it may be written to; what is in one that is full can be read and removed.
    package var isWritable: Bool

    /// Whether nothing in it can be read, written or removed, as before a device's first unlock.
    package private(set) var isClosed = false

    package init(kind: Kind, identifier: String, path: String, isWritable: Bool = true) {
        self.kind = kind
        self.identifier = identifier
        self.path = path
        self.isWritable = isWritable
    }

    /// Lets nobody read it, nor write to it.
    package mutating func close() {
        isClosed = true
        isWritable = false
    }

    func write(to frame: inout FrameWriter) {
        frame.write(kind)
        frame.write(identifier)
        frame.write(path)
        frame.write(isWritable)
        frame.write(isClosed)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        kind = try frame.readKind(Kind.self, of: "storage kind")
        identifier = try frame.readText()
        path = try frame.readText()
        isWritable = try frame.readBool()
        isClosed = try frame.readBool()
    }
}
