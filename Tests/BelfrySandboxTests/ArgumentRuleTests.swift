// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import CBelfryPlatform
import Glibc
import Testing

/// The rules that look at a call's arguments.
@Suite struct ArgumentRuleTests {
    private typealias Verdict = FilterMachine.Verdict

    // MARK: Code

    @Test(arguments: ["mmap", "mprotect"], [UInt64(0), 1 << 32, 0xffff_ffff_0000_0000])
    func `a sealed worker gets no executable memory`(name: String, above: UInt64) throws {
        let sealed = try FilterMachine(stage: .sealed, hasNetwork: false)
        let load = try FilterMachine(stage: .load, hasNetwork: false)
        for protection in (0...15 as ClosedRange<UInt64>) {
            let isExecutable = protection & UInt64(PROT_EXEC) != 0
            let expected: Verdict = isExecutable ? .errno(EPERM) : .allow
            let anonymous = UInt64(MAP_PRIVATE | MAP_ANONYMOUS)
            #expect(sealed.verdict(name, 0, 4096, protection | above, anonymous) == expected)
            #expect(load.verdict(name, 0, 4096, protection | above, anonymous) == .allow)
        }
    }

    // MARK: Memory

    /// RLIMIT_DATA counts private memory that can be written and does not grow down.
    @Test(arguments: FilterCase.ofWorkers, [UInt64(0), 1 << 32])
    func `no anonymous memory escapes its limit`(filter: FilterCase, above: UInt64) throws {
        let machine = try filter.machine()
        let (shared, anonymous, growsDown, huge) =
            (1, 0x20, 0x100, 0x40000) as (UInt64, UInt64, UInt64, UInt64)
        for other in [0, 0x10, 0x4000, 0x20000, 0x100000] as [UInt64] {
            for isShared in [false, true] {
                for isAnonymous in [false, true] {
                    for extra in [0, growsDown, huge, growsDown | huge] {
                        let kind = (isShared ? shared : 2) | (isAnonymous ? anonymous : 0)
                        let flags = kind | extra | other
                        let isRefused = extra != 0 || isShared && isAnonymous
                        let verdict = machine.verdict("mmap", 0, 4096, 3, flags | above)
                        #expect(verdict == (isRefused ? .errno(ENOMEM) : .allow), "\(flags)")
                    }
                }
            }
        }
        // MAP_SHARED_VALIDATE
        #expect(machine.verdict("mmap", 0, 4096, 3, 3 | anonymous) == .errno(ENOMEM))
    }

    /// Whoever maps the same file as another, shared, can wait for the other there.
    @Test(arguments: FilterCase.ofWorkers, [UInt64(0), 1 << 32])
    func `a file that may only be read is not mapped shared`(
        filter: FilterCase,
        above: UInt64
    ) throws {
        let machine = try filter.machine()
        for other in [0, 0x4000, 0x8000] as [UInt64] {
            for kind in [1, 3] as [UInt64] {
                let flags = kind | other | above
                #expect(machine.verdict("mmap", 0, 4096, 0, flags) == .errno(ENODEV))
                #expect(machine.verdict("mmap", 0, 4096, 1, flags) == .errno(ENODEV))
                #expect(machine.verdict("mmap", 0, 4096, 3, flags) == .allow)
            }
            #expect(machine.verdict("mmap", 0, 4096, 1, 2 | other | above) == .allow)
        }
    }

    /// What goes past the page cache costs no CPU time, which bounds what a worker can write.
    @Test(arguments: FilterCase.ofWorkers, [UInt64(0), 1 << 32])
    func `no file is written past the page cache`(filter: FilterCase, above: UInt64) throws {
        let machine = try filter.machine()
        let direct = UInt64(belfry_o_direct)
        for other in [O_RDONLY, O_RDWR | O_CREAT | O_TRUNC, O_WRONLY | O_DSYNC | O_CLOEXEC] {
            let flags = UInt64(other) | above
            #expect(machine.verdict("open", 0, flags, 0o600) == .allow)
            #expect(machine.verdict("openat", 0, 0, flags, 0o600) == .allow)
            #expect(machine.verdict("fcntl", 3, UInt64(F_SETFL), flags) == .allow)
            #expect(machine.verdict("open", 0, flags | direct) == .errno(EINVAL))
            #expect(machine.verdict("openat", 0, 0, flags | direct) == .errno(EINVAL))
            #expect(machine.verdict("fcntl", 3, UInt64(F_SETFL), flags | direct) == .errno(EINVAL))
        }
        #expect(machine.verdict("openat2", 0, 0, 0, 24) == .errno(ENOSYS))
    }

