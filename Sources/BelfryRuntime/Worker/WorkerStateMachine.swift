// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// One worker's life as the host follows it; pure, so that it is tested without processes.
struct WorkerStateMachine {
    /// What the host is to do after an event.
    enum Action: Equatable {
        /// Nothing.
        case none
        /// It is loaded and known by its pidfd: take its baseline and give it work.
        case ready
        /// It has ended, for the cause that its zygote tells.
        case ended(ProcessEnd)
        /// It closed its socket and still lives: kill it.
        case silent
        /// It could not be loaded; it ends by itself.
        case failed(LoadFailure)
        /// It said what it cannot have to say now.
        case nonsense
    }

    private enum State: Equatable {
        /// Waiting for the zygote's word and for the extension's, in either order.
        case starting(isSpawned: Bool, report: LoadReport?)
        case serving(LoadReport)
        case ending
        case ended
    }

    private var state = State.starting(isSpawned: false, report: nil)
    /// Whether it has said that its sandbox is in force: until then, no code but ours has run.
    private(set) var isSealed = false

    /// How loading went, once it has.
    var loadReport: LoadReport? {
        if case .serving(let report) = state { report } else { nil }
    }

    /// Whether it can be given requests.
    var isServing: Bool { loadReport != nil }

    /// Whether its process is gone.
    var hasEnded: Bool { state == .ended }

    /// The zygote has forked it.
    mutating func spawned() -> Action {
        guard case .starting(_, let report) = state else { return .none }
        return start(isSpawned: true, report: report)
    }

    /// It says that its sandbox is in force, before it does anything for the extension.
    mutating func sealed() -> Action {
        guard case .starting(_, nil) = state, !isSealed else { return .nonsense }
        isSealed = true
        return .none
    }

    /// It says that the extension is loaded.
    mutating func loaded(_ report: LoadReport) -> Action {
        guard case .starting(let isSpawned, nil) = state, isSealed else { return .nonsense }
        return start(isSpawned: isSpawned, report: report)
    }

    /// It says that the extension cannot be loaded.
    mutating func loadFailed(_ failure: LoadFailure) -> Action {
        guard case .starting(_, nil) = state, isSealed != failure.stage.isBeforeExtension
        else { return .nonsense }
        state = .ending
        return .failed(failure)
    }

    /// Its run socket was closed from its side.
    mutating func socketClosed() {
        if !hasEnded { state = .ending }
    }

    /// The zygote has not told of its end for a while after its socket was closed.
    mutating func waitedForEnd() -> Action {
        state == .ending ? .silent : .none
    }

    /// The host has decided to end it.
    mutating func retired() {
        if !hasEnded { state = .ending }
    }

    /// The zygote says how it ended.
    mutating func exited(_ end: ProcessEnd) -> Action {
        if hasEnded { return .none }
        state = .ended
        return .ended(end)
    }

    private mutating func start(isSpawned: Bool, report: LoadReport?) -> Action {
        guard isSpawned, let report else {
            state = .starting(isSpawned: isSpawned, report: report)
            return .none
        }
        state = .serving(report)
        return .ready
    }
}
