// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Glibc
import Testing

/// The calls that the sandbox's design names, and what it says becomes of them once sealed.
@Suite struct DesignTableTests {
    private static let killed = [
        "splice", "tee", "vmsplice", "memfd_secret", "userfaultfd", "remap_file_pages", "shmget",
        "shmat", "shmctl", "shmdt", "pkey_alloc", "pkey_free", "pkey_mprotect", "ptrace",
        "process_vm_readv", "process_vm_writev", "kcmp", "unshare",
        "setns", "pidfd_getfd", "clock_settime", "adjtimex", "bpf", "perf_event_open", "keyctl",
        "add_key", "request_key", "mount", "umount2", "chroot", "pivot_root", "move_mount",
        "open_tree", "fsopen", "fsmount", "io_uring_setup", "io_uring_enter", "io_uring_register",
        "execve", "execveat",
    ]

    private static let answered: [(errno: Int32, names: [String])] = [
        (0, ["setpriority"]),
        (ENOTTY, ["ioctl"]),
        (EACCES, ["socket", "connect", "bind"]),
        (ENOSYS, ["clone3", "futex_waitv", "statfs", "openat2"]),
        (
            EPERM,
            [
                "fork", "vfork", "clone", "mlock", "sched_setscheduler", "sched_setaffinity",
                "sched_setattr", "sched_setparam", "kill", "timer_create", "setitimer",
                "open_by_handle_at", "name_to_handle_at", "mknod", "mknodat", "link", "linkat",
                "symlink", "symlinkat", "chown", "fchown", "lchown", "fchownat", "setxattr",
                "getxattr",
            ]
        ),
    ]

    private static let allowed = [
        "read", "write", "writev", "pread64", "lseek", "close", "fstat", "sendmsg", "recvmsg",
        "sendto", "recvfrom", "poll", "ppoll", "brk", "munmap", "mremap", "futex",
        "set_robust_list", "rseq", "gettid", "getpid", "sched_yield", "sched_getaffinity",
        "getcpu", "membarrier", "exit", "exit_group", "rt_sigaction", "rt_sigprocmask",
        "rt_sigreturn", "sigaltstack", "restart_syscall", "clock_gettime",
        "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "epoll_create1",
        "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create",
        "timerfd_settime", "getrandom", "uname", "sysinfo", "getrusage", "getuid", "openat",
        "newfstatat", "readlink", "readlinkat", "access", "faccessat2", "getdents64", "getcwd",
        "unlinkat", "renameat2", "mkdirat", "ftruncate",
    ]

    /// Of two filters' answers the lower counts, which is the zygote's: the host is told.
    ///
    /// What the zygote itself needs, to mount containers, the worker's own filter kills.
    @Test func `what no extension needs kills it`() throws {
        let worker = try FilterMachine(stage: .sealed, hasNetwork: false)
        let zygote = try FilterMachine(stage: .zygote, hasNetwork: true)
        let policy = SystemCallPolicy(stage: .sealed, hasNetwork: false)
        #expect(
            Set(policy.killedUnnamed)
                == ["fsopen", "fsconfig", "fsmount", "move_mount", "umount2"]
        )
        for name in policy.killedUnnamed {
            #expect(worker.verdict(name) == .killProcess, "\(name)")
        }
        for name in Self.killed where !policy.killedUnnamed.contains(name) {
            #expect(worker.verdict(name) == .leave, "\(name)")
            #expect(zygote.verdict(name) == .notify, "\(name)")
        }
    }

    @Test func `what libraries probe is answered`() throws {
        let machine = try FilterMachine(stage: .sealed, hasNetwork: false)
        for (errno, names) in Self.answered {
            for name in names { #expect(machine.verdict(name) == .errno(errno), "\(name)") }
        }
    }

    @Test(arguments: [SystemCallPolicy.Stage.load, .sealed])
    func `a process signals its own threads and no others`(
        _ stage: SystemCallPolicy.Stage
    ) throws {
        let policy = SystemCallPolicy(stage: stage, hasNetwork: true)
        let machine = FilterMachine(try SystemCallFilter(policy).bound(to: 4711))
        for signal: UInt64 in Array(0...8) + Array(10...64) {
            #expect(machine.verdict("tgkill", 4711, 4712, signal) == .allow, "\(signal)")
        }
        // The end of a process that says that it came from outside.
        for signal: UInt64 in [9, 0xff_ff00_0000_0009, 0x89] {
            #expect(machine.verdict("tgkill", 4711, 4712, signal) == .errno(38), "\(signal)")
        }
        for other: UInt64 in [0, 1, 4710, 4712, 0x7fff_fff1, 0xffff_ffff] {
            #expect(machine.verdict("tgkill", other, other, 9) == .errno(38), "\(other)")
        }
    }

    @Test func `a mounter mounts, and starts, signals and reaches nothing`() throws {
        let machine = try FilterMachine(stage: .mounter, hasNetwork: true)
        for name in ["open_tree", "mount_setattr", "move_mount", "mkdirat", "recvmsg"] {
            #expect(machine.verdict(name) == .allow, "\(name)")
        }
        for name in ["execve", "unshare", "setns", "mount", "umount2", "pivot_root", "ptrace"] {
            #expect(machine.verdict(name) == .killProcess, "\(name)")
        }
        for name in [
            "clone", "clone3", "fork", "kill", "tgkill", "socket", "connect", "unlink",
            "symlink", "readlink", "read",
        ] {
            #expect(machine.verdict(name) == .errno(38), "\(name)")
        }
        #expect(machine.verdict("mprotect", 0, 4096, 5) == .errno(EPERM))
    }

    @Test func `what Swift and C libraries live on is allowed`() throws {
        let machine = try FilterMachine(stage: .sealed, hasNetwork: false)
        for name in Self.allowed { #expect(machine.verdict(name) == .allow, "\(name)") }
    }
}
