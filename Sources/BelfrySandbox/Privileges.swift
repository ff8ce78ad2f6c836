// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// What a process gives up before extension code can run in it.
package enum Privileges {
    /// Becomes another user for good, without supplementary groups (man 2 setresuid).
    ///
    /// - Parameters:
    ///   - identity: The user and the group.
    ///   - keepsMounting: Whether to keep CAP_SYS_ADMIN, which a change of user clears, for a
    ///     ``becomeNobody(owning:)`` that follows.
    /// - Throws: ``SystemError`` when the change is refused.
    package static func become(
        _ identity: UInt32,
        keepsMounting: Bool = false
    ) throws(SystemError) {
        if keepsMounting {
            try checked("prctl", "PR_SET_KEEPCAPS") { belfry_prctl(belfry_pr_set_keepcaps, 1) }
        }
        try checked("setresuid", "\(identity)") { belfry_become(identity, identity) }
        if keepsMounting { try keepMountCapability() }
    }

    /// Enters a further user namespace in which this user is nobody (man 7 user_namespaces).
    ///
    /// Every capability is had there, and holds for the namespaces that are owned by it alone: a
    /// mount namespace that stays the outer one's cannot be changed any more.
    ///
    /// - Parameter namespaces: Namespaces to enter with it, which it owns.
    /// - Throws: ``SystemError`` of unshare(2) when it is refused, and nothing has changed; of
    ///   another call when the namespace cannot be used, and the process neither.
    package static func becomeNobody(owning namespaces: NamespaceSet = []) throws(SystemError) {
        let user = getuid()
        let group = getgid()
        try checked("unshare", "user") {
            belfry_unshare(namespaces.union(.user).cloneFlags)
        }
        // Otherwise its own files in /proc are root's.
        try checked("prctl", "PR_SET_DUMPABLE") { belfry_prctl(belfry_pr_set_dumpable, 1) }
        let nobody = IsolationPlan.unprivilegedIdentity
        try write("deny", to: "/proc/self/setgroups")
        try write("\(nobody) \(user) 1\n", to: "/proc/self/uid_map")
        try write("\(nobody) \(group) 1\n", to: "/proc/self/gid_map")
    }

    /// Has this process, and each that it forks, share the processor in the shortest slices there are,
    /// 0.1 ms (man 2 sched_setattr).
    ///
    /// One that wakes for a request is then served before the slice of another ends, which is a
    /// millisecond or more where nobody asks. A kernel before Linux 6.12, or a sandbox that refuses the call, leaves
    /// all as it was: the order of processes changes, and what they may do does not.
    package static func shareInShortSlices() {
        _ = belfry_set_slice(100_000)
    }

    /// Enters a user namespace of this process's own, which makes the kernel count its threads apart
    /// from those of all other processes of its user (man 2 setrlimit, RLIMIT_NPROC; Linux 5.14).
    ///
    /// The namespace maps no user: files see the same user as before, and the process sees every
    /// user as nobody. The limit that this process has now bounds all such namespaces together, so
    /// a lower one is set afterwards. All capabilities are had in the namespace until they are
    /// dropped.
    ///
    /// - Throws: ``SystemError`` when it is refused.
    package static func countAlone() throws(SystemError) {
        try checked("unshare", "user") { belfry_count_alone() }
        // A user namespace begins with a full one.
        try dropBoundingSet()
    }

    /// Whether a process like this one may enter a user namespace; tried in a child.
    package static var mayCountAlone: Bool { belfry_may_unshare(belfry_clone_newuser, .max) == 1 }

    /// Clears every capability but CAP_SYS_ADMIN, which mounting needs (man 7 capabilities).
    package static func keepMountCapability() throws(SystemError) {
        try checked("capset") { belfry_keep_capabilities(belfry_cap_sys_admin) }
    }

    /// Clears every capability but those to mount what this user may not even look at: CAP_SYS_ADMIN
    /// and CAP_DAC_READ_SEARCH.
    package static func keepShowingCapabilities() throws(SystemError) {
        try checked("capset") {
            belfry_keep_capabilities(belfry_cap_sys_admin | belfry_cap_dac_read_search)
        }
    }

    /// Clears the bounding set, so that no file can give a capability; needs CAP_SETPCAP.
    package static func dropBoundingSet() throws(SystemError) {
        try checked("prctl", "PR_CAPBSET_DROP") { belfry_capbset_drop_all() }
    }

    /// Clears the permitted, effective, inheritable and ambient sets (man 7 capabilities).
    package static func dropCapabilities() throws(SystemError) {
        try checked("capset") { belfry_keep_capabilities(0) }
    }

    /// Forbids gaining privileges by execve, which Landlock and seccomp ask for.
    package static func forbidNewPrivileges() throws(SystemError) {
        try checked("prctl", "PR_SET_NO_NEW_PRIVS") { belfry_prctl(belfry_pr_set_no_new_privs, 1) }
    }

    /// Makes the process's memory and `/proc` entries unreadable to others of its user.
    package static func forbidInspection() throws(SystemError) {
        try checked("prctl", "PR_SET_DUMPABLE") { belfry_prctl(belfry_pr_set_dumpable, 0) }
    }

    /// Lets a debugger of the same user, or of root, attach to this process.
    package static func allowInspection() throws(SystemError) {
        try checked("prctl", "PR_SET_DUMPABLE") { belfry_prctl(belfry_pr_set_dumpable, 1) }
    }

    /// Refuses memory that is writable and executable at once; false before Linux 6.3.
    package static func denyWriteExecute() -> Bool {
        belfry_prctl(belfry_pr_set_mdwe, 1) == 0
    }

    /// Names the process for `ps` and `top` (15 bytes).
    package static func setName(_ name: String) {
        unsafe name.withCString { pointer in
            _ = belfry_prctl(belfry_pr_set_name, UInt(bitPattern: pointer))
        }
    }

    private static func write(_ text: String, to path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY)
        do {
            try file.writeAll(Array(text.utf8))
        } catch {
            throw SystemError(call: error.call, subject: path, errno: error.errno)
        }
    }
}
