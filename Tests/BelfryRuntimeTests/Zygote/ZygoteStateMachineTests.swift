// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct ZygoteStateMachineTests {
    private static let layers = [LayerRecord(name: "seccomp", isEnforced: true, detail: "")]

    private func ready() -> ZygoteStateMachine {
        var machine = ZygoteStateMachine()
        _ = machine.becameReady(Self.layers)
        return machine
    }

    private func ended() -> ZygoteStateMachine {
        var machine = ZygoteStateMachine()
        _ = machine.ended("gone")
        return machine
    }

    @Test func `workers wait until it is ready, and are forked in order`() {
        var machine = ZygoteStateMachine()
        for worker in [7, 5, 6] as [UInt64] { #expect(machine.requested(worker) == .none) }
        #expect(machine.layers.isEmpty)
        #expect(machine.becameReady(Self.layers) == .spawn([7, 5, 6]))
        #expect(machine.layers == Self.layers)
        #expect(machine.becameReady([]) == .none)
        #expect(machine.layers == Self.layers)
    }

    @Test func `one that nobody waits for just becomes ready`() {
        var machine = ZygoteStateMachine()
        #expect(machine.becameReady(Self.layers) == .none)
        #expect(machine.failure == nil)
    }

    @Test func `once ready it forks at once`() {
        var machine = ready()
        #expect(machine.requested(3) == .spawn([3]))
        #expect(machine.requested(4) == .spawn([4]))
    }

    @Test func `one that never gets ready gives up those that wait, once`() {
        var machine = ZygoteStateMachine()
        _ = machine.requested(1)
        _ = machine.requested(2)
        var lacking = machine
        #expect(
            lacking.ended("no memory", isShortage: true)
                == .giveUp([1, 2], reason: "no memory", isShortage: true)
        )
        #expect(machine.ended("no Landlock") == .giveUp([1, 2], reason: "no Landlock"))
        #expect(machine.failure == "no Landlock")
        #expect(machine.ended("again") == .none)
        #expect(machine.failure == "no Landlock")
    }

    @Test func `one that has ended gives up whoever comes, with the reason`() {
        var machine = ended()
        #expect(machine.requested(9) == .giveUp([9], reason: "gone"))
        #expect(machine.becameReady(Self.layers) == .none)
        #expect(machine.layers.isEmpty)
        #expect(machine.failure == "gone")
    }

    @Test func `the end of a ready one gives up nobody: its workers are known elsewhere`() {
        var machine = ready()
        _ = machine.requested(1)
        #expect(machine.ended("killed") == .none)
        #expect(machine.failure == "killed")
        #expect(machine.layers.isEmpty)
        #expect(machine.requested(2) == .giveUp([2], reason: "killed"))
    }
}
