// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a zygote is to set itself up.
package struct ZygoteConfiguration: Equatable, Sendable {
    /// The `CLONE_NEW*` flags it was started with.
    package var namespaces: UInt64

    /// The user and group to become; nil where a user namespace has made it one already.
    package var identity: UInt32?

    /// A directory to build the new root on; empty without a mount namespace.
    package var stagingPath: String

    /// Directories and files to show read-only, at their own paths; the mounter shows what each worker
    /// has besides.
    package var readablePaths: [String]

    /// The directory that holds the workers' containers, shown writable at its own path.
    package var containersPath: String

    /// Libraries to load before the first fork.
    package var preloadedLibraries: [String]

    package init(
        namespaces: UInt64,
        identity: UInt32?,
        stagingPath: String,
        readablePaths: [String],
        containersPath: String,
        preloadedLibraries: [String]
    ) {
        self.namespaces = namespaces
        self.identity = identity
        self.stagingPath = stagingPath
        self.readablePaths = readablePaths
        self.containersPath = containersPath
        self.preloadedLibraries = preloadedLibraries
    }

    func write(to frame: inout FrameWriter) {
        frame.write(namespaces)
        frame.write(identity ?? .max)
        frame.write(stagingPath)
        frame.write(all: readablePaths) { $0.write($1) }
        frame.write(containersPath)
        frame.write(all: preloadedLibraries) { $0.write($1) }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        namespaces = try frame.read()
        let identity = try frame.read(UInt32.self)
        self.identity = identity == .max ? nil : identity
        stagingPath = try frame.readText()
        readablePaths = try frame.readAll { reader throws(WireError) in try reader.readText() }
        containersPath = try frame.readText()
        preloadedLibraries = try frame.readAll { reader throws(WireError) in try reader.readText() }
    }
}
