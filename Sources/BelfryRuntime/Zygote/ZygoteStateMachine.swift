// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// One zygote's life as the host follows it; pure, so that it is tested without processes.
struct ZygoteStateMachine {
    /// What the host is to do after an event.
    enum Action: Equatable {
        /// Nothing.
        case none
        /// Ask it to fork these workers.
        case spawn([UInt64])
        /// Tell these workers' runs that there will be no worker.
        case giveUp([UInt64], reason: String, isShortage: Bool = false)
    }

    private enum State: Equatable {
        case starting(waiting: [UInt64])
        case ready([LayerRecord])
        case ended(reason: String)
    }

    private var state = State.starting(waiting: [])

    /// The layers in force, once it is set up.
    var layers: [LayerRecord] {
        if case .ready(let layers) = state { layers } else { [] }
    }

    /// Whether it has not said that it is set up.
    var isStarting: Bool {
        if case .starting = state { true } else { false }
    }

    /// Why it ended; nil while it lives.
    var failure: String? {
        if case .ended(let reason) = state { reason } else { nil }
    }

    /// A worker is wanted of it.
    mutating func requested(_ worker: UInt64) -> Action {
        switch state {
        case .starting(let waiting):
            state = .starting(waiting: waiting + [worker])
            return .none
        case .ready: return .spawn([worker])
        case .ended(let reason): return .giveUp([worker], reason: reason)
        }
    }

    /// It is set up.
    mutating func becameReady(_ layers: [LayerRecord]) -> Action {
        guard case .starting(let waiting) = state else { return .none }
        state = .ready(layers)
        return waiting.isEmpty ? .none : .spawn(waiting)
    }

    /// It could not be set up, or its socket was closed.
    ///
    /// - Parameters:
    ///   - reason: Why, for the report.
    ///   - isShortage: Whether the machine had too little of something.
    /// - Returns: What to do about the workers that wait for it.
    mutating func ended(_ reason: String, isShortage: Bool = false) -> Action {
        defer { if failure == nil { state = .ended(reason: reason) } }
        guard case .starting(let waiting) = state, !waiting.isEmpty else { return .none }
        return .giveUp(waiting, reason: reason, isShortage: isShortage)
    }
}
