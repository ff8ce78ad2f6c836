// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host says to a zygote on its control socket.
package enum ZygoteCommand: Equatable, Sendable {
    /// The first packet: what to enter and what to preload.
    case configure(ZygoteConfiguration)

    /// Fork a worker. The packet carries four descriptors: the worker's end of the run socket, the
    /// extension's file open for reading, where its standard output goes, and its crash record.
    case spawn(WorkerSpecification)

    /// Hold a worker's private writable memory to so much from now on (RLIMIT_DATA).
    ///
    /// The zygote is of the worker's user, so that the kernel lets it without any privilege, which
    /// the host may not have; and no extension can object.
    case limitData(worker: UInt64, byteCount: UInt64)

    /// The command as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .configure(let configuration):
            frame.write(UInt8(1))
            configuration.write(to: &frame)
        case .spawn(let specification):
            frame.write(UInt8(2))
            specification.write(to: &frame)
        case .limitData(let worker, let byteCount):
            frame.write(UInt8(3))
            frame.write(worker)
            frame.write(byteCount)
        }
        return frame.bytes
    }

    /// Reads a command.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.read(UInt8.self) {
        case 1: self = .configure(try ZygoteConfiguration(from: &frame))
        case 2: self = .spawn(try WorkerSpecification(from: &frame))
        case 3: self = .limitData(worker: try frame.read(), byteCount: try frame.read())
        case let kind: throw WireError("zygote command \(kind)")
        }
        try frame.finish()
    }
}

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

/// One worker to fork: what it loads and what it may.
package struct WorkerSpecification: Equatable, Sendable {
    /// The worker's number, unique in the host.
    package var worker: UInt64

    /// Whether it holds a content extension, and not a service extension.
    package var isContent: Bool

    /// The library's path, for messages; it is loaded through its descriptor.
    package var libraryPath: String

    /// The `.appex` directory, readable.
    package var bundlePath: String

    /// The worker's own directory, writable.
    package var containerPath: String

    /// What it has that outlives it.
    package var storage: [StorageFolder]

    /// The manifest's identifier, version and principal class.
    package var identifier: String
    package var version: String
    package var principalClass: String

    /// Whether the worker gets an HTTP proxy, and sockets to reach it.
    package var hasNetwork: Bool

    /// Private memory above what the worker has when it is forked, in bytes (RLIMIT_DATA).
    package var dataByteCount: UInt64

    /// Whole CPU seconds after which the kernel ends it (RLIMIT_CPU).
    package var cpuSeconds: UInt64

    /// The largest file it may write, in bytes (RLIMIT_FSIZE).
    package var fileByteCount: UInt64

    /// How many threads it may have, our own among them (RLIMIT_NPROC).
    package var threadCount: UInt32

    /// How many requests it may be given in its life: one completion is minted for each.
    package var completionCount: UInt32

    /// How to treat the extension while every call is checked; nil in ordinary workers, which do
    /// not.
    package var validation: ValidationPlan?

    /// What the extension is told of time and chance; nil in ordinary workers, where nothing is put
    /// between it and the machine.
    package var trace: TracePlan?

    /// Whether a debugger outside may look into it.
    package var isInspectable: Bool

    /// The certificate authorities that it trusts besides the system's, in PEM.
    package var certificates: String

    package init(
        worker: UInt64,
        isContent: Bool = false,
        libraryPath: String,
        bundlePath: String,
        containerPath: String,
        storage: [StorageFolder] = [],
        identifier: String,
        version: String,
        principalClass: String,
        hasNetwork: Bool,
        dataByteCount: UInt64,
        cpuSeconds: UInt64,
        fileByteCount: UInt64,
        threadCount: UInt32 = 64,
        completionCount: UInt32,
        validation: ValidationPlan? = nil,
        trace: TracePlan? = nil,
        isInspectable: Bool = false,
        certificates: String = ""
    ) {
        self.worker = worker
        self.isContent = isContent
        self.libraryPath = libraryPath
        self.bundlePath = bundlePath
        self.containerPath = containerPath
        self.storage = storage
        self.identifier = identifier
        self.version = version
        self.principalClass = principalClass
        self.hasNetwork = hasNetwork
        self.dataByteCount = dataByteCount
        self.cpuSeconds = cpuSeconds
        self.fileByteCount = fileByteCount
        self.threadCount = threadCount
        self.completionCount = completionCount
        self.validation = validation
        self.trace = trace
        self.isInspectable = isInspectable
        self.certificates = certificates
    }

    /// A worker without an extension, which tries the sandbox and sends a ``ProbeReport``.
    package static func probe(worker: UInt64, containerPath: String) -> WorkerSpecification {
        WorkerSpecification(
            worker: worker,
            libraryPath: "",
            bundlePath: "",
            containerPath: containerPath,
            identifier: "",
            version: "",
            principalClass: "",
            hasNetwork: false,
            dataByteCount: 56 * 1024 * 1024,
            cpuSeconds: 10,
            fileByteCount: 64 * 1024 * 1024,
            completionCount: 0
        )
    }

    /// Whether it is one without an extension.
    package var isProbe: Bool { libraryPath.isEmpty }

    func write(to frame: inout FrameWriter) {
        frame.write(worker)
        frame.write(isContent)
        frame.write(libraryPath)
        frame.write(bundlePath)
        frame.write(containerPath)
        frame.write(all: storage) { $1.write(to: &$0) }
        frame.write(identifier)
        frame.write(version)
        frame.write(principalClass)
        frame.write(hasNetwork)
        frame.write(dataByteCount)
        frame.write(cpuSeconds)
        frame.write(fileByteCount)
        frame.write(threadCount)
        frame.write(completionCount)
        frame.write(validation != nil)
        validation?.write(to: &frame)
        frame.write(trace != nil)
        trace?.write(to: &frame)
        frame.write(isInspectable)
        frame.write(certificates)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        worker = try frame.read()
        isContent = try frame.readBool()
        libraryPath = try frame.readText()
        bundlePath = try frame.readText()
        containerPath = try frame.readText()
        storage = try frame.readAll { reader throws(WireError) in try StorageFolder(from: &reader) }
        identifier = try frame.readText()
        version = try frame.readText()
        principalClass = try frame.readText()
        hasNetwork = try frame.readBool()
        dataByteCount = try frame.read()
        cpuSeconds = try frame.read()
        fileByteCount = try frame.read()
        threadCount = try frame.read()
        completionCount = try frame.read()
        validation = try frame.readBool() ? try ValidationPlan(from: &frame) : nil
        trace = try frame.readBool() ? try TracePlan(from: &frame) : nil
        isInspectable = try frame.readBool()
        certificates = try frame.readText()
    }
}
