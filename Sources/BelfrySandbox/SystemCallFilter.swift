// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import CSeccomp
internal import Glibc

/// A system-call filter as a classic BPF program, made once and installed many times.
///
/// libseccomp compiles it; installing the finished program takes one system call, which is why the
/// nursery compiles for all its workers.
package struct SystemCallFilter: Sendable {
    /// The program, eight bytes an instruction (linux/filter.h, struct sock_filter).
    package let program: [UInt8]

    /// Compiles a policy for this machine's architecture.
    ///
    /// - Throws: ``SystemError`` naming the call whose rule libseccomp refused.
    package init(_ policy: SystemCallPolicy) throws(SystemError) {
        let context = try FilterContext()
        for name in policy.allowed { try context.allow(name) }
        for (name, errno) in policy.refused { try context.refuse(name, errno) }
        for name in policy.killed { try context.kill(name) }
        try Self.addArgumentRules(to: context, policy)
        program = try context.export()
    }

    /// Puts the filter in force for every thread of this process; needs `no_new_privs`.
    ///
    /// - Throws: ``SystemError``; `ESRCH` when a thread has a filter of its own and could not follow.
    package func install() throws(SystemError) {
        let result = try checked("seccomp") {
            unsafe belfry_seccomp_install(program, UInt16(program.count / 8))
        }
        guard result == 0 else {
            throw SystemError(call: "seccomp", subject: "thread \(result)", errno: ESRCH)
        }
    }

    /// Adds the rules that look at arguments.
    ///
    /// All masks but one are of 32 bits: libseccomp before 2.6.1 can merge several
    /// 64-bit comparisons into a weaker filter (GHSA-4q85-33p6-j5g6).
    private static func addArgumentRules(
        to context: borrowing FilterContext,
        _ policy: SystemCallPolicy
    ) throws(SystemError) {
        for name in ["mmap", "mprotect"] {
            if policy.allowsExecutableMappings {
                try context.allow(name)
            } else {
                let executable = UInt64(PROT_EXEC)
                try context.allow(name, .init(argument: 2, mask: executable, equals: 0))
                try context.refuse(
                    name,
                    EPERM,
                    .init(argument: 2, mask: executable, equals: executable)
                )
            }
        }
        // glibc tries clone3 first, whose flags a filter cannot see, and takes clone after ENOSYS.
        try context.refuse("clone3", ENOSYS)
        if policy.allowsFork {
            try context.allow("clone")
        } else {
            // Exactly what pthread_create asks for, so no CLONE_NEW* can hide among the flags.
            let thread = UInt64(threadCloneFlags)
            try context.allow("clone", .init(argument: 0, mask: 0xffff_ffff, equals: thread))
            let ofThread = UInt64(cloneThreadFlag)
            try context.refuse("clone", EPERM, .init(argument: 0, mask: ofThread, equals: 0))
        }
        if policy.allowsStreamSockets { try addSocketRules(to: context) }
        guard !policy.allowed.contains("prctl") else { return }
        for option in [belfry_pr_set_name, prGetName, prSetVirtualMemoryName] {
            try context.allow(
                "prctl",
                .init(argument: 0, mask: 0xffff_ffff, equals: UInt64(option))
            )
        }
        for command in [F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_DUPFD_CLOEXEC, F_DUPFD] + lockCommands
        {
            try context.allow(
                "fcntl",
                .init(argument: 1, mask: 0xffff_ffff, equals: UInt64(command))
            )
        }
        // Reading limits only: the new limit is null. Both halves, since a pointer is 64 bits.
        try context.allow("prlimit64", .init(argument: 2, mask: .max, equals: 0))
        // abort() and raise() signal a thread of their own process.
        try context.allow("tgkill")
    }

    /// TCP over IPv4, and an error for the rest that clients take for a machine without it.
    private static func addSocketRules(
        to context: borrowing FilterContext
    ) throws(SystemError) {
        let inet = Comparison(argument: 0, mask: 0xffff_ffff, equals: UInt64(AF_INET))
        let types: [(type: __socket_type, errno: Int32?)] = [
            (SOCK_STREAM, nil), (SOCK_DGRAM, EACCES), (SOCK_RAW, EACCES),
        ]
        for (type, errno) in types {
            let ofType = Comparison(argument: 1, mask: 0xf, equals: UInt64(type.rawValue))
            if let errno {
                try context.refuse("socket", errno, inet, ofType)
            } else {
                try context.allow("socket", inet, ofType)
            }
        }
        for (domain, errno) in [(AF_UNIX, EACCES), (AF_INET6, EAFNOSUPPORT)] {
            let ofDomain = Comparison(argument: 0, mask: 0xffff_ffff, equals: UInt64(domain))
            try context.refuse("socket", errno, ofDomain)
        }
    }

    private static let threadCloneFlags: UInt32 = 0x3d0f00
    private static let cloneThreadFlag: UInt32 = 0x10000
    private static let prGetName: Int32 = 16
    private static let prSetVirtualMemoryName: Int32 = 0x5356_4d41
    private static let lockCommands = [F_GETLK, F_SETLK, F_SETLKW]
}