    @Test(arguments: FilterCase.ofWorkers)
    func `memory is advised as allocators do, and not made huge or shared`(
        filter: FilterCase
    ) throws {
        let machine = try filter.machine()
        for advice in [0, 1, 2, 3, 4, 8, 15, 16, 17] as [UInt64] {
            #expect(machine.verdict("madvise", 0, 4096, advice) == .allow)
        }
        for advice in [12, 14, 22, 23, 25, 102, 103] as [UInt64] {
            #expect(machine.verdict("madvise", 0, 4096, advice) == .errno(EINVAL))
        }
        for advice in [9, 10, 11, 13, 18, 19, 20, 21, 24, 100, 101] as [UInt64] {
            #expect(machine.verdict("madvise", 0, 4096, advice) == .errno(ENOSYS))
        }
    }

    // MARK: Threads and processes

    @Test(arguments: FilterCase.ofWorkers)
    func `a worker starts threads and nothing else`(filter: FilterCase) throws {
        let machine = try filter.machine()
        let thread: UInt64 = 0x3d0f00
        #expect(machine.verdict("clone", thread) == .allow)
        for bit in (0..<32 as Range<UInt64>) {
            #expect(machine.verdict("clone", thread ^ 1 << bit) != .allow, "bit \(bit)")
        }
        #expect(machine.verdict("clone3", thread) == .errno(ENOSYS))
    }

    /// fork(3), vfork(3) and posix_spawn(3) are clone(2) in glibc.
    @Test(arguments: FilterCase.ofWorkers)
    func `a worker that forks is told that it may not`(filter: FilterCase) throws {
        let machine = try filter.machine()
        let child = UInt64(SIGCHLD)
        for flags in [child, child | 0x0120_0000, child | 0x4100, child | 0x1000_0000, 0] {
            #expect(machine.verdict("clone", flags) == .errno(EPERM), "\(flags)")
        }
        #expect(machine.verdict("fork") == .errno(EPERM))
        #expect(machine.verdict("vfork") == .errno(EPERM))
    }

    @Test func `the zygote forks`() throws {
        let zygote = try FilterMachine(stage: .zygote, hasNetwork: true)
        #expect(zygote.verdict("clone", UInt64(SIGCHLD) | 0x0120_0000) == .allow)
        #expect(zygote.verdict("execve") == .notify)
        #expect(zygote.verdict("unshare") == .notify)
    }

    @Test func `only our own call for a user namespace passes, and only in the zygote`() throws {
        let user = belfry_clone_newuser
        let mark = UInt64(belfry_own_count_mark)
        let zygote = try FilterMachine(stage: .zygote, hasNetwork: true)
        #expect(zygote.verdict("unshare", user, mark) == .allow)
        for flags in [user, user + 1, 0, belfry_clone_newns] {
            for wrong in [0, mark + 1, mark - 1, ~mark, mark << 32] {
                #expect(zygote.verdict("unshare", flags, wrong) == .notify)
            }
        }
        for flags in [0, belfry_clone_newns, user | belfry_clone_newns, user | 0x100] {
            #expect(zygote.verdict("unshare", flags, mark) == .errno(ENOSYS))
        }
        for filter in FilterCase.ofWorkers {
            let machine = try filter.machine()
            #expect(machine.verdict("unshare", user, mark) != .allow, "\(filter)")
            #expect(machine.verdict("unshare", user) != .allow, "\(filter)")
        }
    }

    // MARK: Settings

