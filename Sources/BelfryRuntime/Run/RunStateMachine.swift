// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryWire

/// One run from acceptance to its one verdict; pure, so that it is tested without processes.
///
/// All events of a run arrive on one thread, so the first of them to decide it has decided it: what
/// comes later changes nothing. Each event answers with what is to be done about it.
struct RunStateMachine {
    /// What the host is to do after an event.
    enum Action: Equatable {
        /// Nothing.
        case none
        /// Send the request to the worker.
        case send
        /// Tell the extension that its time ends.
        case tellExpiry
        /// Deliver and report; the worker is killed when `kills` is true.
        case decide(Verdict, kills: Bool)
        /// Note a misuse that harms nobody.
        case strike(Strike)
    }

    private enum State: Equatable {
        case waiting
        case starting
        case running(isExpiring: Bool, hasCheckpoint: Bool)
        case decided(Decision)
    }

    private enum Decision: Equatable {
        case verdict(Verdict)
        /// The last content that was published goes out in place of what ended the run.
        case checkpoint(endedBy: Verdict)
    }

    private var state = State.waiting

    /// The verdict, once there is one.
    var verdict: Verdict? {
        switch state {
        case .decided(.verdict(let verdict)): verdict
        case .decided(.checkpoint): .delivered(.checkpoint)
        case .waiting, .starting, .running: nil
        }
    }

    /// What the verdict would have been, had no checkpoint been delivered in its place.
    var endedBy: Verdict? {
        if case .decided(.checkpoint(let cause)) = state { cause } else { nil }
    }

    /// Whether the extension has the request.
    var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// A worker is set on the run; its clocks begin.
    mutating func assigned() {
        if state == .waiting { state = .starting }
    }

    /// The worker is loaded and idle.
    mutating func workerReady() -> Action {
        guard state == .starting else { return .none }
        state = .running(isExpiring: false, hasCheckpoint: false)
        return .send
    }

    /// The worker could not be made, or had died before it could see the request: another is to come.
    mutating func requeued() {
        if state == .starting || isRunning { state = .waiting }
    }

    /// The start-up budget has ended.
    mutating func startBudgetEnded() -> Action {
        guard state == .starting else { return .none }
        return decide(.fallback(.startTimeout), kills: true)
    }

    /// The wall budget ends in the grace time.
    mutating func graceBegan() -> Action {
        guard case .running(isExpiring: false, let hasCheckpoint) = state else { return .none }
        state = .running(isExpiring: true, hasCheckpoint: hasCheckpoint)
        return .tellExpiry
    }

    /// The wall budget has ended.
    mutating func wallBudgetEnded() -> Action {
        let isStarting = state == .starting
        return decide(.fallback(isStarting ? .startTimeout : .timeout), kills: true)
    }

    /// The worker has used more than its budget of something.
    mutating func exceeded(_ budget: Verdict.Fallback) -> Action {
        decide(.fallback(budget), kills: true)
    }

    /// The extension has completed, with content that is well formed.
    mutating func completed() -> Action {
        switch state {
        case .running(let isExpiring, _):
            return decide(.delivered(isExpiring ? .atExpiry : .completed), kills: false)
        case .decided: return .strike(.lateCompletion)
        case .waiting, .starting:
            // It cannot complete what it has not been sent.
            return decide(.fallback(.protocol), kills: true)
        }
    }

    /// The notification that a content extension draws was closed.
    mutating func closed() -> Action {
        decide(.delivered(.completed), kills: !isRunning)
    }

    /// What a worker said of its views is too much.
    mutating func drewTooMuch() -> Action {
        decide(.fallback(.output), kills: true)
    }

    /// The extension has completed, with content that is not.
    mutating func completedBadly() -> Action {
        decide(.fallback(.output), kills: true)
    }

    /// The extension has published its best so far, well formed.
    mutating func published() -> Action {
        switch state {
        case .running(let isExpiring, _):
            state = .running(isExpiring: isExpiring, hasCheckpoint: true)
            return .none
        case .decided: return .none
        case .waiting, .starting: return decide(.fallback(.protocol), kills: true)
        }
    }

