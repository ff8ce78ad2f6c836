// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A system-call filter as a classic BPF program, made once and installed many times.
///
/// libseccomp compiles it; installing the finished program takes one system call, which is why the
/// zygote compiles for all its workers.
package struct SystemCallFilter: Sendable {
    /// The program, eight bytes an instruction (linux/filter.h, struct sock_filter).
    package let program: [UInt8]

    /// Where in the program the number of the process belongs that it will bind.
    private let places: [Int]

    /// Compiles a policy for this machine's architecture.
    ///
    /// - Throws: ``SystemError`` naming the call whose rule libseccomp refused.
    package init(_ policy: SystemCallPolicy) throws(SystemError) {
        let rules = FilterRules(policy)
        let isListening = policy.stage == .zygote
        self.init(program: try rules.compiled(for: rules.names, isListening: isListening))
    }

    /// Compiles what a policy takes away where another one's filter is in force already.
    ///
    /// The kernel asks every filter of a process, and the strictest answer counts. So this one has
    /// rules for the calls that the two policies treat differently, and lets the other filter decide
    /// on all the rest. It is a quarter of the whole policy's, and the kernel checks, translates and
    /// compiles it anew for every process.
    ///
    /// - Parameters:
    ///   - policy: The policy; it allows nothing that the other does not.
    ///   - other: The policy of the filter that is in force, whole or as part of several.
    /// - Throws: ``SystemError`` naming the call whose rule libseccomp refused.
    package init(
        _ policy: SystemCallPolicy,
        over other: SystemCallPolicy
    ) throws(SystemError) {
        let rules = FilterRules(policy)
        let names = rules.differing(from: FilterRules(other))
        let numbers = names.compactMap { FilterContext.number(of: $0) }.sorted()
        let decided = try rules.compiled(for: names, isListening: policy.stage == .zygote)
        self.init(program: FilterContext.passing(allBut: numbers) + decided)
    }

    private init(program: [UInt8]) {
        self.program = program
        let mark = unsafe withUnsafeBytes(of: FilterRules.ownProcess) { unsafe Array($0) }
        // The constant is the last four bytes of an instruction.
        places = stride(from: 4, to: program.count, by: 8).filter {
            program[$0..<$0 + 4].elementsEqual(mark)
        }
    }

    private init(program: [UInt8], places: [Int]) {
        self.program = program
        self.places = places
    }

    /// Whether the filter is to be bound to the process that it holds.
    package var isBoundToProcess: Bool { !places.isEmpty }

    /// The same filter for one process, which may then signal its own threads and no others.
    ///
    /// The program was compiled before the process was there, with a number in its place.
    package func bound(to process: Int32) -> SystemCallFilter {
        var bound = program
        for place in places {
            for byte in 0..<4 {
                bound[place + byte] = UInt8(truncatingIfNeeded: process >> (8 * byte))
            }
        }
        return SystemCallFilter(program: bound, places: places)
    }

    /// Puts the filter in force for this thread, the process's only one, and all it starts.
    ///
    /// Only one filter of a process can have a listener, so this is the zygote's, which its workers
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
