// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// The trace of a run as the host keeps it.
final class TraceRecord {
    /// What is replayed; nil while a run is recorded.
    let replayed: RunTrace?

    /// What was seen so far.
    private(set) var trace: RunTrace

    /// What goes through the proxy.
    let tape: EgressTape

    private let collect: @Sendable (RunTrace) -> Void

    /// Most questions that are kept.
    private static let questionLimit = CenterQuestion.countLimit

    init(_ tracing: RunTracing) {
        replayed = tracing.replayed
        collect = tracing.collect
        trace = RunTrace(
            seed: tracing.replayed?.seed ?? Self.randomSeed(),
            wallBegan: tracing.replayed?.wallBegan ?? Self.unixTime,
            monotonicBegan: tracing.replayed?.monotonicBegan
                ?? Int64(clamping: MonotonicTime.now.nanoseconds)
        )
        tape = EgressTape(replaying: tracing.replayed?.exchanges)
    }

    /// Keeps what is in a bundle's directories, or puts there what was there when a run was recorded.
    ///
    /// - Parameters:
    ///   - folders: The directories.
    ///   - isKept: Whether the host keeps them; nothing is written over what lasts longer than it.
    ///   - owner: Who the workers are; nil for this user.
    /// - Throws: ``SystemError`` when they cannot be read or filled, ``HostError`` for a replay by a
    ///   host that keeps them.
    func prepareStorage(_ folders: [StorageFolder], isKept: Bool, owner: UInt32?) async throws {
        guard let replayed else {
            trace.folders = try await StorageSnapshot.take(of: folders)
            return
        }
        guard !isKept else {
            throw HostError("a replay needs a host that keeps nothing of its extensions")
        }
        try await StorageSnapshot.restore(replayed.folders, to: folders, owner: owner)
        trace.folders = replayed.folders
    }

    /// Notes when the run's time ends, as its extension is told.
    ///
    /// - Returns: That time; in a replay, the recorded run's.
    func noteDeadline(_ deadline: UInt64) -> UInt64 {
        trace.deadline = replayed?.deadline ?? deadline
        return trace.deadline
    }

    /// How the run's worker is to answer.
    var plan: TracePlan {
        TracePlan(
            seed: trace.seed,
            replay: replayed.map { replayed in
                TracePlan.Replay(
                    wallBegan: replayed.wallBegan,
                    monotonicBegan: replayed.monotonicBegan,
                    wallClock: replayed.wallClock,
                    hostClock: replayed.hostClock
                )
            }
        )
    }

    /// Notes a call; what is beyond the limit was not sent by a worker of ours.
    func note(_ call: HostCall, _ names: PlaceNames) {
        guard trace.calls.count < HostCall.limit else { return }
        trace.calls.append(
            RunTrace.Call(
                function: call.function.neutralised(byteLimit: HostCall.functionByteLimit),
                arguments: names.apply(to: call.arguments)
                    .neutralised(byteLimit: 2 * HostCall.argumentsByteLimit)
            )
        )
        guard call.function == "now", trace.hostClock.count < TracePlan.clockLimit else { return }
        trace.hostClock.append(call.time)
    }

    /// Notes what the wall clock answered; threads tell in whatever order.
    func noteClock(_ index: UInt32, _ time: Int64) {
        let index = Int(index)
        guard index < TracePlan.clockLimit else { return }
        while trace.wallClock.count <= index { trace.wallClock.append(time) }
        trace.wallClock[index] = time
    }

    /// The answer that a question had in the recorded run, where it is the one that came then.
    func answer(to question: RunTrace.Question) -> RunTrace.Question? {
        guard let replayed, replayed.questions.indices.contains(trace.questions.count) else {
            return nil
        }
        let recorded = replayed.questions[trace.questions.count]
        let isSame =
            recorded.kind == question.kind
            && (recorded.document == question.document || !recorded.document.isKept)
        return isSame && recorded.answer.isKept ? recorded : nil
    }

    func note(_ question: RunTrace.Question) {
        guard trace.questions.count < Self.questionLimit else { return }
        trace.questions.append(question)
    }

    /// Takes what a Swift extension's transfers over TLS brought.
    ///
    /// - Parameter container: The container of the run's worker.
    func takeSecureExchanges(in container: WorkerContainer) async {
        await tape.readSecureExchanges(in: container.directory)
    }

    /// Hands over what was seen.
    func end() {
        trace.exchanges = tape.exchanges
        collect(trace)
    }

    private static func randomSeed() -> [UInt8] {
        (0..<TracePlan.seedByteCount).map { _ in .random(in: 0...255) }
    }

    private static var unixTime: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
