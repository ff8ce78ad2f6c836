// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct WorkerStateMachineTests {
    private typealias Action = WorkerStateMachine.Action

    private static let report = LoadReport(
        version: 1 << 16,
        sealing: 1,
        loading: 2,
        starting: 3
    )
    private static let failure = LoadFailure(stage: .link, message: "no such symbol")
    private static let unsealed = LoadFailure(stage: .sandbox, message: "no Landlock")
    private static let shortage = LoadFailure(stage: .shortage, message: "no threads")
    private static let end = ProcessEnd(
        cause: .exited(0),
        userTime: 0,
        systemTime: 0
    )

    /// Everything that can happen to a worker.
    enum Event: CaseIterable {
        case spawned, sealed, loaded, loadFailed, sandboxFailed, shortageMet, socketClosed,
            waitedForEnd, retired, exited
    }

    /// The states of a worker, by the shortest way into each.
    enum Stage: CaseIterable {
        case wanted, spawned, sealed, reported, serving, ending, ended

        var way: [Event] {
            switch self {
            case .wanted: []
            case .spawned: [.spawned]
            case .sealed: [.spawned, .sealed]
            case .reported: [.sealed, .loaded]
            case .serving: [.spawned, .sealed, .loaded]
            case .ending: [.spawned, .sealed, .loaded, .retired]
            case .ended: [.spawned, .exited]
            }
        }
    }

    private func happen(_ event: Event, to machine: inout WorkerStateMachine) -> Action {
        switch event {
        case .spawned: return machine.spawned()
        case .sealed: return machine.sealed()
        case .loaded: return machine.loaded(Self.report)
        case .loadFailed: return machine.loadFailed(Self.failure)
        case .sandboxFailed: return machine.loadFailed(Self.unsealed)
        case .shortageMet: return machine.loadFailed(Self.shortage)
        case .socketClosed:
            machine.socketClosed()
            return .none
        case .waitedForEnd: return machine.waitedForEnd()
        case .retired:
            machine.retired()
            return .none
        case .exited: return machine.exited(Self.end)
        }
    }

    private func machine(in stage: Stage) -> WorkerStateMachine {
        var machine = WorkerStateMachine()
        for event in stage.way { _ = happen(event, to: &machine) }
        return machine
    }

    private static func expected(_ event: Event, in stage: Stage) -> Action {
        switch (event, stage) {
        case (.spawned, .reported): .ready
        case (.spawned, _): .none
        case (.sealed, .wanted), (.sealed, .spawned): .none
        case (.sealed, _): .nonsense
        case (.loaded, .sealed): .ready
        case (.loaded, _): .nonsense
        case (.loadFailed, .sealed): .failed(failure)
        case (.loadFailed, _): .nonsense
        case (.sandboxFailed, .wanted), (.sandboxFailed, .spawned): .failed(unsealed)
        case (.sandboxFailed, _): .nonsense
        case (.shortageMet, .wanted), (.shortageMet, .spawned): .failed(shortage)
        case (.shortageMet, _): .nonsense
        case (.waitedForEnd, .ending): .silent
        case (.waitedForEnd, _): .none
        case (.exited, .ended): .none
        case (.exited, _): .ended(end)
        case (.socketClosed, _), (.retired, _): .none
        }
    }

    @Test(arguments: Stage.allCases, Event.allCases)
    func `each event does one thing in each state`(stage: Stage, event: Event) {
        var machine = machine(in: stage)
        #expect(happen(event, to: &machine) == Self.expected(event, in: stage))
    }

    @Test(arguments: Stage.allCases)
    func `only a spawned worker that has loaded serves`(stage: Stage) {
        #expect(machine(in: stage).isServing == (stage == .serving))
        #expect(machine(in: stage).hasEnded == (stage == .ended))
    }

    @Test(arguments: [[Event.spawned, .sealed, .loaded], [.sealed, .loaded, .spawned]])
    func `spawn and load may be told in either order`(order: [Event]) {
        var machine = WorkerStateMachine()
        let actions = order.map { happen($0, to: &machine) }
        #expect(actions == [.none, .none, .ready])
        #expect(machine.loadReport == Self.report)
    }

    @Test(arguments: [Event.socketClosed, .retired, .loadFailed])
    func `a worker on its way out is never ready`(cause: Event) {
        var machine = machine(in: .sealed)
        _ = happen(cause, to: &machine)
        for event in [Event.spawned, .loaded, .spawned] {
            #expect(happen(event, to: &machine) != .ready)
        }
        #expect(!machine.isServing)
    }

    @Test func `whatever happens, a worker ends once and is ready at most once`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            var machine = machine(in: Bool.random(using: &generator) ? .wanted : .sealed)
            var ends = 0
            var readies = 0
            let events = (0..<12).compactMap { _ in Event.allCases.randomElement(using: &generator)
            }
            for event in events + [.exited, .exited] {
                switch happen(event, to: &machine) {
                case .ended: ends += 1
                case .ready:
                    readies += 1
                    #expect(ends == 0)
                default: break
                }
            }
            #expect(ends == 1)
            #expect(readies <= 1)
            #expect(machine.hasEnded)
        }
    }
}
