// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryRandom
import BelfryReport
import BelfryWire
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct RunStateMachineTests {
    private typealias Action = RunStateMachine.Action

    /// What an event does in a state.
    private static func expected(_ event: RunEvent, in stage: RunStage) -> Action {
        switch (event, stage) {
        case (.completed, .decided), (.dropped, .decided), (.droppedWithoutRight, .decided):
            .strike(.lateCompletion)
        case (_, .decided): .none
        case (.assigned, _): .none
        case (.workerReady, .starting): .send
        case (.workerReady, _): .none
        case (.graceBegan, .running), (.graceBegan, .published): .tellExpiry
        case (.graceBegan, _): .none
        case (.startBudgetEnded, .starting): fallback(.startTimeout, kills: true)
        case (.startBudgetEnded, _): .none
        case (.wallBudgetEnded, .starting): fallback(.startTimeout, kills: true)
        case (.wallBudgetEnded, .published), (.memoryExceeded, .published),
            (.cpuExceeded, .published), (.hostStops, .published), (.firstThreadLost, .published),
            (.machineLacked, .published):
            .decide(.delivered(.checkpoint), kills: true)
        case (.workerExited, .published), (.workerKilled, .published),
            (.workerUnavailable, .published):
            .decide(.delivered(.checkpoint), kills: false)
        case (.wallBudgetEnded, _): fallback(.timeout, kills: true)
        case (.memoryExceeded, _): fallback(.memory, kills: true)
        case (.cpuExceeded, _): fallback(.cpu, kills: true)
        case (.completed, .running), (.completed, .published):
            .decide(.delivered(.completed), kills: false)
        case (.completed, .expiring): .decide(.delivered(.atExpiry), kills: false)
        case (.completed, _): fallback(.protocol, kills: true)
        case (.completedBadly, _): fallback(.output, kills: true)
        case (.loadFailed, _): .decide(.rejected(.elf), kills: false)
        case (.workerUnavailable, _): .decide(.rejected(.sandbox), kills: false)
        case (.protocolBroken, _): fallback(.protocol, kills: true)
        case (.workerExited, _): fallback(.exited, kills: false)
        case (.workerKilled, _): fallback(.killedFromOutside, kills: false)
        case (.hostStops, _): fallback(.hostShutdown, kills: true)
        case (.published, .running), (.published, .expiring), (.published, .published): .none
        case (.published, _): fallback(.protocol, kills: true)
        case (.dropped, .running), (.dropped, .expiring), (.dropped, .published):
            RunEvent.reason.map { .decide(.dropped($0), kills: false) } ?? .none
        case (.dropped, _), (.droppedWithoutRight, _): fallback(.protocol, kills: true)
        case (.abused, _): fallback(.abuse, kills: true)
        case (.violated, _): fallback(.violation, kills: true)
        case (.firstThreadLost, _): fallback(.exited, kills: true)
        case (.hostOverloaded, .waiting): fallback(.hostOverloaded, kills: false)
        case (.hostOverloaded, _): .none
        case (.machineLacked, _): fallback(.hostResource, kills: true)
        }
    }

    private static func fallback(_ reason: Verdict.Fallback, kills: Bool) -> Action {
        .decide(.fallback(reason), kills: kills)
    }

    @Test(arguments: RunStage.allCases, RunEvent.allCases)
    func `each event does one thing in each state`(stage: RunStage, event: RunEvent) {
        var machine = stage.machine
        let before = machine.verdict
        let action = event.happen(to: &machine)
        #expect(action == Self.expected(event, in: stage))
        if case .decide(let verdict, _) = action {
            #expect(machine.verdict == verdict)
            #expect(!machine.isRunning)
        } else {
            #expect(machine.verdict == before)
        }
    }

    @Test func `a run is running from the send to the decision`() {
        #expect(
            RunStage.allCases.map(\.machine.isRunning)
                == [false, false, true, true, true, false]
        )
    }

    @Test(arguments: [RunStage.starting, .running, .expiring])
    func `a run that is requeued begins again, and no decided one is`(stage: RunStage) {
        var machine = stage.machine
        machine.requeued()
        #expect(!machine.isRunning && machine.verdict == nil)
        machine.assigned()
        #expect(machine.workerReady() == .send)
        #expect(machine.completed() == .decide(.delivered(.completed), kills: false))
        machine.requeued()
        #expect(machine.verdict == .delivered(.completed))
    }

    @Test func `a shortage before the extension is the machine's`() {
        var machine = RunStage.starting.machine
        #expect(machine.loadFailed(.shortage) == Self.fallback(.hostResource, kills: true))
        #expect(machine.verdict?.isOffence == false)
    }

    @Test func `whatever happens in whatever order, a run is decided once`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<10_000 {
            var machine = RunStateMachine()
            var decided: [Verdict] = []
            var sends = 0
            var notices = 0
            let length = Int.random(in: 0...16, using: &generator)
            let events = (0..<length).map { _ in RunEvent.allCases.randomElement(using: &generator)
            }
            for event in events.compactMap(\.self) + [.hostStops, .completed] {
                switch event.happen(to: &machine) {
                case .none: break
                case .send: sends += 1
                case .tellExpiry: notices += 1
                case .strike: #expect(decided.count == 1)
                case .decide(let verdict, _): decided.append(verdict)
                }
            }
            #expect(decided.count == 1)
            #expect(machine.verdict == decided.first)
            #expect((machine.endedBy != nil) == (machine.verdict == .delivered(.checkpoint)))
            #expect(sends <= 1)
            #expect(notices <= sends)
        }
    }

    /// One that the host has no room for has not begun, and published nothing.
    @Test(arguments: Verdict.Fallback.allCases.filter { $0 != .hostOverloaded })
    func `a checkpoint goes before a fallback, but for those who break rules`(
        reason: Verdict.Fallback
    ) {
        let isBreach = [.violation, .protocol, .abuse, .output].contains(reason)
        var machine = RunStage.published.machine
        let action = machine.exceeded(reason)
        if isBreach {
            #expect(action == Self.fallback(reason, kills: true))
            #expect(machine.endedBy == nil)
        } else {
            #expect(action == .decide(.delivered(.checkpoint), kills: true))
            #expect(machine.endedBy == .fallback(reason))
        }
        #expect(machine.published() == .none)
        #expect(machine.completed() == .strike(.lateCompletion))
    }

    @Test(
        arguments: [
            (.sandbox, .sandbox), (.elf, .elf), (.link, .link), (.entry, .entry),
            (.descriptor, .descriptor), (.abi, .abi), (.identity, .identity), (.start, .entry),
        ] as [(LoadFailure.Stage, Verdict.Rejection)]
    )
    func `a load that fails is rejected by its stage`(
        stage: LoadFailure.Stage,
        rejection: Verdict.Rejection
    ) {
        var machine = RunStage.starting.machine
        #expect(machine.loadFailed(stage) == .decide(.rejected(rejection), kills: false))
    }

    @Test func `constructors that keep the sandbox open are a violation`() {
        var machine = RunStage.starting.machine
        #expect(machine.loadFailed(.seal) == .decide(.fallback(.violation), kills: true))
    }

    @Test(
        arguments: [
            (SIGILL, .trap), (SIGTRAP, .trap), (SIGSYS, .violation), (SIGXCPU, .cpu),
            (SIGXFSZ, .output), (SIGKILL, .killedFromOutside), (SIGSEGV, .crash),
            (SIGBUS, .crash), (SIGFPE, .crash), (SIGABRT, .crash), (SIGPIPE, .crash),
            (SIGTERM, .crash), (64, .crash), (0, .crash), (-1, .crash),
        ] as [(Int32, Verdict.Fallback)]
    )
    func `a signal says why`(signal: Int32, reason: Verdict.Fallback) {
        #expect(RunStateMachine.reason(for: .signalled(signal)) == reason)
        #expect(!Signal(signal).name.isEmpty)
    }

    @Test(arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP])
    func `a crash with no memory left is of memory`(signal: Int32) {
        var machine = RunStage.running.machine
        let action = machine.workerEnded(
            .signalled(signal),
            memory: MemoryEvidence(residentGrowth: 2, budget: 1)
        )
        #expect(action == Self.fallback(.memory, kills: false))
    }

    @Test(
        arguments: [
            (.signalled(SIGSEGV), 1, .crash), (.signalled(SIGFPE), 2, .crash),
            (.signalled(SIGKILL), 2, .killedFromOutside), (.signalled(SIGSYS), 2, .violation),
            (.exited(1), 2, .exited),
        ] as [(ProcessEnd.Cause, UInt64, Verdict.Fallback)]
    )
    func `another end is what it is, and so is a crash with memory left`(
        cause: ProcessEnd.Cause,
        growth: UInt64,
        reason: Verdict.Fallback
    ) {
        var machine = RunStage.running.machine
        let memory = MemoryEvidence(residentGrowth: growth, budget: 1)
        let action = machine.workerEnded(cause, memory: memory)
        #expect(action == Self.fallback(reason, kills: false))
    }

    @Test(arguments: [0, 1, 127, 255] as [Int32])
    func `an exit is an exit whatever its status`(status: Int32) {
        #expect(RunStateMachine.reason(for: .exited(status)) == .exited)
    }

    @Test func `signals have the names people know`() {
        #expect(Signal(SIGSEGV).name == "SIGSEGV")
        #expect(Signal(SIGSYS).name == "SIGSYS")
        #expect(Signal(999).name == "signal 999")
    }

    @Test func `every verdict has a word and a reason of its own`() {
        let verdicts: [Verdict] =
            Verdict.Delivery.allCases.map { .delivered($0) }
            + Verdict.Fallback.allCases.map { .fallback($0) }
            + Verdict.Rejection.allCases.map { .rejected($0) } + [.notCalled(.noAlert)]
            + [DropReason("spam")].compactMap(\.self).map { .dropped($0) }
        #expect(Set(verdicts.map { "\($0.kind) \($0.reason)" }).count == verdicts.count)
        for verdict in verdicts { #expect(verdict.isDelivered == (verdict.kind == .delivered)) }
    }
}
