// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

extension FilterRules {
    /// Adds the rules that look at arguments.
    ///
    /// All masks but one are of 32 bits: libseccomp before 2.6.1 can merge several
    /// 64-bit comparisons into a weaker filter (GHSA-4q85-33p6-j5g6).
    mutating func addArgumentRules(_ policy: SystemCallPolicy) {
        addMappingRules(policy)
        addSendingRules()
        guard policy.stage != .mounter else { return }
        addCloneRules(policy)
        addOpeningRules()
        addDescriptorRules()
        if policy.allowsOwnCount { addOwnCountRules() }
        if policy.allowsStreamSockets { addSocketRules() }
        if policy.stage != .zygote { addWorkerRules(policy) }
    }

    /// Allows files to be opened, as by a file system that has no O_DIRECT (man 2 open).
    ///
    /// Bytes that a process copies into the page cache cost it CPU time, which bounds what it can write
    /// between two looks of the host. Bytes that go past the cache cost it nearly none.
    private mutating func addOpeningRules() {
        allowWithoutDirect("open", flags: 1)
        allowWithoutDirect("openat", flags: 2)
        allowWithoutDirect("fcntl", flags: 2, .exactly(argument: 1, UInt32(F_SETFL)))
    }

    /// Allows a call unless the argument with its flags has O_DIRECT.
    private mutating func allowWithoutDirect(
        _ name: String,
        flags: UInt32,
        _ others: Comparison...
    ) {
        allow(name, others + [.none(of: belfry_o_direct, argument: flags)])
        refuse(name, EINVAL, others + [.all(of: belfry_o_direct, argument: flags)])
    }

    /// Allows what duplicates descriptors and reads and sets their flags, and tells the host of locks of
    /// ranges: the kernel bounds neither how many there are nor on which files.
    private mutating func addDescriptorRules() {
        for command in [F_GETFL, F_GETFD, F_SETFD, F_DUPFD_CLOEXEC, F_DUPFD] {
            allow("fcntl", .exactly(argument: 1, UInt32(bitPattern: command)))
        }
        for command in LockCall.rangeCommands { tell("fcntl", .exactly(argument: 1, command)) }
    }

    private mutating func addWorkerRules(_ policy: SystemCallPolicy) {
        for option in [belfry_pr_set_name, Self.prGetName, Self.prSetVirtualMemoryName] {
            allow("prctl", .exactly(argument: 0, UInt32(bitPattern: option)))
        }
        // Reading one's own limits only: the new limit is null. Both halves of the pointer.
        let isReading = Comparison(argument: 2, mask: .max, equals: 0)
        allow("prlimit64", .exactly(argument: 0, 0), isReading)
        // abort() and raise() signal a thread of their own process: see bound(to:). Not SIGKILL,
        // by which a process would seem to have been ended by somebody else.
        for isAnother in Comparison.differing(argument: 2, from: UInt32(SIGKILL), bits: 0..<7) {
            allow("tgkill", .exactly(argument: 0, Self.ownProcess), isAnother)
        }
        if policy.stage == .load { addNextFilterRule(policy) }
    }

    /// Lets the next filter be installed under this one, for all threads: one that a constructor
    /// installed for a single thread would keep that thread out of the next.
    ///
    /// Where the next one's place is known no other can be installed, which would count as it does.
    private mutating func addNextFilterRule(_ policy: SystemCallPolicy) {
        let isFilter = Comparison.exactly(argument: 0, Self.setModeFilter)
        let isForAll = Comparison.exactly(argument: 1, Self.allThreads)
        guard let address = policy.nextFilter else { return allow("seccomp", isFilter, isForAll) }
        let isNext = Comparison(argument: 2, mask: .max, equals: address)
        allow("seccomp", isFilter, isForAll, isNext)
    }

    private mutating func addMappingRules(_ policy: SystemCallPolicy) {
        let executable = UInt32(PROT_EXEC)
        let isData = Comparison.none(of: executable, argument: 2)
        let isCode = Comparison.all(of: executable, argument: 2)
        if policy.stage == .zygote {
            for name in ["mmap", "mprotect"] { allow(name) }
            return
        }
        if policy.allowsExecutableMappings {
            allow("mprotect")
        } else {
            allow("mprotect", isData)
            for name in ["mmap", "mprotect"] { refuse(name, EPERM, isCode) }
        }
        let isPrivate = Comparison.none(of: Self.uncounted | Self.shared, argument: 3)
        let isFile = Comparison.none(of: Self.uncounted | Self.anonymous, argument: 3)
        if policy.allowsExecutableMappings {
            allow("mmap", isPrivate)
            allow("mmap", .all(of: Self.writable, argument: 2), isFile)
        } else {
            allow("mmap", isData, isPrivate)
            let isWrittenData = Comparison(
                argument: 2,
                mask: UInt64(Self.writable | executable),
                equals: UInt64(Self.writable)
            )
            allow("mmap", isWrittenData, isFile)
        }
        // Two workers that map one file for reading, shared, can wait for each other there (man 2
        // futex). What may be written is a worker's own. As if the file system had no such mapping.
        let isSharedFile = Comparison(
            argument: 3,
            mask: UInt64(Self.uncounted | Self.shared | Self.anonymous),
            equals: UInt64(Self.shared)
        )
        let others = policy.allowsExecutableMappings ? 0 : executable
        refuse("mmap", ENODEV, .none(of: Self.writable | others, argument: 2), isSharedFile)
        for flags in [Self.shared | Self.anonymous, Self.growsDown, Self.hugePages] {
            // As if there were none left: libraries then do without, and a program that falls over
            // is known to have wanted memory.
            refuse("mmap", ENOMEM, .all(of: flags, argument: 3))
        }
        addAdviceRules()
    }