    /// The extension has dropped the notification.
    ///
    /// - Parameters:
    ///   - reason: Its own code.
    ///   - isAllowed: Whether its manifest lets it. One without the right is told so by its worker,
    ///     so what comes here then is forged.
    /// - Returns: What to do.
    mutating func dropped(_ reason: DropReason, isAllowed: Bool) -> Action {
        switch state {
        case .running where isAllowed: decide(.dropped(reason), kills: false)
        case .decided: .strike(.lateCompletion)
        case .waiting, .starting, .running: decide(.fallback(.protocol), kills: true)
        }
    }

    /// The extension has answered with what is no content of its request, or misused more handles
    /// than are forgiven.
    mutating func abused() -> Action {
        decide(.fallback(.abuse), kills: true)
    }

    /// The extension could not be loaded.
    mutating func loadFailed(_ stage: LoadFailure.Stage) -> Action {
        // By then the extension's constructors have run, and stood in the way.
        if stage == .seal { return violated() }
        if stage == .memory { return decide(.fallback(.memory), kills: false) }
        if stage == .shortage { return machineLacked() }
        let rejection: Verdict.Rejection =
            switch stage {
            case .sandbox, .seal, .memory, .shortage: .sandbox
            case .elf: .elf
            case .link: .link
            case .entry, .start: .entry
            case .descriptor: .descriptor
            case .abi: .abi
            case .identity: .identity
            }
        return decide(.rejected(rejection), kills: false)
    }

    /// The worker could not be made at all.
    mutating func workerUnavailable() -> Action {
        decide(.rejected(.sandbox), kills: false)
    }

    /// The machine had too little of something for a worker, and there is no time for another attempt.
    mutating func machineLacked() -> Action {
        decide(.fallback(.hostResource), kills: true)
    }

    /// The worker said what makes no sense, or closed its socket and lives on.
    mutating func protocolBroken() -> Action {
        decide(.fallback(.protocol), kills: true)
    }

    /// The kernel holds a system call of the worker's that no extension may make.
    mutating func violated() -> Action {
        decide(.fallback(.violation), kills: true)
    }

    /// The worker has ended by itself.
    ///
    /// A process that is refused memory ends in many ways: Swift and C++ abort, C goes through a null
    /// pointer. When there was little left by then, that is what ended it.
    mutating func workerEnded(
        _ cause: ProcessEnd.Cause,
        memory: MemoryEvidence? = nil
    ) -> Action {
        var reason = Self.reason(for: cause)
        if case .signalled(let number) = cause, Signal(number).canFollowRefusedMemory,
            memory?.isExhausted == true
        {
            reason = .memory
        }
        return decide(.fallback(reason), kills: false)
    }

    /// The worker goes on without its first thread, and has had time to complete.
    mutating func lostFirstThread() -> Action {
        decide(.fallback(.exited), kills: true)
    }

    /// The host shuts down.
    mutating func hostStops() -> Action {
        decide(.fallback(.hostShutdown), kills: true)
    }

    /// The host has no room for it, and it has waited for as long as it may; one that has begun goes on.
    mutating func hostOverloaded() -> Action {
        guard state == .waiting else { return .none }
        return decide(.fallback(.hostOverloaded), kills: false)
    }

    private mutating func decide(_ verdict: Verdict, kills: Bool) -> Action {
        if case .decided = state { return .none }
        if case .running(_, hasCheckpoint: true) = state, verdict.yieldsToCheckpoint {
            state = .decided(.checkpoint(endedBy: verdict))
            return .decide(.delivered(.checkpoint), kills: kills)
        }
        state = .decided(.verdict(verdict))
        return .decide(verdict, kills: kills)
    }

    /// What a way to end says about the extension.
    static func reason(for cause: ProcessEnd.Cause) -> Verdict.Fallback {
        switch cause {
        case .exited(ProcessEnd.brokenSocketStatus): .protocol
        case .exited: .exited
        case .signalled(let signal):
            switch Signal(signal) {
            case .illegalInstruction, .trap: .trap
            case .badSystemCall: .violation
            case .cpuLimit: .cpu
            case .fileSizeLimit: .output
            case .kill: .killedFromOutside
            default: .crash
            }
        }
    }
}
