// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry
internal import CBelfryTrace
internal import Synchronization

/// Tells the host of every call of its table, in their order, as far as there is room.
final class CallTrace: CallObserver {
    /// The one of this process: a table's functions carry nothing.
    static let current = Mutex<CallTrace?>(nil)

    private let hostClock: [UInt64]?
    private let state = Mutex(State())
    private let send: @Sendable (WorkerEvent) -> Void

    private struct State {
        var callCount = 0
        var timeCount = 0
    }

    init(plan: TracePlan, send: @escaping @Sendable (WorkerEvent) -> Void) {
        hostClock = plan.replay?.hostClock
        self.send = send
    }

    func willCall(_ slot: Slot, _ arguments: CallArguments) -> Passage {
        if takeRoom() {
            send(.called(HostCall(function: slot.name, arguments: Self.text(slot, arguments))))
        }
        return .plain
    }

    func didCall(_ slot: Slot, status: bf_status?) {}

    /// What the host's `now` answers: as in the recorded run, and past its answers as the clock goes.
    func now() -> UInt64 {
        let index = state.withLock { state in
            defer { state.timeCount += 1 }
            return state.timeCount
        }
        let answers = hostClock ?? []
        let time =
            index < answers.count
            ? answers[index] : UInt64(clamping: belfry_trace_monotonic())
        if takeRoom() { send(.called(HostCall(function: "now", time: time))) }
        return time
    }

    private func takeRoom() -> Bool {
        state.withLock { state in
            state.callCount += 1
            return state.callCount <= HostCall.limit
        }
    }

    /// The key and the values of a call; no handles, of which a second run has others.
    private static func text(_ slot: Slot, _ arguments: CallArguments) -> String {
        var parts: [String] = []
        if let key = arguments.number(.key) { parts.append("\(key)") }
        if let number = arguments.number(.integer) { parts.append("\(Int64(bitPattern: number))") }
        if let bits = arguments.number(.real) { parts.append("\(Double(bitPattern: bits))") }
        parts += unsafe arguments.texts().map { text in
            unsafe text.repairedText(limit: textByteLimit) ?? ""
        }
        let text = parts.joined(separator: ", ")
        guard text.utf8.count > HostCall.argumentsByteLimit else { return text }
        return String(decoding: text.utf8.prefix(HostCall.argumentsByteLimit - 3), as: UTF8.self)
            .prefix { $0 != "\u{fffd}" } + ""
    }

    private static let textByteLimit = HostCall.argumentsByteLimit
}