    /// Allows the advice that allocators give.
    ///
    /// What would make memory otherwise than by the page, or share it with other processes, is
    /// answered as by a kernel without it.
    private mutating func addAdviceRules() {
        for advice in [0, 1, 2, 3, 4, 8, 15, 16, 17] as [UInt32] {
            allow("madvise", .exactly(argument: 2, advice))
        }
        // MADV_MERGEABLE, HUGEPAGE, POPULATE_READ and WRITE, COLLAPSE, GUARD_INSTALL and REMOVE.
        for advice in [12, 14, 22, 23, 25, 102, 103] as [UInt32] {
            refuse("madvise", EINVAL, .exactly(argument: 2, advice))
        }
    }

    private mutating func addCloneRules(_ policy: SystemCallPolicy) {
        // glibc tries clone3 first, whose flags a filter cannot see, and takes clone after ENOSYS.
        refuse("clone3", ENOSYS)
        if policy.allowsFork { return allow("clone") }
        // Exactly what pthread_create asks for, so no CLONE_NEW* can hide among the flags.
        allow("clone", .exactly(argument: 0, Self.threadCloneFlags))
        // What fork and posix_spawn of the C library come to.
        refuse("clone", EPERM, .none(of: Self.cloneThread, argument: 0))
    }

    /// Allows what ``Privileges/countAlone()`` calls, which a worker's filters refuse.
    ///
    /// The mark in the argument that the kernel ignores keeps every other call told to the host.
    private mutating func addOwnCountRules() {
        let mark = belfry_own_count_mark
        let isUser = Comparison.exactly(argument: 0, UInt32(belfry_clone_newuser))
        allow("unshare", isUser, .exactly(argument: 1, mark))
        for isAnother in Comparison.differing(argument: 1, from: mark, bits: 0..<32) {
            tell("unshare", isAnother)
        }
    }

    /// Stands in a compiled program for the process it will bind; no process has this number.
    static let ownProcess: UInt32 = 0x7fff_fff1

    // Of seccomp(2): SECCOMP_SET_MODE_FILTER and SECCOMP_FILTER_FLAG_TSYNC.
    private static let setModeFilter: UInt32 = 1
    private static let allThreads: UInt32 = 1

    // Of mmap(2). RLIMIT_DATA counts private memory that can be written and is no stack; so
    // anonymous memory is neither shared nor one that grows down. Huge pages are in no RssAnon.
    private static let writable: UInt32 = 0x2
    private static let shared: UInt32 = 0x1
    private static let anonymous: UInt32 = 0x20
    private static let growsDown: UInt32 = 0x100
    private static let hugePages: UInt32 = 0x40000
    private static let uncounted = growsDown | hugePages

    private static let threadCloneFlags: UInt32 = 0x3d0f00
    private static let cloneThread: UInt32 = 0x10000
    private static let prGetName: Int32 = 16
    private static let prSetVirtualMemoryName: Int32 = 0x5356_4d41
}

extension Comparison {
    /// The argument's lower 32 bits are this number.
    static func exactly(argument: UInt32, _ value: UInt32) -> Comparison {
        Comparison(argument: argument, mask: 0xffff_ffff, equals: UInt64(value))
    }

    /// All these bits are set in the argument.
    static func all(of bits: UInt32, argument: UInt32) -> Comparison {
        Comparison(argument: argument, mask: UInt64(bits), equals: UInt64(bits))
    }

    /// Comparisons of which at least one holds when the argument's lowest bits are not this number.
    fileprivate static func differing(
        argument: UInt32,
        from value: UInt32,
        bits: Range<UInt32>
    ) -> [Comparison] {
        bits.map { bit in
            let mask = UInt64(1) << bit
            return Comparison(argument: argument, mask: mask, equals: ~UInt64(value) & mask)
        }
    }

    /// None of these bits is set in the argument.
    static func none(of bits: UInt32, argument: UInt32) -> Comparison {
        Comparison(argument: argument, mask: UInt64(bits), equals: 0)
    }
}
