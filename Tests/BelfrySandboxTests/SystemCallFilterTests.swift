// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Glibc
import Testing

/// What the compiled programs do, call by call: the policy is only what they are made from.
@Suite struct SystemCallFilterTests {
    /// Arguments that no rule can mean to tell apart, where a call has no rule about them.
    private static let arguments: [[UInt64]] = [
        [], [.max, .max, .max, .max, .max, .max], [1, 2, 3, 4, 5, 6],
        [1 << 32, 1 << 33, 1 << 34, 1 << 35, 1 << 36, 1 << 37],
    ]

    @Test(arguments: FilterCase.all)
    func `each named call gets what its list says, whatever its arguments`(
        filter: FilterCase
    ) throws {
        let machine = try filter.machine()
        func expect(_ name: String, _ expected: FilterMachine.Verdict) {
            let number = FilterMachine.number(of: name)
            guard number >= 0 else { return }
            for arguments in Self.arguments {
                let verdict = machine.verdict(number: UInt32(number), arguments)
                #expect(verdict == expected, "\(name) with \(arguments)")
            }
        }
        for name in filter.policy.allowed { expect(name, .allow) }
        for (name, errno) in filter.policy.refused { expect(name, .errno(errno)) }
        for name in filter.policy.killed + filter.policy.asked { expect(name, filter.forbidden) }
        for name in filter.policy.killedUnnamed { expect(name, .killProcess) }
    }

    @Test(arguments: FilterCase.all)
    func `a call in no list and without a rule is unknown here`(filter: FilterCase) throws {
        let machine = try filter.machine()
        let policy = filter.policy
        let named =
            policy.allowed + policy.refused.map(\.name) + policy.killed + policy.killedUnnamed
            + policy.asked + Self.ruled
        let numbers = Set(named.map { FilterMachine.number(of: $0) })
        for number in (0...600 as ClosedRange<Int32>) where !numbers.contains(number) {
            #expect(machine.verdict(number: UInt32(number)) == .errno(ENOSYS), "\(number)")
        }
        for number: UInt32 in [1000, 0xffff, 0x3fff_ffff] {
            #expect(machine.verdict(number: number) == .errno(ENOSYS), "\(number)")
        }
    }

    @Test(arguments: [false, true])
    func `what a sealed worker may do, a loading one and the zygote may as well`(
        hasNetwork: Bool
    ) throws {
        let sealed = try FilterMachine(stage: .sealed, hasNetwork: hasNetwork)
        let load = try FilterMachine(stage: .load, hasNetwork: hasNetwork)
        let zygote = try FilterMachine(stage: .zygote, hasNetwork: true)
        for number in (0...600 as ClosedRange<UInt32>) {
            for arguments in Self.arguments + Self.ruledArguments {
                let isSealed = sealed.verdict(number: number, arguments) == .allow
                let isLoad = load.verdict(number: number, arguments) == .allow
                let isZygote = zygote.verdict(number: number, arguments) == .allow
                #expect(!isSealed || isLoad, "\(number) with \(arguments)")
                #expect(!isLoad || isZygote, "\(number) with \(arguments)")
            }
        }
    }

    @Test(arguments: FilterCase.all)
    func `a call of another architecture kills`(filter: FilterCase) throws {
        let machine = try filter.machine()
        // i386, ARM, and this machine's number without its 64-bit mark.
        let others: [UInt32] = [0x4000_0003, 0x4000_0028, FilterMachine.native & 0x7fff_ffff, 0]
        for architecture in others {
            for number: UInt32 in [0, 1, 3, 39, 59, 11, 60, 102] {
                let verdict = machine.verdict(number: number, architecture: architecture)
                #expect(verdict == .killProcess)
            }
        }
    }

    #if arch(x86_64)
    @Test(arguments: FilterCase.all)
    func `no call is allowed by its x32 number`(filter: FilterCase) throws {
        let machine = try filter.machine()
        for number in (0...600 as ClosedRange<UInt32>) {
            #expect(machine.verdict(number: number | 0x4000_0000) == .killProcess)
        }
        // The number that a tracer sets to have a call skipped.
        #expect(machine.verdict(number: .max) == .errno(ENOSYS))
    }
    #endif

    /// Calls whose rules look at arguments.
    private static let ruled = [
        "mmap", "mprotect", "clone", "prctl", "fcntl", "prlimit64", "tgkill", "socket",
        "sendto", "sendmsg", "setsockopt", "getsockopt", "madvise", "seccomp", "open", "openat",
    ]

    /// Arguments that such rules allow.
    private static let ruledArguments: [[UInt64]] = [
        [0x3d0f00], [15], [0, UInt64(F_GETFL)], [2, 1, 0], [2, 1, 6], [1, 1, 0], [0, 0, 5],
        [0, 0, 0, 0x2000_0000], [0, 1, UInt64(SO_KEEPALIVE)], [1, 1, 4096],
    ]
}
