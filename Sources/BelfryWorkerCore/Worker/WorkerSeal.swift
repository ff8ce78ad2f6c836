// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// The order in which a forked worker seals itself: every layer before the extension's first
/// instruction, but the one that forbids new code, which comes after it is loaded.
enum WorkerSeal {
    /// Where the run socket and the library are from now on; 0 to 2 are the standard streams.
    static let runSocket: Int32 = 3
    static let library: Int32 = 4

    /// Where the Landlock ruleset is until it is in force.
    private static let ruleset: Int32 = 5

    /// The devices there are.
    ///
    /// Not /dev/zero: a shared mapping of it is memory that RLIMIT_DATA does not count.
    static let devices = ["/dev/null", "/dev/urandom", "/dev/random"]

    /// Puts privileges, descriptors, environment, limits and Landlock in place.
    static func apply(_ inheritance: WorkerInheritance) throws(SystemError) {
        // The kernel's scheduler divides time among sessions before it does among threads (man 7 sched,
        // "The autogroup feature"), so that fifty threads of one worker get no more than one of another.
        try checked("setsid") { setsid() }
        // While the zygote's limit of threads is in force, which bounds all workers together.
        if inheritance.countsAlone { try Privileges.countAlone() }
        // The zygote may have one, to mount containers; a user namespace gives all.
        try Privileges.dropCapabilities()
        try checked("prctl", "PR_SET_PDEATHSIG") {
            belfry_prctl(belfry_pr_set_pdeathsig, UInt(SIGKILL))
        }
        // Whose parent has ended in between was not told.
        guard getppid() == inheritance.zygote else { _exit(0) }
        // Huge pages would make the footprint grow by two megabytes at a touch.
        try checked("prctl", "PR_SET_THP_DISABLE") { belfry_prctl(belfry_pr_set_thp_disable, 1) }
        Privileges.setName("belfry-ext")
        try arrangeDescriptors(inheritance)
        setEnvironment(inheritance)
        umask(0o077)
        let specification = inheritance.specification
        try checked("chdir", specification.containerPath) {
            unsafe chdir(specification.containerPath)
        }
        try limits(inheritance).apply()
        if specification.isInspectable { try Privileges.allowInspection() }
        try enforceLandlock(inheritance)
        guard !specification.certificates.isEmpty else { return }
        let file = specification.containerPath + "/certificates.pem"
        try TrustedCertificates.write(specification.certificates, to: file)
        // Known to OpenSSL and those who follow it; the SDK tells libcurl.
        set("SSL_CERT_FILE", file)
    }

    private static func limits(_ inheritance: WorkerInheritance) -> ResourceLimits {
        let specification = inheritance.specification
        var limits = ResourceLimits(
            dataByteCount: specification.dataByteCount,
            cpuSeconds: specification.cpuSeconds,
            fileByteCount: specification.fileByteCount
        )
        if inheritance.countsAlone { limits.threadCount = UInt64(specification.threadCount) }
        return limits
    }

    private static func arrangeDescriptors(
        _ inheritance: WorkerInheritance
    ) throws(SystemError) {
        // Out of the way of the numbers they get, first.
        let sources = [
            (inheritance.output, Int32(1)), (inheritance.output, 2),
            (inheritance.runSocket, runSocket), (inheritance.library, library),
            (inheritance.ruleset, ruleset),
        ]
        for (source, target) in sources {
            let safe = try checked("fcntl") { fcntl(source, F_DUPFD_CLOEXEC, 64) }
            try checked("dup3") { dup2(safe, target) }
        }
        for target in [runSocket, library, ruleset] {
            try checked("fcntl") { fcntl(target, F_SETFD, FD_CLOEXEC) }
        }
        try checked("close_range") { belfry_close_from(UInt32(ruleset) + 1) }
        belfry_line_buffer_output()
    }

    private static func setEnvironment(_ inheritance: WorkerInheritance) {
        let container = inheritance.specification.containerPath
        let data = inheritance.specification.storage.first { $0.kind == .data }
        let home = data?.path ?? container
        // The second is what Foundation believes without asking for the user's entry first.
        set("HOME", home)
        set("CFFIXED_USER_HOME", home)
        set("TMPDIR", container + "/tmp")
        // With this the SDK's logger shows private values.
        if inheritance.specification.showsPrivateValues { set("BELFRY_DEBUG", "1") }
        // The SDK keeps what comes over TLS, or asks for it where it can be given again.
        if let trace = inheritance.specification.trace {
            let file = container + "/" + TracePlan.exchangesName
            set(trace.replay == nil ? "BELFRY_RECORD" : "BELFRY_REPLAY", file)
        }
        // Where iOS has what Linux has elsewhere.
        set("XDG_CACHE_HOME", home + "/Library/Caches")
        set("XDG_CONFIG_HOME", home + "/Library/Preferences")
        set("XDG_DATA_HOME", home + "/Library/Application Support")
        guard let port = inheritance.proxyPort else { return }
        // Clients disagree on the case of these names.
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            set(name, "http://127.0.0.1:\(port)")
        }
    }

    private static func set(_ name: String, _ value: String) {
        unsafe setenv(name, value, 1)
    }

    /// Begins a ruleset: the rules that all workers of a zygote have.
    ///
    /// - Parameter readablePaths: What every worker may read and load code from.
    /// - Returns: The ruleset.
    /// - Throws: ``SystemError`` where Landlock is off or a path cannot be opened.
    static func beginRuleset(
        readablePaths: [String]
    ) throws(SystemError) -> LandlockRuleset {
        let ruleset = try LandlockRuleset()
        for path in readablePaths { try ruleset.allow(.readAndExecute, path) }
        try ruleset.allow(.read, "/proc")
        for device in devices {
            try ruleset.allow(.readAndWriteFile, device)
        }
        return ruleset
    }

    private static func enforceLandlock(
        _ inheritance: WorkerInheritance
    ) throws(SystemError) {
        let ruleset = try LandlockRuleset(begunAs: ruleset)
        try ruleset.allow(.readAndExecute, inheritance.specification.bundlePath)
        try ruleset.allow(.container, inheritance.specification.containerPath)
        for folder in inheritance.specification.storage where !folder.isClosed {
            try ruleset.allow(folder.isWritable ? .container : .readAndRemove, folder.path)
        }
        if let port = inheritance.proxyPort { try ruleset.allowConnect(port: port) }
        try ruleset.enforce()
    }
}
