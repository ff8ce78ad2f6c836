// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// What a zygote does once, before its first fork: every layer that workers can inherit.
struct ZygoteSetup {
    private let configuration: ZygoteConfiguration
    private let namespaces: NamespaceSet
    private var layers: [LayerRecord] = []
    private var countsAlone = false

    /// What a set-up leaves to tell the host.
    struct Outcome: ~Copyable {
        /// The layers, in the order they were put in place.
        let layers: [LayerRecord]
        /// Where workers' containers are to be made.
        let containers: ContainerFolder
        /// Whether workers can have user namespaces of their own.
        let countsAlone: Bool
        /// The filters of workers.
        let filters: FilterSet
        /// Completions that every worker inherits.
        let completions: CompletionPool
        /// Where forbidden calls of this process and its children are heard of.
        let listener: Descriptor
    }

    /// Stack of a thread that asks for none; iOS gives secondary threads 512 KB.
    private static let stackByteCount = 512 * 1024

    /// How long the kernel may take to end a thread that has nothing more to do.
    private static let threadEndTime = Duration.seconds(5)

    /// As many as the host lets a worker have requests.
    private static let completionCount = 256

    private init(_ configuration: ZygoteConfiguration) {
        self.configuration = configuration
        namespaces = NamespaceSet(cloneFlags: configuration.namespaces)
    }

    /// Sets up this process and says which layers are in force.
    ///
    /// - Parameters:
    ///   - configuration: What to enter and what to preload.
    ///   - mounterSocket: Where the host asks the mounter, which has work where there is a mount namespace.
    /// - Returns: The layers, and what workers are made with.
    /// - Throws: ``SystemError`` at the first that fails: a zygote with a gap does not exist.
    static func run(
        _ configuration: ZygoteConfiguration,
        mounterSocket: borrowing Descriptor
    ) throws(SystemError) -> Outcome {
        // While this process may still write to its own entries in /proc.
        OutOfMemory.preferThisProcess()
        var setup = ZygoteSetup(configuration)
        // The host's would cut the modes of the tree, which another user has to get through.
        umask(0o022)
        try setup.isolate(mounterSocket)
        umask(0o077)
        let containers = try setup.giveUpPrivileges()
        try setup.preload()
        let completions = try CompletionPool(count: completionCount)
        try checked("read", "/proc/self/maps") { belfry_find_code() }
        let filters = try FilterSet()
        let listener = try setup.restrict()
        return Outcome(
            layers: setup.layers,
            containers: containers,
            countsAlone: setup.countsAlone,
            filters: filters,
            completions: completions,
            listener: listener
        )
    }

    private mutating func isolate(
        _ mounterSocket: borrowing Descriptor
    ) throws(SystemError) {
        // While the machine's settings can be seen.
        if namespaces.contains(.network) { limitSocketMemory() }
        if namespaces.contains(.mount) {
            let tree = try MountTree(at: configuration.stagingPath)
            for path in configuration.readablePaths {
                try tree.show(path)
            }
            for device in WorkerSeal.devices {
                try tree.showDevice(device)
            }
            try tree.showWritable(configuration.containersPath)
            try tree.showProcesses()
            try Mounter.start(tree, on: mounterSocket)
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

    /// Limits what the kernel keeps for sockets, and says so where that cannot be.
    private mutating func limitSocketMemory() {
        do throws(SystemError) {
            try SocketMemory.limit()
        } catch {
            note("socket memory", false, "the kernel's own limits: \(error)")
        }
    }

    /// Becomes nobody, with no more than one capability in namespaces of its own.
    ///
    /// It is there to mount containers, where that can be had; workers give it up first of all.
    private mutating func giveUpPrivileges() throws(SystemError) -> ContainerFolder {
        var refusal = try becomeNobody()
        var containers = ContainerFolder(onDisk: configuration.containersPath)
        if refusal == nil {
            do throws(SystemError) {
                containers = try ContainerFolder(inMemoryAt: configuration.containersPath)
            } catch {
                refusal = error.description
            }
        }
        if containers.isOnDisk {
            try Privileges.dropCapabilities()
        } else {
            try Privileges.keepMountCapability()
        }
        try Privileges.forbidNewPrivileges()
        try Privileges.forbidInspection()
        // Changing ids has cleared it.
        try checked("prctl", "PR_SET_PDEATHSIG") {
            belfry_prctl(belfry_pr_set_pdeathsig, UInt(SIGKILL))
        }
        countsAlone = Privileges.mayCountAlone
        note("identity", true, "uid \(getuid()), no capabilities, no_new_privs, not dumpable")
        let megabytes = ContainerFolder.byteLimit >> 20
        note(
            "container",
            refusal == nil,
            refusal.map { "directory on disk, no limit of its own: \($0)" }
                ?? "tmpfs \(megabytes) MB, \(ContainerFolder.inodeLimit) inodes, noexec"
        )
        return containers
    }

    /// Becomes the workers' user, in a user namespace with a mount namespace if there may be one.
    ///
    /// - Returns: Why there is none; nil when there is one, and every capability in it.
    /// - Throws: ``SystemError`` when this process would stay somebody.
    private func becomeNobody() throws(SystemError) -> String? {
        guard namespaces.contains(.mount) else {
            if let identity = configuration.identity { try Privileges.become(identity) }
            return "no mount namespace"
        }
        // A further user namespace begins with a full one again.
        try Privileges.dropBoundingSet()
        if let identity = configuration.identity {
            try Privileges.become(identity, keepsMounting: true)
        }
        do throws(SystemError) {
            try Privileges.becomeNobody(owning: .mount)
        } catch {
            guard error.call == "unshare" else { throw error }
            // Root that may have no user namespace is nobody by now all the same.
            guard namespaces.contains(.user) else { return error.description }
            try Privileges.becomeNobody()
            try Privileges.dropBoundingSet()
            return error.description
        }
        try Privileges.dropBoundingSet()
        return nil
    }

    private func preload() throws(SystemError) {
        try SystemThread.setDefaultStack(byteCount: Self.stackByteCount)
        // Globally, so that its cures of Foundation and libcurl come before these, whatever the
        // order in which an extension names its libraries.
        for library in configuration.preloadedLibraries
        where unsafe dlopen(library, RTLD_NOW | RTLD_GLOBAL) == nil {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown"
            throw SystemError(call: "dlopen", subject: reason, errno: ENOENT)
        }
        try Self.rehearse()
    }

    /// Plays the rehearsal in a thread of its own, and waits until that is gone.
    ///
    /// A thread that locks a `Mutex` of Swift's for the first time keeps its own number in a thread-local
    /// variable, and names itself by it as the owner of its locks (man 2 futex, FUTEX_LOCK_PI). A fork
    /// copies the variable of the thread that forks. Had that thread locked one before, the fork's main
    /// thread would name the zygote as the owner, and whoever waited for its lock would trap.
    private static func rehearse() throws(SystemError) {
        let isOver = Semaphore()
        try SystemThread.start(named: "belfry-zygote") {
            Rehearsal.play()
            isOver.signal()
        }
        isOver.wait()
        let deadline = MonotonicTime.now + threadEndTime
        var threads = try threadCount()
        while threads > 1, MonotonicTime.now < deadline {
            sched_yield()
            threads = try threadCount()
        }
        // A fork copies the calling thread alone; locks that others held stay locked for ever.
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
        let filter = try SystemCallFilter(FilterSet.zygote)
        let listener = try filter.installListening()
        note("seccomp", true, "allow-list in three stages: zygote, loading, sealed")
        note("rlimits", true, ResourceLimits.summary(countsAlone: countsAlone))
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
