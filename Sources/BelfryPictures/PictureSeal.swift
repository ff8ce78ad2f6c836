// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// What a process that decodes a picture gives up before it reads it.
enum PictureSeal {
    /// Gives up privileges, files, and every system call but those on what it holds.
    ///
    /// - Throws: ``SystemError`` at the first layer that fails: there is no half-sealed one.
    static func apply() throws(SystemError) {
        // libseccomp writes it to a file, which none of this allows.
        let filter = try SystemCallFilter(policy).bound(to: getpid())
        try Privileges.dropCapabilities()
        try Privileges.forbidNewPrivileges()
        try Privileges.forbidInspection()
        _ = Privileges.denyWriteExecute()
        try ResourceLimits(
            dataByteCount: memoryByteCount,
            cpuSeconds: 2,
            fileByteCount: 0
        ).apply()
        // Every path is refused, as none is allowed.
        let ruleset = try LandlockRuleset()
        try ruleset.enforce()
        try filter.install()
    }

    /// More than a GIF or a WebP of the most pixels needs while it is decoded as a whole.
    private static let memoryByteCount: UInt64 = 768 * 1024 * 1024

    /// The strictest stage, of which this little is left.
    private static var policy: SystemCallPolicy {
        var policy = SystemCallPolicy(stage: .sealed, hasNetwork: false)
        policy.allowed = [
            "read", "write", "lseek", "close", "fstat", "newfstatat", "brk", "munmap", "mremap",
            "madvise", "futex", "getpid", "gettid", "getrandom", "clock_gettime", "rt_sigprocmask",
            "sched_getaffinity", "exit", "exit_group",
            // A thread registers itself; where it cannot, the C library gives the process up.
            "rseq", "set_robust_list",
        ]
        return policy
    }
}