    @Test(arguments: FilterCase.ofWorkers)
    func `a worker names its threads and sets nothing else of itself`(filter: FilterCase) throws {
        let machine = try filter.machine()
        let named = [15, 16, 0x5356_4d41] as [UInt64]
        for option in named { #expect(machine.verdict("prctl", option, 4) == .allow) }
        let others = (0...80 as ClosedRange<UInt64>).filter { !named.contains($0) }
        for option in others + [0x5961_6d61] {
            #expect(machine.verdict("prctl", option) == .errno(ENOSYS), "\(option)")
        }
    }

    @Test(arguments: FilterCase.ofWorkers)
    func `a worker duplicates descriptors and changes nothing else of them`(
        filter: FilterCase
    ) throws {
        let machine = try filter.machine()
        let named = [
            F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC,
        ].map(UInt64.init)
        for command in named { #expect(machine.verdict("fcntl", 0, command) == .allow) }
        let others = Array(0...40 as ClosedRange<UInt64>) + Array(1024...1042)
        for command in others where !named.contains(command) && !Self.locks.contains(command) {
            #expect(machine.verdict("fcntl", 0, command) == .errno(ENOSYS), "\(command)")
        }
    }

    /// F_GETLK, F_SETLK and F_SETLKW, and the same of open files.
    private static let locks: Set<UInt64> = [5, 6, 7, 36, 37, 38]

    @Test(arguments: FilterCase.all.filter { $0.stage != .mounter })
    func `the host is told of each lock, and makes none of the other calls wait`(
        filter: FilterCase
    ) throws {
        let machine = try filter.machine()
        for command in Self.locks {
            #expect(machine.verdict("fcntl", 0, command) == filter.forbidden, "\(command)")
        }
        for operation in [0, 1, 2, 4, 6, 8, .max] as [UInt64] {
            #expect(machine.verdict("flock", 5, operation) == filter.forbidden, "\(operation)")
        }
        #expect(machine.verdict("fcntl", 5, UInt64(F_GETFL)) == .allow)
    }

    @Test func `the mounter, which has no listener, may lock no file`() throws {
        let mounter = try FilterMachine(stage: .mounter, hasNetwork: false)
        #expect(mounter.verdict("flock", 5, 2) == .errno(ENOSYS))
        #expect(mounter.verdict("fcntl", 5, 6) == .errno(ENOSYS))
    }

    @Test(arguments: FilterCase.ofWorkers)
    func `a worker reads its limits and sets none`(filter: FilterCase) throws {
        let machine = try filter.machine()
        #expect(machine.verdict("prlimit64", 0, 7, 0, 0x7fff_0000_0000) == .allow)
        #expect(machine.verdict("prlimit64", 1, 7, 0, 0x7fff_0000_0000) != .allow)
        for limit in [1, 1 << 31, 1 << 32, 0x7fff_0000_1000, .max] as [UInt64] {
            #expect(machine.verdict("prlimit64", 0, 7, limit) != .allow, "\(limit)")
        }
    }

    @Test func `only the zygote, before the seal, may be told what a file system is`() throws {
        #expect(try FilterMachine(stage: .load, hasNetwork: false).verdict("statfs") == .allow)
        let sealed = try FilterMachine(stage: .sealed, hasNetwork: false)
        #expect(sealed.verdict("statfs") == .errno(ENOSYS))
        #expect(sealed.verdict("seccomp", 1, 1) == .errno(ENOSYS))
    }

    /// A thread with a filter of its own could not be given the next, nor one with a listener.
    @Test(arguments: [false, true])
    func `a constructor filters all threads or none`(hasNetwork: Bool) throws {
        let machine = try FilterMachine(stage: .load, hasNetwork: hasNetwork)
        #expect(machine.verdict("seccomp", 1, 1) == .allow)
        for flags in [0, 2, 4, 8, 9, 16, 17, 25] as [UInt64] {
            #expect(machine.verdict("seccomp", 1, flags) == .errno(ENOSYS), "\(flags)")
        }
        #expect(machine.verdict("seccomp", 0, 1) == .errno(ENOSYS))
    }

    @Test func `where the next filter has a place, no other can be installed`() throws {
        var policy = SystemCallPolicy(stage: .load, hasNetwork: false)
        let place: UInt64 = 0x7f12_3456_7000
        policy.nextFilter = place
        let machine = try FilterMachine(policy)
        #expect(machine.verdict("seccomp", 1, 1, place) == .allow)
        for other in [0, place + 1, place - 8, place & 0xffff_ffff, place << 32, ~place] {
            #expect(machine.verdict("seccomp", 1, 1, other) == .errno(ENOSYS), "\(other)")
        }
        #expect(machine.verdict("seccomp", 1, 0, place) == .errno(ENOSYS))
    }

    @Test(arguments: [false, true])
    func `the last filter is the same in every process`(hasNetwork: Bool) throws {
        let load = SystemCallPolicy(stage: .load, hasNetwork: hasNetwork)
        let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: hasNetwork)
        #expect(!(try SystemCallFilter(sealed, over: load).isBoundToProcess))
        #expect(try SystemCallFilter(load).isBoundToProcess)
    }
}
