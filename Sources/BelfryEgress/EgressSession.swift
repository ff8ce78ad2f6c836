// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport
internal import BelfrySystem
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// One worker's way to the network, and what was decided on it.
///
/// It serves one run after another: ``beginRun()`` and ``endRun()`` may be called from any thread and
/// return at once, while connections live on threads of SwiftNIO.
package final class EgressSession: Sendable {
    private let registry: ConnectionRegistry
    private let log: DecisionLog
    private let proxy: Task<EgressProxy?, Never>

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

    /// Takes the decisions that were made since they were taken last.
    ///
    /// - Returns: The decisions in the order in which they were made, and the number of those that
    ///   were not kept because a report holds only so many.
    package func takeDecisions() -> (decisions: [EgressDecision], droppedCount: Int) {
        let (decisions, droppedCount) = log.take()
        return (decisions, droppedCount + registry.takeUnansweredCount())
    }

    /// What the extension waits for from the network now, in the order in which it asked.
    ///
    /// What it had asked for before the call is in it, also where its connection was not accepted yet.
    package func transfersUnderWay() async -> [EgressTransfer] {
        await proxy.value?.catchUp()
        return registry.transfersUnderWay
    }

    /// Begins a run of the worker, with a new count of requests and bytes.
    package func beginRun() {
        registry.beginRun()
    }

    /// Ends the worker's run: every connection is cut, and nothing goes out before the next run.
    package func endRun() {
        registry.endRun()
    }

    /// Whether a connection has arrived since the present or last run began, served or not.
    package var hasArrivals: Bool { registry.hasArrivals }

    /// Waits until the ended run has no connection left, so that all of its decisions are made.
    ///
    /// - Parameter limit: The longest wait. A machine that does much else may keep the connections'
    ///   threads from ending them.
    package func settle(within limit: Duration) async {
        guard !registry.isIdle else { return }
        await withCheckedContinuation { continuation in
            let resumption = Resumption(continuation)
            let timer = MultiThreadedEventLoopGroup.singleton.any()
                .scheduleTask(in: TimeAmount(limit)) { resumption.resume() }
            Task {
                await registry.idle()
                timer.cancel()
                resumption.resume()
            }
        }
    }

    /// Ends every connection and stops listening; all decisions are made at return.
    package func close() async {
        registry.close()
        await proxy.value?.close()
    }

    /// A continuation that several may resume, of which only the first does.
    private final class Resumption: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, Never>?>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume() {
            continuation.withLock { $0.take() }?.resume()
        }
    }
}
