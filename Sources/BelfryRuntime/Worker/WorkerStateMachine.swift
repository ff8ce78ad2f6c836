// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
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

    /// Who ends a worker, from the mildest to the strongest.
    enum Ender: Int, Comparable {
        /// It ends by itself, or is about to.
        case itself
        /// The host has asked it to end.
        case asked
        /// The host has killed it.
        case killed

        static func < (first: Ender, second: Ender) -> Bool { first.rawValue < second.rawValue }
    }

    /// How a worker ends.
    struct Ending: Equatable {
        var by: Ender

        /// Why it gets no further run; nil where there is nothing to say about that.
        var retirement: Retirement?

        /// Whether it had said that its sandbox is in force.
        var isSealed: Bool

        /// How loading went; nil where it has never served.
        var report: LoadReport?
    }

    private enum State: Equatable {
        /// Waiting for the zygote's word and for the extension's, in either order.
        case starting(isSpawned: Bool, isSealed: Bool, report: LoadReport?)
        case serving(LoadReport)
        case ending(Ending)
        /// Its process has ended, and what it leaves is being looked at.
        case ended(Ending, ProcessEnd)
        /// There is no process, and nothing of it is looked at any more.
        case gone(Ending, ProcessEnd?)
    }

    private var state = State.starting(isSpawned: false, isSealed: false, report: nil)

    // MARK: What it is

    /// Whether it can be given requests.
    var isServing: Bool {
        if case .serving = state { true } else { false }
    }

    /// How loading went, once it serves and from there on.
    var loadReport: LoadReport? {
        if case .serving(let report) = state { report } else { ending?.report }
    }

    /// Whether it has said that its sandbox is in force: until then, no code but ours has run.
    var isSealed: Bool {
        switch state {
        case .starting(_, let isSealed, _): isSealed
        case .serving: true
        case .ending(let ending), .ended(let ending, _), .gone(let ending, _): ending.isSealed
        }
    }

    /// Whether the host ends it, or has.
    var isLeaving: Bool { (ending?.by ?? .itself) > .itself }

    /// Whether the host has killed it.
    var isKilled: Bool { ending?.by == .killed }

    /// Whether its process has ended, or there was none.
    var hasEnded: Bool {
        switch state {
        case .starting, .serving, .ending: false
        case .ended, .gone: true
        }
    }

    /// Whether nothing of it is looked at any more.
    var isGone: Bool {
        if case .gone = state { true } else { false }
    }

    /// How its process ended, where its zygote has told.
    var end: ProcessEnd? {
        switch state {
        case .starting, .serving, .ending: nil
        case .ended(_, let end): end
        case .gone(_, let end): end
        }
    }

    /// Why it gets no further run.
    var retirement: Retirement? { ending?.retirement }

    private var ending: Ending? {
        switch state {
        case .starting, .serving: nil
        case .ending(let ending), .ended(let ending, _), .gone(let ending, _): ending
        }
    }

    // MARK: What happens

    /// The zygote has forked it.
    mutating func spawned() -> Action {
        guard case .starting(_, let isSealed, let report) = state else { return .none }
        return start(isSpawned: true, isSealed, report)
    }

    /// It says that its sandbox is in force, before it does anything for the extension.
    mutating func sealed() -> Action {
        guard case .starting(let isSpawned, false, nil) = state else { return .nonsense }
        state = .starting(isSpawned: isSpawned, isSealed: true, report: nil)
        return .none
    }

    /// It says that the extension is loaded.
    mutating func loaded(_ report: LoadReport) -> Action {
        guard case .starting(let isSpawned, true, nil) = state else { return .nonsense }
        return start(isSpawned: isSpawned, true, report)
    }

    /// It says that the extension cannot be loaded.
    mutating func loadFailed(_ failure: LoadFailure) -> Action {
        guard case .starting(_, let isSealed, nil) = state,
            isSealed != failure.stage.isBeforeExtension
        else { return .nonsense }
        // One that found the machine short of something makes room for another.
        ends(by: failure.stage == .shortage ? .asked : .itself)
        return .failed(failure)
    }

    /// Its run socket was closed from its side.
    mutating func socketClosed() {
        ends(by: .itself)
    }

    /// The zygote has not told of its end for a while after its socket was closed.
    mutating func waitedForEnd() -> Action {
        if case .ending = state { .silent } else { .none }
    }

    /// The host asks it to end.
    mutating func retired(_ retirement: Retirement? = nil) {
        ends(by: .asked, retirement)
    }

    /// The host kills it.
    ///
    /// - Returns: Whether this is the first time.
    mutating func killed(_ retirement: Retirement? = nil) -> Bool {
        let isFirst = !isKilled
        ends(by: .killed, retirement)
        return isFirst
    }

    /// The zygote says how it ended.
    mutating func exited(_ end: ProcessEnd) -> Action {
        if hasEnded { return .none }
        ends(by: .itself)
        if let ending { state = .ended(ending, end) }
        return .ended(end)
    }

    /// There is no process, or none whose end anybody tells; or all of its end has been looked at.
    mutating func vanished() {
        ends(by: .asked)
        if let ending { state = .gone(ending, end) }
    }

    /// It ends: the strongest ender and the first reason stand.
    private mutating func ends(by ender: Ender, _ retirement: Retirement? = nil) {
        switch state {
        case .starting, .serving:
            state = .ending(
                Ending(by: ender, retirement: retirement, isSealed: isSealed, report: loadReport)
            )
        case .ending(var ending):
            ending.by = max(ending.by, ender)
            ending.retirement = ending.retirement ?? retirement
            state = .ending(ending)
        case .ended, .gone: return
        }
    }

    private mutating func start(
        isSpawned: Bool,
        _ isSealed: Bool,
        _ report: LoadReport?
    ) -> Action {
        guard isSpawned, let report else {
            state = .starting(isSpawned: isSpawned, isSealed: isSealed, report: report)
            return .none
        }
        state = .serving(report)
        return .ready
    }
}
