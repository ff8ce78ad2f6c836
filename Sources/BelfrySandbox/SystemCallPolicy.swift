// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The system calls an extension may make, and what becomes of the others.
///
/// The table is data, so that a test can hold it against what the compiled filter does. A call in
/// no list answers `ENOSYS`, as on a kernel that is older than the library: libraries then take
/// their other way.
package struct SystemCallPolicy: Sendable {
    /// When a filter is in force.
    package enum Stage: Sendable, CaseIterable {
        /// In the zygote, from the end of its set-up: what it and every worker need at most.
        case zygote
        /// In a worker while the extension is loaded: its constructors run here.
        case load
        /// In a worker from then on.
        case sealed
        /// In the process beside a zygote that shows it what the host names.
        case mounter
    }

    /// Calls that are allowed whatever their arguments.
    package var allowed: [String]

    /// Calls that are answered with an error number without being made; 0 pretends success.
    package var refused: [(name: String, errno: Int32)]

    /// Calls that no library probes for and no extension needs: they are never made, and the host
    /// is told which it was and kills the process.
    package var killed: [String]

    /// Of such calls those that the zygote itself makes, and has therefore no rule about, and all of
    /// the mounter's: the kernel kills the process, and nobody hears which it was.
    package var killedUnnamed: [String]

    /// Calls that the host is told of and answers (``LockCall``).
    package var asked: [String]

    /// When the filter is in force.
    package let stage: Stage

    /// Whether new executable mappings are allowed.
    package var allowsExecutableMappings: Bool

    /// Whether TCP sockets of IPv4 may be made.
    package var allowsStreamSockets: Bool

    /// Whether processes may be forked, and not only threads started.
    package var allowsFork: Bool

    /// Whether a process may enter a user namespace of its own, by the one form of `unshare` that our
    /// code makes and no other.
    package var allowsOwnCount: Bool

    /// The address of the one filter that may be installed while the extension is loaded
    /// (``PlacedFilter``); nil for any.
    package var nextFilter: UInt64?

    /// The policy of a stage.
    package init(stage: Stage, hasNetwork: Bool) {
        allowed = Self.always
        refused = Self.probed
        killed = Self.forbidden
        killedUnnamed = []
        asked = stage == .mounter ? [] : ["flock"]
        self.stage = stage
        allowsExecutableMappings = stage == .zygote || stage == .load
        allowsStreamSockets = stage == .zygote || (hasNetwork && stage != .mounter)
        allowsFork = stage == .zygote
        allowsOwnCount = stage == .zygote
        guard stage != .mounter else {
            allowed = Self.mounting
            refused = []
            killed = []
            killedUnnamed = Self.forbidden.filter { !Self.mounting.contains($0) }
            return
        }
        if stage != .sealed {
            // In a worker also seccomp, by a rule of its own.
            allowed += ["statfs", "set_tid_address"]
        }
        if stage == .zygote {
            allowed += Self.zygoteOnly
        }
        if allowsStreamSockets {
            allowed += Self.streams
            // Which sockets and options is a matter of their arguments.
            refused.removeAll { ["socket", "setsockopt", "getsockopt"].contains($0.name) }
        }
        let named = Set(allowed)
        refused.removeAll { named.contains($0.name) }
        killed.removeAll { named.contains($0) }
        guard stage != .zygote else { return }
        killedUnnamed = killed.filter { Self.zygoteOnly.contains($0) }
        killed.removeAll { Self.zygoteOnly.contains($0) }
    }

    private static let always = [
        // Input and output on held descriptors; sendmsg and sendto have rules of their own.
        "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "fstat",
        "recvmsg", "recvfrom", "poll", "ppoll", "select", "pselect6", "dup",
        "dup2", "dup3", "pipe2", "fsync", "fdatasync", "ftruncate", "fstatfs", "fadvise64",
        // Memory; mmap, mprotect and madvise have rules of their own.
        "brk", "munmap", "mremap",
        // Threads.
        "futex", "set_robust_list", "rseq", "gettid", "getpid", "getppid", "sched_yield",
        "sched_getaffinity", "getcpu", "membarrier", "exit", "exit_group",
        // Signals; tgkill has a rule of its own.
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "pause",
        "rt_sigsuspend", "rt_sigtimedwait", "rt_sigpending",
        // Time and event loops.
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
        "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create",
        "timerfd_settime", "timerfd_gettime",
        // Randomness and facts.
        "getrandom", "uname", "sysinfo", "getrusage", "getuid", "geteuid", "getgid", "getegid",
        "getresuid", "getresgid", "getgroups", "getpgrp", "getsid", "times",
        // Files, which the mount namespace and Landlock bound.
        // open and openat have rules of their own.
        "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink",
        "readlinkat", "getdents64", "getcwd", "chdir", "fchdir", "umask",
        "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir",
        "copy_file_range", "sendfile",
    ]

    private static let streams = [
        // setsockopt and getsockopt have rules of their own.
        "connect", "getsockname", "getpeername", "shutdown",
    ]

    private static let zygoteOnly = [
        "wait4", "waitid", "pidfd_open", "bind", "listen", "signalfd4", "close_range", "prctl",
        "prlimit64", "setrlimit", "seccomp", "madvise", "landlock_create_ruleset",
        "landlock_add_rule",
        "landlock_restrict_self", "memfd_create", "ioctl", "kill", "tgkill",
        // A worker makes a session of its own before anything else.
        "setsid",
        // A filter cannot see its flags.
        "openat2",
        // Making and removing containers; a worker gives the capability up before anything else.
        "fsopen", "fsconfig", "fsmount", "move_mount", "umount2", "capset",
    ]

    private static let mounting = [
        // The host's requests; sendmsg has a rule of its own.
        "recvmsg", "close",
        // What is at a path, and what a mount stands on.
        "open", "openat", "openat2", "fstat", "newfstatat", "mkdirat",
        "open_tree", "mount_setattr", "move_mount",
        // Of the C library, which also says why it gives up.
        "write", "writev", "brk", "munmap", "mremap", "futex", "getrandom", "getpid",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "restart_syscall", "exit", "exit_group",
    ]

    private static let permission: Int32 = 1
    private static let access: Int32 = 13
    private static let notTerminal: Int32 = 25
    private static let notSupported: Int32 = 95

    private static let probed: [(name: String, errno: Int32)] = [
        // Swift's concurrency sets its threads' niceness and logs through syslog when refused.
        ("setpriority", 0),
        ("getpriority", permission),
        ("ioctl", notTerminal),
        // Landlock looks at none of these, so they would reach every file of this user that can be
        // named, such as another worker's container. Nobody else sees the modes in one's own.
        ("chmod", 0), ("fchmod", 0), ("fchmodat", 0), ("fchmodat2", 0),
        ("utime", 0), ("utimes", 0), ("futimesat", 0), ("utimensat", 0),
        // Before its third version Landlock does not look at this one either.
        ("truncate", permission),
        // It takes a disk's space in no time. The C library's `posix_fallocate` writes instead.
        ("fallocate", notSupported),
        ("mlock", permission), ("mlock2", permission), ("mlockall", permission),
        ("fork", permission), ("vfork", permission),
        ("sched_setscheduler", permission), ("sched_setparam", permission),
        ("sched_setaffinity", permission), ("sched_setattr", permission),
        ("kill", permission), ("tkill", permission),
        ("rt_sigqueueinfo", permission), ("rt_tgsigqueueinfo", permission),
        ("timer_create", permission), ("setitimer", permission), ("alarm", permission),
        ("getxattr", permission), ("lgetxattr", permission), ("fgetxattr", permission),
        ("setxattr", permission), ("lsetxattr", permission), ("fsetxattr", permission),
        ("listxattr", permission), ("llistxattr", permission), ("flistxattr", permission),
        ("removexattr", permission), ("lremovexattr", permission), ("fremovexattr", permission),
        ("mknod", permission), ("mknodat", permission),
        ("link", permission), ("linkat", permission), ("symlink", permission),
        ("symlinkat", permission),
        ("chown", permission), ("fchown", permission), ("lchown", permission),
        ("fchownat", permission),
        ("setuid", permission), ("setgid", permission), ("setsid", permission),
        ("setpgid", permission), ("setresuid", permission), ("setresgid", permission),
        ("setgroups", permission),
        ("socket", access), ("socketpair", access), ("connect", access), ("bind", access),
        ("listen", access), ("accept", access), ("accept4", access),
        ("getsockname", access), ("getpeername", access), ("setsockopt", access),
        ("getsockopt", access), ("shutdown", access),
        ("memfd_create", permission), ("fanotify_init", permission),
        ("name_to_handle_at", permission), ("open_by_handle_at", permission),
    ]

    private static let forbidden = [
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
        "pidfd_getfd", "pidfd_send_signal", "unshare", "setns", "execve", "execveat",
        "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen",
        "fsconfig", "fsmount", "fspick", "mount_setattr",
        "bpf", "perf_event_open", "userfaultfd", "memfd_secret", "remap_file_pages",
        "add_key", "request_key", "keyctl",
        "io_uring_setup", "io_uring_enter", "io_uring_register",
        "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load",
        "clock_settime", "clock_adjtime", "adjtimex", "settimeofday", "reboot", "swapon",
        "swapoff", "sethostname", "setdomainname", "acct", "quotactl", "iopl", "ioperm",
        "splice", "tee", "vmsplice", "shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd",
        "msgrcv", "msgctl", "semget", "semop", "semtimedop", "semctl",
        "pkey_alloc", "pkey_free", "pkey_mprotect",
        "personality", "syslog", "vhangup", "modify_ldt",
    ]
}
