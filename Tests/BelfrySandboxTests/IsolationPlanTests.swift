// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfrySandbox

@Suite struct IsolationPlanTests {
    private func plan(privileged: Bool, user: Bool) -> IsolationPlan {
        IsolationPlan(
            authority: .init(isPrivileged: privileged, mayMakeUserNamespaces: user)
        )
    }

    @Test(arguments: [false, true])
    func `a privileged host needs no user namespace and becomes nobody`(user: Bool) {
        let plan = plan(privileged: true, user: user)
        #expect(plan.namespaces == .isolating)
        #expect(plan.identity == 65534)
        #expect(plan.shortfall == nil)
    }

    @Test func `an ordinary host isolates through a user namespace`() {
        let plan = plan(privileged: false, user: true)
        #expect(plan.namespaces == NamespaceSet.isolating.union(.user))
        #expect(plan.identity == nil)
        #expect(plan.shortfall == nil)
    }

    @Test func `a host that may do neither says what is missing`() throws {
        let plan = plan(privileged: false, user: false)
        #expect(plan.namespaces.isEmpty)
        #expect(plan.identity == nil)
        #expect(try #require(plan.shortfall).contains("user.max_user_namespaces"))
    }

    /// Which plan it is depends on the machine; that it is one of three does not.
    @Test func `probing gives one of the plans`() {
        let plans = [(true, false), (false, true), (false, false)].map {
            plan(privileged: $0.0, user: $0.1)
        }
        #expect(plans.contains(IsolationPlan.probe()))
    }
}

@Suite struct NamespaceSetTests {
    @Test(
        arguments: [
            (.user, 0x1000_0000, "user"), (.mount, 0x0002_0000, "mount"),
            (.pid, 0x2000_0000, "pid"), (.network, 0x4000_0000, "net"),
            (.ipc, 0x0800_0000, "ipc"), (.uts, 0x0400_0000, "uts"),
        ] as [(NamespaceSet, UInt64, String)]
    )
    func `each kind has the kernel's flag and name`(
        kind: NamespaceSet,
        flag: UInt64,
        name: String
    ) {
        #expect(kind.cloneFlags == flag)
        #expect(kind.kernelNames == name)
        #expect(NamespaceSet(cloneFlags: flag) == kind)
    }

    @Test func `every set survives the way through flags`() {
        for raw in (0..<64 as Range<UInt8>) {
            let set = NamespaceSet(rawValue: raw)
            #expect(NamespaceSet(cloneFlags: set.cloneFlags) == set)
        }
    }

    @Test func `flags that are no namespace are left out`() {
        #expect(NamespaceSet(cloneFlags: 0x3d0f00).isEmpty)
        #expect(NamespaceSet(cloneFlags: .max) == NamespaceSet.isolating.union(.user))
    }

    @Test func `names come in a fixed order`() {
        let all = NamespaceSet.isolating.union(.user)
        #expect(all.kernelNames == "user mount pid net ipc uts")
        #expect(NamespaceSet().kernelNames == "")
    }
}
