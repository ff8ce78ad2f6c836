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
        if policy.allowsStreamSockets { addSocketRules() }
        if policy.stage != .nursery { addWorkerRules(policy) }
    }

    private mutating func addWorkerRules(_ policy: SystemCallPolicy) {
        for option in [belfry_pr_set_name, Self.prGetName, Self.prSetVirtualMemoryName] {
            allow("prctl", .exactly(argument: 0, UInt32(bitPattern: option)))
        }
        for command in [F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_DUPFD_CLOEXEC, F_DUPFD]
            + Self.lockCommands
        {
            allow("fcntl", .exactly(argument: 1, UInt32(bitPattern: command)))
        }
        // Reading one's own limits only: the new limit is null. Both halves of the pointer.
        let isReading = Comparison(argument: 2, mask: .max, equals: 0)
        allow("prlimit64", .exactly(argument: 0, 0), isReading)
        // abort() and raise() signal a thread of their own process: see bound(to:). Not SIGKILL,
        // by which a process would seem to have been ended by somebody else.
        for isAnother in Comparison.differing(argument: 2, from: UInt32(SIGKILL), bits: 0..<7) {
            allow("tgkill", .exactly(argument: 0, Self.ownProcess), isAnother)
        }
        if policy.stage == .load {
            // The next filter is installed under this one, for all threads: one that a constructor
            // installed for a single thread would keep that thread out of the next.
            let isFilter = Comparison.exactly(argument: 0, Self.setModeFilter)
            allow("seccomp", isFilter, .exactly(argument: 1, Self.allThreads))
        }
    }

    private mutating func addMappingRules(_ policy: SystemCallPolicy) {
        let executable = UInt32(PROT_EXEC)
        let isData = Comparison.none(of: executable, argument: 2)
        let isCode = Comparison.all(of: executable, argument: 2)
        if policy.stage == .nursery {
            for name in ["mmap", "mprotect"] { allow(name) }
            return
        }
        if policy.allowsExecutableMappings {
            allow("mprotect")
        } else {
            allow("mprotect", isData)
            for name in ["mmap", "mprotect"] { refuse(name, EPERM, isCode) }
        }
        for flags in [Self.uncounted | Self.anonymous, Self.uncounted | Self.shared] {
            let isCounted = Comparison.none(of: flags, argument: 3)
            if policy.allowsExecutableMappings {
                allow("mmap", isCounted)
            } else {
                allow("mmap", isData, isCounted)
            }
        }
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

    /// Keeps sending from connecting.
    ///
    /// With MSG_FASTOPEN these calls connect too, and Landlock looks at connect(2) alone. The error
    /// is that of a machine with fast open switched off.
    private mutating func addSendingRules() {
        for (name, argument) in [("sendto", UInt32(3)), ("sendmsg", 2)] {
            allow(name, .none(of: Self.fastOpen, argument: argument))
            refuse(name, EOPNOTSUPP, .all(of: Self.fastOpen, argument: argument))
        }
    }

    /// Allows TCP over IPv4 and pairs of UNIX streams.
    ///
    /// The rest gets an error that clients take for a machine without it.
    /// The transport is named as well: Landlock bounds the ports of TCP, and neither MPTCP's nor
    /// SCTP's. A pair of UNIX datagram sockets could send to any name that is in reach.
    private mutating func addSocketRules() {
        let inet = Comparison.exactly(argument: 0, UInt32(AF_INET))
        let unix = Comparison.exactly(argument: 0, UInt32(AF_UNIX))
        let stream = Comparison.type(SOCK_STREAM)
        for transport in [0, UInt32(IPPROTO_TCP)] {
            allow("socket", inet, stream, .exactly(argument: 2, transport))
        }
        let multipath = Comparison.exactly(argument: 2, Self.multipathTCP)
        refuse("socket", EPROTONOSUPPORT, inet, stream, multipath)
        for type in [SOCK_DGRAM, SOCK_RAW] {
            refuse("socket", EACCES, inet, .type(type))
        }
        refuse("socket", EACCES, unix)
        refuse("socket", EAFNOSUPPORT, .exactly(argument: 0, UInt32(AF_INET6)))
        allow("socketpair", unix, stream)
        for type in [SOCK_DGRAM, SOCK_SEQPACKET] {
            refuse("socketpair", EACCES, unix, .type(type))
        }
        addSocketOptionRules()
    }

    /// Allows the options that clients of HTTP set.
    ///
    /// Not SO_LINGER: a socket can be passed to the host, where closing it would wait that long.
    private mutating func addSocketOptionRules() {
        for level in [IPPROTO_IP, IPPROTO_TCP] {
            allow("setsockopt", .exactly(argument: 1, UInt32(level)))
        }
        let ofSocket = Comparison.exactly(argument: 1, UInt32(SOL_SOCKET))
        for option in Self.socketOptions {
            allow("setsockopt", ofSocket, .exactly(argument: 2, UInt32(option)))
        }
        let linger = Comparison.exactly(argument: 2, UInt32(SO_LINGER))
        refuse("setsockopt", EPERM, ofSocket, linger)
    }

    /// Stands in a compiled program for the process it will bind; no process has this number.
    static let ownProcess: UInt32 = 0x7fff_fff1

    // Of seccomp(2): SECCOMP_SET_MODE_FILTER and SECCOMP_FILTER_FLAG_TSYNC.
    private static let setModeFilter: UInt32 = 1
    private static let allThreads: UInt32 = 1

    // Of mmap(2). RLIMIT_DATA counts private memory that can be written and is no stack; so
    // anonymous memory is neither shared nor one that grows down. Huge pages are in no RssAnon.
    private static let shared: UInt32 = 0x1
    private static let anonymous: UInt32 = 0x20
    private static let growsDown: UInt32 = 0x100
    private static let hugePages: UInt32 = 0x40000
    private static let uncounted = growsDown | hugePages

    private static let threadCloneFlags: UInt32 = 0x3d0f00
    private static let cloneThread: UInt32 = 0x10000
    private static let fastOpen: UInt32 = 0x2000_0000
    private static let multipathTCP: UInt32 = 262
    private static let prGetName: Int32 = 16
    private static let prSetVirtualMemoryName: Int32 = 0x5356_4d41
    private static let socketOptions = [
        SO_REUSEADDR, SO_REUSEPORT, SO_BROADCAST, SO_KEEPALIVE, SO_OOBINLINE, SO_PRIORITY,
        SO_SNDBUF,
        SO_RCVBUF, SO_RCVLOWAT, SO_SNDTIMEO, SO_RCVTIMEO, SO_TIMESTAMP,
    ]
    private static let lockCommands = [F_GETLK, F_SETLK, F_SETLKW]
}

extension Comparison {
    /// The argument's lower 32 bits are this number.
    fileprivate static func exactly(argument: UInt32, _ value: UInt32) -> Comparison {
        Comparison(argument: argument, mask: 0xffff_ffff, equals: UInt64(value))
    }

    /// All these bits are set in the argument.
    fileprivate static func all(of bits: UInt32, argument: UInt32) -> Comparison {
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
    fileprivate static func none(of bits: UInt32, argument: UInt32) -> Comparison {
        Comparison(argument: argument, mask: UInt64(bits), equals: 0)
    }

    /// A socket's type is this one, whatever flags come with it.
    fileprivate static func type(_ type: __socket_type) -> Comparison {
        Comparison(argument: 1, mask: 0xf, equals: UInt64(type.rawValue))
    }
}
