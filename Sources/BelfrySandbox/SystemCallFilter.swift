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
        for name in policy.killed {
            try context.forbid(name, isListening: policy.stage == .nursery)
        }
        for name in policy.killedUnnamed { try context.kill(name) }
        try Self.addArgumentRules(to: context, policy)
        program = try context.export()
    }

    private init(program: [UInt8]) {
        self.program = program
    }

    /// The same filter for one process, which may then signal its own threads and no others.
    ///
    /// The program was compiled before the process was there, with a number in its place.
    package func bound(to process: Int32) -> SystemCallFilter {
        var bound = program
        let place = unsafe withUnsafeBytes(of: Self.ownProcess) { unsafe Array($0) }
        let number = unsafe withUnsafeBytes(of: process) { unsafe Array($0) }
        // The constant is the last four bytes of an instruction.
        for start in stride(from: 4, to: program.count, by: 8)
        where program[start..<start + 4].elementsEqual(place) {
            bound.replaceSubrange(start..<start + 4, with: number)
        }
        return SystemCallFilter(program: bound)
    }

    /// Puts the filter in force for this thread, the process's only one, and all it starts.
    ///
    /// Only one filter of a process can have a listener, so this is the nursery's, which its workers
    /// inherit: their own add to it. Once the listener is closed, the calls that would be heard of
    /// there answer `ENOSYS`; they are never made.
    ///
    /// - Returns: Where forbidden calls are heard of. Whoever holds it could let them pass.
    /// - Throws: ``SystemError``; needs `no_new_privs`.
    package func installListening() throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("seccomp") {
                unsafe belfry_seccomp_install_listening(program, UInt16(program.count / 8))
            }
        )
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

    /// Has the call end the process by way of the host.
    ///
    /// Of several filters the lowest answer counts, and the host is told only by the one that has
    /// the listener. Those above it therefore answer as to a tracer: next to the listener's that
    /// counts for nothing, and without any the call is not made either, but answers `ENOSYS`.
    borrowing func forbid(_ name: String, isListening: Bool) throws(SystemError) {
        try add(name, isListening ? Self.notifyAction : Self.traceAction, [])
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
    private static let notifyAction: UInt32 = 0x7fc0_0000
    private static let traceAction: UInt32 = 0x7ff0_0000

    private static func errnoAction(_ errno: Int32) -> UInt32 {
        0x0005_0000 | UInt32(errno)
    }
}
