// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Glibc
import Testing

@Suite struct SystemCallPolicyTests {
    /// What the zygote makes itself it cannot have a listener hear of.
    @Test func `a worker may not make what only its zygote needs`() {
        for filter in FilterCase.ofWorkers {
            let zygote = SystemCallPolicy(stage: .zygote, hasNetwork: true)
            #expect(Set(filter.policy.killed).isDisjoint(with: zygote.allowed))
            #expect(Set(filter.policy.killed).isSubset(of: zygote.killed))
            #expect(Set(filter.policy.killedUnnamed).isSubset(of: zygote.allowed))
        }
    }

    @Test(arguments: FilterCase.all)
    func `no call is in two lists or twice in one`(filter: FilterCase) {
        let policy = filter.policy
        let names =
            policy.allowed + policy.refused.map(\.name) + policy.killed
            + policy.killedUnnamed
        let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
        #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
    }

    /// A misspelt name would be skipped in silence.
    @Test(arguments: FilterCase.all)
    func `every name is that of a system call`(filter: FilterCase) {
        let policy = filter.policy
        let names =
            policy.allowed + policy.refused.map(\.name) + policy.killed
            + policy.killedUnnamed
        #expect(names.filter { FilterMachine.number(of: $0) == -1 } == [])
    }

    @Test(arguments: [false, true])
    func `each stage allows no more than the one before`(hasNetwork: Bool) {
        let stages: [SystemCallPolicy.Stage] = [.zygote, .load, .sealed]
        let allowed = stages.map {
            Set(SystemCallPolicy(stage: $0, hasNetwork: hasNetwork).allowed)
        }
        #expect(allowed[1].isSubset(of: allowed[0]))
        #expect(allowed[2].isSubset(of: allowed[1]))
    }

    @Test func `network allows more, and nothing else changes`() {
        for stage in SystemCallPolicy.Stage.allCases {
            let without = SystemCallPolicy(stage: stage, hasNetwork: false)
            let with = SystemCallPolicy(stage: stage, hasNetwork: true)
            #expect(Set(without.allowed).isSubset(of: with.allowed))
            #expect(without.killed == with.killed)
            #expect(without.allowsFork == with.allowsFork)
            #expect(without.allowsExecutableMappings == with.allowsExecutableMappings)
        }
    }

    @Test func `only the zygote forks, and who is sealed maps no new code`() {
        for filter in FilterCase.all {
            #expect(filter.policy.allowsFork == (filter.stage == .zygote))
            let mapsCode = filter.stage == .zygote || filter.stage == .load
            #expect(filter.policy.allowsExecutableMappings == mapsCode)
        }
    }
}
