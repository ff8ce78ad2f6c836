// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Glibc
import Testing

/// The filters as workers have them, each over the one before, beside whole ones.
@Suite struct StackedFilterTests {
    private typealias Verdict = FilterMachine.Verdict

    /// The zygote's filter, and what loading and sealing put over it.
    private struct Stack {
        let whole: [FilterMachine]
        let over: [FilterMachine]

        init(hasNetwork: Bool) throws {
            let zygote = SystemCallPolicy(stage: .zygote, hasNetwork: true)
            let load = SystemCallPolicy(stage: .load, hasNetwork: hasNetwork)
            let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: hasNetwork)
            let first = FilterMachine(try SystemCallFilter(zygote))
            whole = [
                first, FilterMachine(try SystemCallFilter(load)),
                FilterMachine(try SystemCallFilter(sealed)),
            ]
            over = [
                first, FilterMachine(try SystemCallFilter(load, over: zygote)),
                FilterMachine(try SystemCallFilter(sealed, over: load)),
            ]
        }
    }

    /// What the kernel does with a call under several filters: the strictest answer, and of equal
    /// ones that of the filter that came last.
    private static func verdict(
        of machines: ArraySlice<FilterMachine>,
        _ number: UInt32,
        _ arguments: [UInt64],
        _ architecture: UInt32 = FilterMachine.native
    ) -> Verdict {
        var strictest = Verdict.allow
        for machine in machines.reversed() {
            let verdict = machine.verdict(
                number: number,
                arguments,
                architecture: architecture
            )
            if rank(verdict) < rank(strictest) { strictest = verdict }
        }
        return strictest
    }

    private static func rank(_ verdict: Verdict) -> Int {
        switch verdict {
        case .killProcess: 0
        case .other: 1
        case .errno: 2
        case .notify: 3
        case .leave: 4
        case .allow: 5
        }
    }

    /// Values that rules tell apart, and their neighbours.
    private static let values: [UInt64] =
        (0...34).map { $0 } + [
            102, 103, 0x3d0f00, 0x3d0f01, 0x10000, 0x7fff_fff1, 262, 0x5356_4d41,
        ]
        + [0x20, 0x21, 0x22, 0x100, 0x40000, 0x2000_0000, 1 << 32, .max, UInt64(F_DUPFD_CLOEXEC)]

    @Test(arguments: [false, true])
    func `filters over one another do what whole ones do`(hasNetwork: Bool) throws {
        let stack = try Stack(hasNetwork: hasNetwork)
        var numbers = SystemRandomNumberGenerator()
        for number in (0...470 as ClosedRange<UInt32>) {
            var trials: [[UInt64]] = [[], [UInt64](repeating: .max, count: 6)]
            for _ in 0..<60 {
                trials.append((0..<6).map { _ in Self.values.randomElement(using: &numbers) ?? 0 })
            }
            for arguments in trials {
                for depth in 2...3 {
                    let whole = Self.verdict(of: stack.whole[..<depth], number, arguments)
                    let over = Self.verdict(of: stack.over[..<depth], number, arguments)
                    #expect(over == whole, "\(number) with \(arguments) under \(depth)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a call of another architecture kills under them too`(hasNetwork: Bool) throws {
        let stack = try Stack(hasNetwork: hasNetwork)
        for architecture: UInt32 in [0x4000_0003, 0x4000_0028, 0] {
            for number in (0...470 as ClosedRange<UInt32>) {
                let verdict = Self.verdict(of: stack.over[...], number, [], architecture)
                #expect(verdict == .killProcess)
            }
        }
        #if arch(x86_64)
        for number in (0...470 as ClosedRange<UInt32>) {
            #expect(Self.verdict(of: stack.over[...], number | 0x4000_0000, []) == .killProcess)
        }
        #endif
    }

    /// Else there would be nothing to gain.
    @Test func `a filter over another is a fraction of the whole`() throws {
        let zygote = SystemCallPolicy(stage: .zygote, hasNetwork: true)
        let load = SystemCallPolicy(stage: .load, hasNetwork: false)
        let sealed = SystemCallPolicy(stage: .sealed, hasNetwork: false)
        let whole = try SystemCallFilter(load).program.count
        let loadCount = try SystemCallFilter(load, over: zygote).program.count
        let sealedCount = try SystemCallFilter(sealed, over: load).program.count
        #expect(loadCount < whole / 2)
        #expect(sealedCount < whole / 6)
    }
}
