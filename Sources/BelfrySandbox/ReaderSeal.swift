// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// What a process of the host's own gives up before it reads what an attacker may have written.
///
/// It has one task and ends. From then on it reads what it holds open, answers, and can open nothing.
package struct ReaderSeal {
    private let dataByteCount: UInt64
    private let calls: [String]

    /// Describes a seal.
    ///
    /// - Parameters:
    ///   - dataByteCount: How much private memory the process may have, in bytes (RLIMIT_DATA).
    ///   - calls: The system calls that its task takes, besides those that every such process makes.
    package init(dataByteCount: UInt64, calls: [String]) {
        self.dataByteCount = dataByteCount
        self.calls = calls
    }

    /// Gives up privileges, files, and every system call but those on what the process holds.
    ///
    /// - Parameter identity: The user and the group to become; nil to stay.
    /// - Throws: ``SystemError`` at the first layer that fails: there is no half-sealed process.
    package func apply(identity: UInt32? = nil) throws(SystemError) {
        // libseccomp writes it to a file, which none of this allows.
        let filter = try SystemCallFilter(policy).bound(to: getpid())
        if let identity { try Privileges.become(identity) }
        try Privileges.dropCapabilities()
        try Privileges.forbidNewPrivileges()
        try Privileges.forbidInspection()
        _ = Privileges.denyWriteExecute()
        try ResourceLimits(
            dataByteCount: dataByteCount,
            cpuSeconds: 2,
            fileByteCount: 0
        ).apply()
        // Every path is refused, as none is allowed.
        let ruleset = try LandlockRuleset()
        try ruleset.enforce()
        try filter.install()
    }

    /// The strictest stage, of which this little is left.
    private var policy: SystemCallPolicy {
        var policy = SystemCallPolicy(stage: .sealed, hasNetwork: false)
        policy.allowed =
            calls + [
                "read", "lseek", "close", "fstat", "newfstatat", "brk", "munmap", "mremap",
                "madvise",
                "futex", "getpid", "gettid", "getrandom", "clock_gettime", "rt_sigprocmask",
                "sched_getaffinity", "exit", "exit_group",
                // A thread registers itself; where it cannot, the C library gives the process up.
                "rseq", "set_robust_list",
            ]
        return policy
    }
}
