// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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

    /// Whether the log shows what the extension marks as private.
    package var showsPrivateValues: Bool

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
        showsPrivateValues: Bool = false,
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
        self.showsPrivateValues = showsPrivateValues
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
        frame.write(showsPrivateValues)
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
        showsPrivateValues = try frame.readBool()
        certificates = try frame.readText()
    }
}
