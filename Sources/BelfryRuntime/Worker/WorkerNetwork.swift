// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import NIOPosix
internal import Synchronization

/// One worker's way to the network, and what was decided on it.
final class WorkerNetwork: Sendable {
    private let recorder = Recorder()
    private let proxy: Task<EgressProxy?, Never>

    /// Starts the worker's proxy.
    ///
    /// - Parameters:
    ///   - listener: The socket made in the sandbox's network namespace.
    ///   - policy: What the bundle may reach.
    init(listener: consuming Descriptor, policy: NetworkPolicy) {
        let raw = listener.release()
        proxy = Task { [recorder] in
            try? await EgressProxy(
                listener: Descriptor(owning: raw),
                policy: policy,
                group: MultiThreadedEventLoopGroup.singleton,
                record: { recorder.append($0) }
            )
        }
    }

    /// Takes the decisions made so far.
    func takeDecisions() -> [EgressDecision] {
        recorder.take()
    }

    /// Begins a new count of requests and bytes, for the worker's next run.
    func renew() async {
        await proxy.value?.renew()
    }

    /// Waits until no connection is open, or until a time has come: an extension may keep one open.
    func settle(until time: MonotonicTime, on reactor: Reactor) async {
        await withCheckedContinuation { continuation in
            let resumption = Resumption(continuation)
            let token = reactor.schedule(at: time) { resumption.once() }
            Task {
                await proxy.value?.idle()
                reactor.cancel(token)
                resumption.once()
            }
        }
    }

    /// Ends every connection; all decisions are made at return.
    func close() async {
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

    private final class Recorder: Sendable {
        private let decisions = Mutex<[EgressDecision]>([])

        func append(_ decision: EgressDecision) {
            decisions.withLock { $0.append(decision) }
        }

        func take() -> [EgressDecision] {
            decisions.withLock { decisions in
                defer { decisions = [] }
                return decisions
            }
        }
    }
}