/// One comparison of a system call's argument under a mask.
struct Comparison {
    var argument: UInt32
    var mask: UInt64
    var equals: UInt64
}

/// Owns a libseccomp filter while rules are added to it (man 3 seccomp_init).
@safe
struct FilterContext: ~Copyable {
    private let context: scmp_filter_ctx

    init() throws(SystemError) {
        guard let context = unsafe seccomp_init(Self.errnoAction(Self.defaultErrno)) else {
            throw SystemError(call: "seccomp_init", errno: ENOMEM)
        }
        unsafe self.context = context
        // A binary tree instead of a list: fewer comparisons before the common calls.
        unsafe seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        unsafe seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, Self.killProcess)
    }

    deinit {
        unsafe seccomp_release(context)
    }

    borrowing func allow(_ name: String, _ comparisons: Comparison...) throws(SystemError) {
        try add(name, Self.allowAction, comparisons)
    }

    borrowing func refuse(
        _ name: String,
        _ errno: Int32,
        _ comparisons: Comparison...
    ) throws(SystemError) {
        // libseccomp refuses a rule that does what happens anyway.
        guard errno != Self.defaultErrno else { return }
        try add(name, Self.errnoAction(errno), comparisons)
    }

    borrowing func kill(_ name: String) throws(SystemError) {
        try add(name, Self.killProcess, [])
    }

    /// The finished program, read back from where libseccomp writes it.
    borrowing func export() throws(SystemError) -> [UInt8] {
        let file = Descriptor(
            owning: try checked("memfd_create") { unsafe belfry_memfd("belfry-filter") }
        )
        let result = unsafe seccomp_export_bpf(context, file.raw)
        guard result == 0 else { throw SystemError(call: "seccomp_export_bpf", errno: -result) }
        try checked("lseek") { lseek(file.raw, 0, SEEK_SET) }
        return try file.readAll(limit: 8 * Int(UInt16.max))
    }

    private borrowing func add(
        _ name: String,
        _ action: UInt32,
        _ comparisons: [Comparison]
    ) throws(SystemError) {
        let number = unsafe seccomp_syscall_resolve_name(name)
        // A call this architecture or this libseccomp does not know needs no rule.
        guard number >= 0 else { return }
        let rules = comparisons.map {
            scmp_arg_cmp(
                arg: $0.argument,
                op: SCMP_CMP_MASKED_EQ,
                datum_a: $0.mask,
                datum_b: $0.equals
            )
        }
        let result = unsafe seccomp_rule_add_array(
            context,
            action,
            number,
            UInt32(rules.count),
            rules
        )
        guard result == 0 else {
            throw SystemError(call: "seccomp_rule_add", subject: name, errno: -result)
        }
    }

    /// What a call in no rule is answered with.
    private static let defaultErrno = ENOSYS

    // Macros of seccomp.h.
    private static let allowAction: UInt32 = 0x7fff_0000
    private static let killProcess: UInt32 = 0x8000_0000

    private static func errnoAction(_ errno: Int32) -> UInt32 {
        0x0005_0000 | UInt32(errno)
    }
}
