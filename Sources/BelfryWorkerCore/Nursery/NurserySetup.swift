// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// What a nursery does once, before its first fork: every layer that workers can inherit.
struct NurserySetup {
    private let configuration: NurseryConfiguration
    private let namespaces: NamespaceSet
    private var layers: [LayerRecord] = []

    /// What a set-up leaves to tell the host.
    struct Outcome: ~Copyable {
        /// The layers, in the order they were put in place.
        let layers: [LayerRecord]
        /// Where forbidden calls of this process and its children are heard of.
        let listener: Descriptor
    }

    /// Stack of a thread that asks for none; iOS gives secondary threads 512 KB.
    private static let stackByteCount = 512 * 1024

    private init(_ configuration: NurseryConfiguration) {
        self.configuration = configuration
        namespaces = NamespaceSet(cloneFlags: configuration.namespaces)
    }

    /// Sets up this process and says which layers are in force.
    ///
    /// - Parameter configuration: What to enter and what to preload.
    /// - Returns: The layers and the listener.
    /// - Throws: ``SystemError`` at the first that fails: a nursery with a gap does not exist.
    static func run(_ configuration: NurseryConfiguration) throws(SystemError) -> Outcome {
        // While this process may still write to its own entries in /proc.
        OutOfMemory.preferThisProcess()
        var setup = NurserySetup(configuration)
        try setup.isolate()
        try setup.giveUpPrivileges()
        try setup.preload()
        let listener = try setup.restrict()
        return Outcome(layers: setup.layers, listener: listener)
    }

    private mutating func isolate() throws(SystemError) {
        if namespaces.contains(.mount) {
            let tree = try MountTree(at: configuration.stagingPath)
            for path in configuration.readablePaths + configuration.bundlePaths {
                try tree.show(path)
            }
            for device in WorkerSeal.devices {
                try tree.showDevice(device)
            }
            try tree.showWritable(configuration.containersPath)
            try tree.showProcesses()
            try tree.enter()
        }
        if namespaces.contains(.network) {
            try checked("ioctl", "lo") { belfry_loopback_up() }
        }
        note(
            "namespaces",
            !namespaces.isEmpty,
            namespaces.isEmpty ? "none: refused on this machine" : namespaces.kernelNames
        )
    }

    private mutating func giveUpPrivileges() throws(SystemError) {
        if namespaces.contains(.user) { try Privileges.becomeNobody() }
        if !namespaces.isEmpty { try Privileges.dropBoundingSet() }
        if let identity = configuration.identity { try Privileges.become(identity) }
        try Privileges.dropCapabilities()
        try Privileges.forbidNewPrivileges()
        try Privileges.forbidInspection()
        // Changing ids has cleared it.
        try checked("prctl", "PR_SET_PDEATHSIG") {
            belfry_prctl(belfry_pr_set_pdeathsig, UInt(SIGKILL))
        }
        note("identity", true, "uid \(getuid()), no capabilities, no_new_privs, not dumpable")
    }

    private func preload() throws(SystemError) {
        try SystemThread.setDefaultStack(byteCount: Self.stackByteCount)
        for library in configuration.preloadedLibraries
        where unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL) == nil {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown"
            throw SystemError(call: "dlopen", subject: reason, errno: ENOENT)
        }
        // A fork copies the calling thread alone; locks that others held stay locked for ever.
        let threads = try Self.threadCount()
        guard threads == 1 else {
            throw SystemError(call: "fork", subject: "with \(threads) threads", errno: EBUSY)
        }
    }

    private mutating func restrict() throws(SystemError) -> Descriptor {
        guard let version = LandlockRuleset.kernelVersion else {
            throw SystemError(call: "landlock_create_ruleset", errno: ENOSYS)
        }
        var scope = "files"
        if version >= LandlockRuleset.networkVersion { scope += ", TCP ports" }
        if version >= LandlockRuleset.scopeVersion { scope += ", signals, abstract sockets" }
        note("landlock", true, "ABI \(version): \(scope)")
        let filter = try SystemCallFilter(SystemCallPolicy(stage: .nursery, hasNetwork: true))
        let listener = try filter.installListening()
        note("seccomp", true, "allow-list in three stages: nursery, loading, sealed")
        note("rlimits", true, ResourceLimits.summary)
        return listener
    }

    private mutating func note(_ name: String, _ isEnforced: Bool, _ detail: String) {
        layers.append(LayerRecord(name: name, isEnforced: isEnforced, detail: detail))
    }

    /// How many threads this process has (man 5 proc, `status`).
    private static func threadCount() throws(SystemError) -> Int {
        let file = try Descriptor.open("/proc/self/status", O_RDONLY)
        let text = String(decoding: try file.readAll(limit: 64 * 1024), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Threads:") }
        let number = line?.split(separator: "\t").last.flatMap { Int($0) }
        guard let number else {
            throw SystemError(call: "read", subject: "/proc/self/status", errno: EINVAL)
        }
        return number
    }
}
