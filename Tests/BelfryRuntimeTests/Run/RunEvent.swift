// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryWire

@testable import BelfryRuntime

/// Everything that can happen to a run.
enum RunEvent: CaseIterable {
    case assigned, workerReady, startBudgetEnded, graceBegan, wallBudgetEnded, memoryExceeded
    case cpuExceeded, completed, completedBadly, loadFailed, workerUnavailable, protocolBroken
    case workerExited, workerKilled, hostStops, published, dropped, droppedWithoutRight, abused
    case violated, firstThreadLost, hostOverloaded, machineLacked

    func happen(to machine: inout RunStateMachine) -> RunStateMachine.Action {
        guard let reason = Self.reason else { return .none }
        switch self {
        case .assigned:
            machine.assigned()
            return .none
        case .workerReady: return machine.workerReady()
        case .startBudgetEnded: return machine.startBudgetEnded()
        case .graceBegan: return machine.graceBegan()
        case .wallBudgetEnded: return machine.wallBudgetEnded()
        case .memoryExceeded: return machine.exceeded(.memory)
        case .cpuExceeded: return machine.exceeded(.cpu)
        case .completed: return machine.completed()
        case .completedBadly: return machine.completedBadly()
        case .loadFailed: return machine.loadFailed(.elf)
        case .workerUnavailable: return machine.workerUnavailable()
        case .protocolBroken: return machine.protocolBroken()
        case .workerExited: return machine.workerEnded(.exited(0))
        case .workerKilled: return machine.workerEnded(.signalled(9))
        case .hostStops: return machine.hostStops()
        case .published: return machine.published()
        case .dropped: return machine.dropped(reason, isAllowed: true)
        case .droppedWithoutRight: return machine.dropped(reason, isAllowed: false)
        case .abused: return machine.abused()
        case .violated: return machine.violated()
        case .firstThreadLost: return machine.lostFirstThread()
        case .hostOverloaded: return machine.hostOverloaded()
        case .machineLacked: return machine.machineLacked()
        }
    }

    static let reason = DropReason("spam")
}

/// The states of a run, by the shortest way into each.
enum RunStage: CaseIterable {
    case waiting, starting, running, expiring, published, decided

    var way: [RunEvent] {
        switch self {
        case .waiting: []
        case .starting: [.assigned]
        case .running: [.assigned, .workerReady]
        case .expiring: [.assigned, .workerReady, .graceBegan]
        case .published: [.assigned, .workerReady, .published]
        case .decided: [.assigned, .workerReady, .completed]
        }
    }

    var machine: RunStateMachine {
        var machine = RunStateMachine()
        for event in way { _ = event.happen(to: &machine) }
        return machine
    }
}
