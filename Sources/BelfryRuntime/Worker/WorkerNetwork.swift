// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import NIOPosix
internal import Synchronization

/// One worker's way to the network, and what was decided on it.
final class WorkerNetwork: Sendable {
    private let registry: ConnectionRegistry
    private let log: DecisionLog
    private let proxy: Task<EgressProxy?, Never>

    /// Starts the worker's proxy, for a run that has begun.
    ///
    /// - Parameters:
    ///   - listener: The socket made in the sandbox's network namespace.
    ///   - policy: What the bundle may reach.
    ///   - limits: How much of it each run may use.
    ///   - resolver: Who looks names up for the bundle.
    ///   - tape: What keeps its exchanges, or answers them; nil in an ordinary worker.
    init(
        listener: consuming Descriptor,
        policy: NetworkPolicy,
        limits: EgressLimits,
        resolver: any AddressResolver,
        tape: EgressTape?
    ) {
        let raw = listener.release()
        let log = DecisionLog(limit: limits.decisionCount)
        let registry = ConnectionRegistry(limits: limits)
        self.log = log
        self.registry = registry
        proxy = Task {
            try? await EgressProxy(
                listener: Descriptor(owning: raw),
                policy: policy,
                registry: registry,
                group: MultiThreadedEventLoopGroup.singleton,
                resolver: resolver,
                tape: tape,
                record: { log.append($0) }
            )
        }
    }

    /// Takes the decisions made so far, and the number of those that were not kept.
    func takeDecisions() -> (decisions: [EgressDecision], droppedCount: Int) {
        let (decisions, droppedCount) = log.take()
        return (decisions, droppedCount + registry.takeUnansweredCount())
    }

    /// Begins a run of the worker, with a new count of requests and bytes.
    func beginRun() {
        registry.beginRun()
    }

    /// Ends the worker's run: what is open is cut at once, and nothing goes out before the next.
    func endRun() {
        registry.endRun()
    }

    /// Waits until every decision on the ended run is made, or until a time has come.
    func settle(until time: MonotonicTime, on reactor: Reactor) async {
        await withCheckedContinuation { continuation in
            let resumption = Resumption(continuation)
            let token = reactor.schedule(at: time) { resumption.once() }
            Task {
                await registry.idle()
                reactor.cancel(token)
                resumption.once()
            }
        }
    }

    /// Ends every connection; all decisions are made at return.
    func close() async {
        registry.close()
        await proxy.value?.close()
    }

    /// A continuation that two may resume.
    private final class Resumption: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, Never>?>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = Mutex(continuation)
        }

        func once() {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }?.resume()
        }
    }
}
