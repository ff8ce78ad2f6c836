// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// Limits the kernel itself enforces on a worker (man 2 setrlimit).
package struct ResourceLimits: Sendable {
    /// Private writable memory above what the process has now, in bytes (RLIMIT_DATA).
    package var dataByteCount: UInt64

    /// Whole seconds of CPU time, soft; the process is killed a second later (RLIMIT_CPU).
    package var cpuSeconds: UInt64

    /// The largest file it may write, in bytes (RLIMIT_FSIZE).
    package var fileByteCount: UInt64

    /// Descriptors it may hold (RLIMIT_NOFILE).
    package var descriptorCount: UInt64 = 64

    /// Address space above what the process has now, in bytes (RLIMIT_AS).
    ///
    /// What is reserved and read costs page tables, which no footprint shows: an eighth of a gigabyte
    /// for this much.
    package var addressByteCount: UInt64 = 64 << 30

    /// The main thread's stack, in bytes (RLIMIT_STACK), which RLIMIT_DATA does not count.
    package var stackByteCount: UInt64 = 8 * 1024 * 1024

    /// The limits by name, for people.
    ///
    /// - Parameter countsAlone: Whether the kernel counts each worker's threads apart.
    /// - Returns: One line.
    package static func summary(countsAlone: Bool) -> String {
        "data, as, stack, cpu, fsize, nofile, \(countsAlone ? "nproc" : "nproc by user"), core, "
            + "memlock, msgqueue, sigpending"
    }

    /// Threads it may have (RLIMIT_NPROC): its own in a user namespace of its own
    /// (``Privileges/countAlone()``), else counted with all processes of its user.
    package var threadCount = sharedThreadCount

    /// The limit of threads where all processes of a user are counted together.
    package static let sharedThreadCount: UInt64 = 4096

    package init(dataByteCount: UInt64, cpuSeconds: UInt64, fileByteCount: UInt64) {
        self.dataByteCount = dataByteCount
        self.cpuSeconds = cpuSeconds
        self.fileByteCount = fileByteCount
    }

    /// Puts the limits in force for this process; they cannot be raised again without privilege.
    package func apply() throws(SystemError) {
        let present = try Self.presentSizes()
        try Self.set(RLIMIT_DATA, "data", present.data + dataByteCount)
        try Self.set(RLIMIT_AS, "as", present.address + addressByteCount)
        try Self.set(RLIMIT_STACK, "stack", stackByteCount)
        try Self.set(RLIMIT_CPU, "cpu", cpuSeconds, hard: cpuSeconds + 1)
        try Self.set(RLIMIT_FSIZE, "fsize", fileByteCount)
        try Self.set(RLIMIT_NOFILE, "nofile", descriptorCount)
        try Self.set(__RLIMIT_NPROC, "nproc", threadCount)
        try Self.set(RLIMIT_CORE, "core", 0)
        try Self.set(__RLIMIT_MEMLOCK, "memlock", 0)
        try Self.set(__RLIMIT_MSGQUEUE, "msgqueue", 0)
        try Self.set(__RLIMIT_SIGPENDING, "sigpending", 64)
    }

    /// Puts limits in force for this process that a browser can work in, whose address space and
    /// descriptors are its own affair.
    ///
    /// - Parameters:
    ///   - dataByteCount: Private writable memory of each of its processes, in bytes (RLIMIT_DATA).
    ///   - cpuSeconds: Whole seconds of CPU time of each (RLIMIT_CPU).
    ///   - fileByteCount: The largest file it may write, in bytes (RLIMIT_FSIZE).
    /// - Throws: ``SystemError`` of setrlimit(2).
    package static func boundBrowser(
        dataByteCount: UInt64,
        cpuSeconds: UInt64,
        fileByteCount: UInt64
    ) throws(SystemError) {
        try set(RLIMIT_DATA, "data", dataByteCount)
        try set(RLIMIT_CPU, "cpu", cpuSeconds, hard: cpuSeconds + 1)
        try set(RLIMIT_FSIZE, "fsize", fileByteCount)
        try set(RLIMIT_CORE, "core", 0)
    }

    /// What RLIMIT_AS and RLIMIT_DATA count for this process now (man 5 proc, `statm`, the first and
    /// the sixth number).
    private static func presentSizes() throws(SystemError) -> (address: UInt64, data: UInt64) {
        let file = try Descriptor.open("/proc/self/statm", O_RDONLY)
        let text = String(decoding: try file.read(upTo: 256), as: UTF8.self)
        let fields = text.split(separator: " ")
        guard fields.count > 5, let all = UInt64(fields[0]), let data = UInt64(fields[5]) else {
            throw SystemError(call: "read", subject: "/proc/self/statm", errno: EINVAL)
        }
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        return (all * page, data * page)
    }

    private static func set(
        _ resource: __rlimit_resource,
        _ name: String,
        _ soft: UInt64,
        hard: UInt64? = nil
    ) throws(SystemError) {
        var current = rlimit()
        try checked("getrlimit", name) { unsafe getrlimit(Int32(resource.rawValue), &current) }
        // A limit that is tighter already stays: raising it is refused without privilege.
        let ceiling = UInt64(current.rlim_max)
        var limit = rlimit(
            rlim_cur: rlim_t(min(soft, ceiling)),
            rlim_max: rlim_t(min(hard ?? soft, ceiling))
        )
        try checked("setrlimit", name) { unsafe setrlimit(Int32(resource.rawValue), &limit) }
    }
}
